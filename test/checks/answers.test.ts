import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Answers } from '../../build/checks/answers/answers.ts';
import { createProxy } from '../../proxy/index.ts';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { printedBlock, withoutFigures } from '../support/printed.ts';

const words =
  'amber birch cedar delta ember fjord grove heron inlet juniper kelp larch maple nettle osprey poplar quartz reed'.split(' ');
/** A sentence unique to a section. */
const sentence = (of: string, at: number): string =>
  `The ${of} of number ${at} keeps its ${words[at % 18]} near the ${words[(at * 7 + 5) % 18]} harbour.`;
const section = (of: string, at: number): string => `<h2 id="${of}-${at}">The ${of} ${words[at]}</h2><p>${sentence(of, at)}</p>`;
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="All about ${title}."></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
const several = (of: string, count: number, filler = ''): string =>
  Array.from({ length: count }, (_, at) => section(of, at) + filler).join('\n');

const site = {
  'index.html': page('Home', '<p>Read <a href="/tools">tools</a> and <a href="/manual">manual</a>.</p>'),
  'tools.html': page('Tools', several('tool', 4)),
  // 60,000 characters in sections.
  'manual.html': page('Manual', several('lever', 12, '<p>More words that say nothing.</p>'.repeat(160))),
};

interface Report {
  readonly answers?: Answers;
}

/** Creates a folder with twins, changes it, and runs `check --answers`. */
async function ask(
  files: Readonly<Record<string, string>>,
  change: (folder: string) => void | Promise<void> = () => {},
  format = 'json',
) {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'out'), files);
  const made = await runWarm(['twin', 'out', '--url', 'https://docs.example'], { cwd });
  expect([made.code, made.stderr]).toEqual([0, '']);
  await change(join(cwd, 'out'));
  return runWarm(['check', 'out', '--answers', '--format', format], { cwd });
}
const answersIn = ({ stdout }: { stdout: string }): Answers => (JSON.parse(stdout) as Report).answers!;
const manyPages = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const text = `<p>${sentence(`thing of page ${at} and no other`, at)}</p>`;
      return [
        `${at % 2 ? 'odd' : 'even'}/p${at}.html`,
        page(`The long title of a page about the thing that has the number ${at}`, text),
      ];
    }),
  );

/** Serves a folder with the proxy, and counts concurrent requests. */
async function serve(folder: string): Promise<{ url: string; most: () => number }> {
  const proxy = createProxy({ dir: folder, watch: false });
  let [open, most] = [0, 0];
  const server = createServer((req, res) => {
    most = Math.max(most, ++open);
    const end = res.end.bind(res) as (...last: unknown[]) => typeof res;
    // Count before the client has the complete answer.
    res.end = ((...last: unknown[]) => {
      open--;
      return end(...last);
    }) as typeof res.end;
    proxy(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await proxy.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, most: () => most };
}

const rewrite = (folder: string, file: string, change: (text: string) => string): void =>
  writeFiles(folder, { [file]: change(readFileSync(join(folder, file), 'utf8')) });
const searchIndexIn = (folder: string): string => readdirSync(folder).find((file) => /^search-.*\.bin$/.test(file))!;
const without = (text: string, part: string): string => text.split(part).join('');

describe('check --answers', () => {
  it('all sections of a short and a long page are found, on the page and by search', async () => {
    const answers = answersIn(await ask(site));
    expect(answers).toMatchObject({ questions: 16, onPage: { recall: 1 }, bySearch: { recall: 1 }, pages: [] });
    expect(answers.onPage.tokens).toBeLessThan(2_000);
  });

  it('languages without spaces between words are measured, too', async () => {
    const sentences = ['银杏树的叶子在秋天会变成金黄色并落在河边。', '渔船在清晨离开港口前往遥远的深海捕捞沙丁鱼。'];
    const sections = sentences.map((text, at) => `<h2 id="s${at}">第${at}节</h2><p>${text}</p>`);
    const answers = answersIn(await ask({ ...site, 'zh.html': page('手册', sections.join('')).replace('"en"', '"zh"') }));
    expect(answers).toMatchObject({ questions: 18, onPage: { recall: 1 }, bySearch: { recall: 1 } });
  });

  it('a site without a search index: only pages are measured', async () => {
    const drop = (folder: string): void => rmSync(join(folder, searchIndexIn(folder)));
    const answers = answersIn(await ask(site, drop));
    expect(answers).toMatchObject({ questions: 16, onPage: { recall: 1 } });
    expect(answers).not.toHaveProperty('bySearch');
    expect((await ask(site, drop, 'text')).stdout).toMatch(
      / {2}the page among the first 3 of a search: the site has no search index\n/,
    );
  });

  it.each<[what: string, files: Record<string, string>, change: (folder: string) => void | Promise<void>, expected: object]>([
    [
      'a twin that lost a sentence',
      {},
      (folder) => rewrite(folder, 'tools.md', (text) => without(text, sentence('tool', 2))),
      { file: 'out/tools.html', missed: [{ heading: `The tool ${words[2]}`, why: 'lost' }], fix: /parity/ },
    ],
    [
      'of several H1 only the first is the title: the others are headings',
      { 'kinds.html': page('Kinds', `<h1 id="k">A kind</h1><p>${sentence('kind', 1)}</p>`) },
      (folder) => rewrite(folder, 'kinds.md', (text) => without(text, sentence('kind', 1))),
      { file: 'out/kinds.html', missed: [{ heading: 'A kind', why: 'lost' }], fix: /parity/ },
    ],
    [
      'a sentence at the end of a table of 30,000 characters, which is not cut',
      {
        'table.html': page(
          'Table',
          `<h2>Rows</h2><table><tr><th>k</th></tr>${'<tr><td>no more than a cell</td></tr>'.repeat(1_500)}<tr><td>${sentence('row', 1)}</td></tr></table>`,
        ),
      },
      () => {},
      { file: 'out/table.html', missed: [{ heading: 'Rows', why: 'cut' }], fix: /^split the page/ },
    ],
    [
      'a part missing in the outline',
      {},
      (folder) =>
        rewrite(
          folder,
          'manual.md',
          (text) => text.slice(0, 20_000).replaceAll('manual.parts/lever-9.md', 'none').padEnd(21_000, '.') + text.slice(20_000),
        ),
      { file: 'out/manual.html', missed: [{ heading: `The lever ${words[9]}`, why: 'unseen' }], fix: /heading/ },
    ],
    [
      'a page missing in the search index',
      {},
      async (folder) => {
        const other = temporaryFolder();
        writeFiles(join(other, 'out'), { 'index.html': site['index.html'], 'manual.html': site['manual.html'] });
        expect((await runWarm(['twin', 'out', '--url', 'https://docs.example'], { cwd: other })).code).toBe(0);
        const index = join(other, 'out', searchIndexIn(join(other, 'out')));
        copyFileSync(index, join(folder, searchIndexIn(folder)));
      },
      { file: 'out/tools.html', questions: 4, missed: [{ why: 'unfound' }, {}, {}, {}], fix: /title and a description/ },
    ],
  ])('%s', async (_, files, change, { fix, ...expected }: { fix?: RegExp }) => {
    const { onPage, bySearch, pages } = answersIn(await ask({ ...site, ...files }, change));
    expect(Math.min(onPage.recall, bySearch!.recall)).toBeLessThan(1);
    expect(pages).toMatchObject([expected]);
    expect(pages[0]!.fix).toMatch(fix!);
  });

  it('the report has less than twenty lines in every case, and is not an error', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`p${at}.html`, page(`Page ${at}`, section(`thing${at}`, at % 18))]),
    );
    const { code, stdout } = await ask(
      { ...site, ...many },
      (folder) => {
        for (const file of Object.keys(many))
          rewrite(folder, file.replace('.html', '.md'), (text) => text.replace(/^The thing.*$/m, ''));
      },
      'github',
    );
    const lines = stdout.split('\n').filter((line) => !line.startsWith('::'));
    expect(lines.length).toBeLessThan(20);
    const shape = (line: string): string =>
      withoutFigures(line)
        .replace(/^\S+(?=: 0 of)|"[^"]*"|(?<=Fix: ).*/g, '…')
        .replace(/, after .*/, '');
    // The report contains a median only if there is one.
    expect(printedBlock('checks', 'Answers found').trim().split('\n').map(shape)).toEqual(lines.slice(0, 4).map(shape));
    expect(stdout).toMatch(/ {2}… and 18 more pages; --format json lists all\n/);
    expect(code).toBeLessThan(2);
  });

  it('a check without --answers does not measure it', async () => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'out'), site);
    expect(JSON.parse((await runWarm(['check', 'out', '--format', 'json'], { cwd })).stdout)).not.toHaveProperty('answers');
    const { code, stderr } = await runWarm(['check', 'out', '--max-pages', '3'], { cwd });
    expect([code, stderr]).toEqual([2, 'diptych: --max-pages: needs a URL to check\n']);
  });
});

describe('check URL --answers', () => {
  it('measures a served site like its folder, parts and section files included, with four concurrent requests', async () => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'out'), { ...site, ...manyPages(190) });
    expect((await runWarm(['twin', 'out', '--url', 'https://docs.example'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'out/odd/llms.txt'))).toBe(true);
    rewrite(join(cwd, 'out'), 'tools.md', (text) => without(text, sentence('tool', 2)));
    const { url, most } = await serve(join(cwd, 'out'));
    const asked = await Promise.all([
      runWarm(['check', 'out', '--answers', '--format', 'json'], { cwd }),
      runWarm(['check', url, '--answers', '--format', 'json'], { cwd }),
    ]);
    const [folder, served] = asked.map(answersIn);
    expect(served).toEqual({ ...folder, pages: [{ ...folder!.pages[0], file: `${url}/tools` }] });
    expect(folder).toMatchObject({ questions: 206, pages: [{ file: 'out/tools.html' }] });
    expect(most()).toBeLessThanOrEqual(4);
  });

  it('--max-pages: limits the measured pages', async () => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'out'), site);
    expect((await runWarm(['twin', 'out', '--url', 'https://docs.example'], { cwd })).code).toBe(0);
    const { url } = await serve(join(cwd, 'out'));
    const { stdout } = await runWarm(['check', url, '--answers', '--max-pages', '2', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ pages: 2, answers: { questions: 12, onPage: { recall: 1 } } });
  });
});
