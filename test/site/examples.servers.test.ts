import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import { runWarm, sharedFolder, smallStarterCopy } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { packageFolder } from '../support/package-folder.ts';
import { printedBlocks } from '../support/printed.ts';

/** Code blocks of a language on a page, by the heading above them. */
function examplesOf(page: string, language: string): Record<string, string> {
  const parts = readFileSync(page, 'utf8').split(/^## /m).slice(1);
  const blocks = parts.map(
    (part) => [part.split('\n', 1)[0]!, new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(part)?.[1]] as const,
  );
  return Object.fromEntries(blocks.filter((block): block is readonly [string, string] => block[1] !== undefined));
}

const folder = sharedFolder();
const examples = examplesOf('site/docs/middleware.md', 'js');

beforeAll(async () => {
  smallStarterCopy(folder, ['twins.md']);
  expect((await runWarm(['build'], { cwd: folder })).code).toBe(0);
  // Not the default folder, so that an ignored option shows.
  cpSync(join(folder, 'dist'), join(folder, 'public'), { recursive: true });
  rmSync(join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(packageFolder, join(folder, 'node_modules/diptych'));
  symlinkSync(resolve('node_modules/express'), join(folder, 'node_modules/express'));
});

/** The output of the last example. */
let printed = '';

/** Runs an example as printed, except for port and folder, and ends it after use. */
async function running(heading: string, use: (base: string) => Promise<void>, code = examples[heading]!): Promise<void> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const name = `server-${port}.mjs`;
  writeFileSync(join(folder, name), code.replace(/3000|8080/, String(port)).replace("'dist'", "'public'"));
  const child = spawn(process.execPath, [name], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  try {
    const answers = (): Promise<boolean> =>
      fetch(base).then(
        () => true,
        () => false,
      );
    for (let attempt = 0; attempt < 600 && !(await answers()); attempt++) await new Promise((done) => setTimeout(done, 50));
    await use(base);
  } finally {
    child.kill('SIGKILL');
  }
}

describe('the printed examples of the middleware', () => {
  it.each([
    ['With Express', { hello: 'world' }],
    ['With node:http', undefined],
    ['With the server, too', { hello: 'world' }],
  ])('%s', (heading, greeting) =>
    running(heading, async (base) => {
      const page = await fetch(`${base}/about`);
      expect([page.status, page.headers.get('content-type'), page.headers.get('ratelimit-policy')]).toEqual([
        200,
        'text/html; charset=utf-8',
        '120;w=60',
      ]);
      const hello = await fetch(`${base}/hello`);
      if (greeting) expect(await hello.json()).toEqual(greeting);
      else expect([hello.status, hello.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    }),
  );
});

it('A counter, a log and metrics of your own: counts and logs as documented', () =>
  running('A counter, a log and metrics of your own', async (base) => {
    const left = async (): Promise<string | null> => (await fetch(`${base}/about`)).headers.get('ratelimit-remaining');
    expect(Number(await left()) - Number(await left())).toBe(1);
    const { headers } = await fetch(`${base}/about`);
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-policy')]).toEqual(['120', '120;w=60']);
    await expect.poll(() => printed).toMatch(/^GET \/about 200 html \d+ ms$/m);
  }));

it('complete examples pass tsc --strict', () => {
  const whole = Object.entries(examples).filter(([heading, code]) => code.startsWith('import') && heading !== 'With fetch');
  expect(whole.map(([heading]) => heading)).toEqual([
    'With Express',
    'With node:http',
    'With the server, too',
    'A counter, a log and metrics of your own',
  ]);
  const files = whole.map(([, code], at) => {
    writeFileSync(join(folder, `example-${at}.ts`), code);
    return `example-${at}.ts`;
  });
  if (!existsSync(join(folder, 'node_modules/@types')))
    symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'));
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--types', 'node', '--module', 'nodenext'];
  const tsc = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...options, ...files], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([tsc.stdout, tsc.status]).toEqual(['', 0]);
});

it('In front of a static host', () =>
  running('With node:http', async (base) => {
    const head = examples['With Express']!.replace(/app\.[\s\S]*/, '');
    const front = examples['In front of a static host']!.replace('https://static.example.com', base);
    const ask = async (own: string): Promise<void> => {
      const twin = await fetch(`${own}/about`, { headers: { Accept: 'text/markdown' } });
      expect([twin.status, twin.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    };
    await running('in front', ask, `${head}${front}app.listen(3000);\n`);
  }));

it('README.md: the middleware, and the printed answers to two requests', () => {
  const readme = (language: string): string[] =>
    printedBlocks.filter((block) => block.page === 'README.md' && block.language === language).map(({ text }) => text);
  const show = async (base: string): Promise<void> => {
    const [columns] = readme('');
    const [html, markdown] = await Promise.all(
      ['*/*', 'text/markdown'].map(async (Accept) => (await fetch(`${base}/about`, { headers: { Accept } })).text()),
    );
    for (const line of columns!.split('\n').slice(1)) {
      const [left = '', right = ''] = [line.slice(0, 54), line.slice(54)].map((part) => part.replace(/…/g, '').trim());
      for (const part of left.split(/ (?=<)/)) expect(html).toContain(part.replace('<head>', '').replace('<main>', ''));
      expect(markdown).toContain(right);
    }
  };
  return running('README', show, readme('js').find((text) => text.includes('createProxy'))!);
});

it('the table of “How it works” agrees with the proxy', async () => {
  const document = parseHTML(readFileSync(join(folder, 'public/docs/twins.html'), 'utf8')).document as unknown as Document;
  const rows = [...document.querySelector('main table')!.querySelectorAll('tbody tr')].flatMap((row) => {
    const [what, answer] = [...row.children];
    return [...what!.querySelectorAll('code')].map((code) => ({
      accept: code.textContent!,
      answer: /^\w+/.exec(answer!.textContent!)![0],
    }));
  });
  expect(rows.length).toBeGreaterThanOrEqual(6);
  await running('With node:http', async (base) => {
    for (const { accept, answer } of rows) {
      const { status, headers } = await fetch(`${base}/about`, { headers: { Accept: accept } });
      const type = headers.get('content-type')!.split(';')[0];
      expect({ accept, answer: status === 200 ? type : String(status) }).toEqual({
        accept,
        answer: { HTML: 'text/html', Markdown: 'text/markdown' }[answer] ?? answer,
      });
    }
  });
});
