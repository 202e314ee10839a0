import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { keepsPromises } from '../proxy/fixtures/promises.ts';

import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { printedBlock } from '../support/printed.ts';

const url = 'https://docs.example';
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>${'<a href="/">Home</a> '.repeat(40)}</nav><main><h1>${title}</h1>${body}</main></body></html>`;
const site = {
  'index.html': page('Home', '<p>See the <a href="guide/">guide</a>. Grüße.</p>'),
  'guide/index.html': page('Guide', '<pre>a  b</pre><table><tr><th>k</th></tr><tr><td>v</td></tr></table>'),
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

describe('a site of another generator, after diptych twin', () => {
  let folder: string;
  let app: supertest.Agent;
  let tree: Record<string, string>;
  let printed: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-'));
    writeFiles(join(folder, 'out'), site);
    const { code, stdout } = await runWarm(['twin', 'out', '--url', url], { cwd: folder });
    expect(code).toBe(0);
    printed = stdout;
    tree = readTree(join(folder, 'out'));
    app = supertest.agent(createProxy({ dir: join(folder, 'out') }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the documentation prints the same rows', () => {
    const rows = (output: string): string[] => [...output.matchAll(/^ {2}(.+?)(?: {2}|: | \()/gm)].map(([, name]) => name!);
    expect(rows(printedBlock('other-generators', 'Twins of'))).toEqual(rows(printed));
  });

  it('the table ends with the bytes that the twins save', () => {
    const size = (...files: string[]): number => files.reduce((sum, file) => sum + tree[file]!.length, 0);
    const html = size('index.html', 'guide/index.html');
    const saved = html - size('index.md', 'guide.md');
    expect(saved).toBeGreaterThan(500);
    expect(printed).toContain(`bytes saved          ${saved.toLocaleString('en')} (${Math.round((saved / html) * 100)} %)\n`);
  });

  it.each<[path: string, accept: string, status: number, type: RegExp, holds: string]>([
    ['/', '*/*', 200, /^text\/html/, 'See the'],
    ['/', 'text/markdown', 200, /^text\/markdown/, `[guide](${url}/guide.md)`],
    ['/guide/', 'text/html;q=0.5, text/markdown', 200, /^text\/markdown/, '```\na  b\n```'],
    ['/guide/', 'text/html,application/xhtml+xml,*/*;q=0.8', 200, /^text\/html/, 'type="text/markdown" href="/guide.md"'],
    ['/guide/', 'image/png', 406, /^application\/problem\+json$/, 'not-acceptable'],
    ['/guide.md', '*/*', 200, /^text\/markdown/, '| k |'],
    ['/llms.txt', '*/*', 200, /^text\/(plain|markdown)/, `${url}/guide.md`],
    ['/sitemap.md', '*/*', 200, /^text\/markdown/, `${url}/guide.md`],
    ['/.well-known/api-catalog', '*/*', 200, /^application\/linkset\+json/, 'linkset'],
    ['/.well-known/openapi.json', '*/*', 200, /^application\/(openapi\+)?json/, '"openapi"'],
    ['/logo.svg', '*/*', 200, /^image\/svg\+xml/, 'svg'],
    ['/nowhere', 'application/json', 404, /^application\/problem\+json$/, 'not-found'],
  ])('%s with Accept: %s is %i', async (path, accept, status, type, holds) => {
    const answer = await app.get(path).set('Accept', accept).buffer(true);
    const text = answer.text ?? String(answer.body);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(type);
    expect(text).toContain(holds);
    keepsPromises({ ...answer, status, headers: answer.headers, text, body: Buffer.from(text) }, 'GET', url);
  });
});

describe('a page does not stop the folder that it lies in', () => {
  const thin = '<p>Text.</p>';
  const gone = '<meta http-equiv="refresh" content="0; url=/">';
  const files = {
    'index.html': page('Home', thin),
    'container.html': page('Container', thin),
    'container/index.html': page('Containers', thin),
    'guide/a.htm': page('Old A', thin),
    'guide/a.html': page('A', thin),
    'Case.html': page('Upper', thin),
    'case.html': page('Lower', thin),
    'sitemap.html': page('Map', thin),
    'back\\slash.html': page('Slash', thin),
    'files.html': page('Files', thin),
    'files.md/x.txt': 'x',
    'own.html': page('Own', thin),
    'own.md': '# Mine\n',
    'LLMS.txt': 'theirs',
  };
  const lost: readonly (readonly [file: string, reason: string])[] = [
    ['back\\slash.html', 'no twin: its name holds a control character or a backslash, which no URL may hold'],
    ['case.html', 'no twin: its twin case.md is already the twin of Case.html'],
    ['files.html', 'no twin: the place of its twin files.md is taken by files.md'],
    ['guide/a.htm', 'no twin: its twin guide/a.md is already the twin of guide/a.html'],
    ['sitemap.html', 'no twin: its twin sitemap.md is already a document of the site'],
  ];
  const twin = (folder: string, ...more: string[]) =>
    runWarm(['twin', 'out', '--url', url, '--format', 'json', ...more], { cwd: folder });
  const found = (stdout: string): unknown[] =>
    JSON.parse(stdout).findings.map(({ severity, file, message }: Record<string, string>) => [severity, file, message]);

  it('each is a warning, all at once; the rest is done, the same when it is run again', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), files);
    const first = await twin(folder);
    expect(found(first.stdout)).toEqual(lost.map(([file, reason]) => ['warning', file, reason]));
    expect(first.code).toBe(0);
    const tree = readTree(join(folder, 'out'));
    expect(Object.keys(tree).filter((path) => path.endsWith('.md'))).toEqual([
      'Case.md',
      'changes.md',
      'container.md',
      'container/index.md',
      'guide/a.md',
      'index.md',
      'own.md',
      'problems.md',
      'sitemap.md',
    ]);
    expect(tree['container.md']).toContain('# Container\n');
    expect(tree['container/index.md']).toContain('# Containers\n');
    expect(tree['own.md']).toBe('# Mine\n');
    expect(tree['sitemap.xml']!.match(/<loc>/g)).toHaveLength(6);
    expect(tree['container/index.html']).toContain('type="text/markdown" href="/container/index.md"');
    expect(await twin(folder)).toMatchObject({ code: 0, stdout: first.stdout });
    expect(readTree(join(folder, 'out'))).toEqual(tree);
  });

  it.runIf(process.platform === 'linux')(
    'a name that is not UTF-8: what has it stays as it is, and a page has no twin',
    async () => {
      const folder = temporaryFolder();
      writeFiles(folder, { 'out/index.html': page('Home', thin), 'out/guide/\uFFFD.html': page('Called so', thin) });
      const odd = ['caf\xe9.html', 'guide/\xe9.png', 'd\xff/x.html'].map((name) =>
        Buffer.from(`${folder}/out/${name}`, 'latin1'),
      );
      mkdirSync(odd[2]!.subarray(0, -'/x.html'.length));
      for (const path of odd) writeFileSync(path, page('Odd', thin));
      for (let round = 0; round < 2; round++) {
        const { code, stderr } = await runWarm(['twin', 'out', '--url', url, '--report', 'report.json'], { cwd: folder });
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const { findings } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
        const reason = 'no twin: the name is not UTF-8, which URLs are written in; rename it';
        expect(findings.filter(({ check }: { check: string }) => check === 'no-twin')).toMatchObject([
          { file: 'caf\uFFFD.html', message: reason },
          { file: 'd\uFFFD/', message: reason },
        ]);
        for (const path of odd) expect(readFileSync(path, 'utf8')).toBe(page('Odd', thin));
        for (const twin of ['index.md', 'guide/\uFFFD.md']) expect(existsSync(join(folder, 'out', twin))).toBe(true);
      }
    },
  );

  it('symbolic links: what they lead to is of the folder; what lies outside stays a link, and a page there has no twin', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'out/index.html': page('Home', thin),
      'out/1.2/a.html': page('A', thin),
      'secret.html': page('S', thin),
    });
    const links = {
      latest: '1.2',
      'b.html': '1.2/a.html',
      loop: '.',
      'gone.css': 'nowhere.css',
      'secret.html': '../secret.html',
    };
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, 'out', path));
    const { code, stdout } = await twin(folder);
    expect(found(stdout)).toEqual([
      ['warning', 'secret.html', 'no twin: a symbolic link that leads out of the folder, or nowhere'],
    ]);
    expect(code).toBe(0);
    for (const file of ['latest/a.md', 'latest/a.html', '1.2/a.md', 'b.md'])
      expect(lstatSync(join(folder, 'out', file)).isFile(), file).toBe(true);
    for (const path of ['loop', 'gone.css', 'secret.html'] as const)
      expect(readlinkSync(join(folder, 'out', path))).toBe(links[path]);
    expect(existsSync(join(folder, 'out/secret.md'))).toBe(false);
  });

  it('--strict: errors, and nothing is changed', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), files);
    const before = readTree(join(folder, 'out'));
    const { code, stdout, stderr } = await twin(folder, '--strict');
    expect(found(stdout)).toEqual(lost.map(([file, reason]) => ['error', file, reason]));
    expect([code, stderr]).toEqual([1, 'diptych: 5 errors found by the checks; nothing was published\n']);
    expect(readTree(join(folder, 'out'))).toEqual(before);
  });

  it.each([
    ['a twin that lacks something is a warning', [], 0],
    ['with --strict it is an error', ['--strict'], 1],
  ] as const)('%s', async (_, more, expected) => {
    const folder = temporaryFolder();
    // Prose in the footer of the content: left out as what is below a page, and too much to go unnoticed.
    const noise =
      '<footer><p>Every word of this long paragraph stands in the footer of the content, where conversion takes it for what is below the page and leaves it out.</p></footer>';
    writeFiles(join(folder, 'out'), { 'index.html': page('Home', thin), 'lossy.html': page('Lossy', noise) });
    const { code, stdout } = await twin(folder, ...more);
    expect(JSON.parse(stdout).findings.map(({ check }: { check: string }) => check)).toEqual(['parity']);
    expect(code).toBe(expected);
    expect('lossy.md' in readTree(join(folder, 'out'))).toBe(expected === 0);
  });

  it.each<[file: string, holds: (text: string) => unknown]>([
    ['report.txt', (text) => text.split('\n').filter((line) => / no-twin /.test(line)).length],
    ['report.json', (text) => JSON.parse(text).findings.length],
    ['report.html', (text) => text.match(/<td>no-twin<\/td>/g)?.length],
  ])('--report %s has every finding; the terminal the first of each kind', async (file, holds) => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), files);
    const { code, stdout } = await runWarm(['twin', 'out', '--url', url, '--report', file], { cwd: folder });
    expect([code, holds(readTree(folder)[file]!)]).toEqual([0, lost.length]);
    expect(stdout.match(/ no-twin /g)).toHaveLength(1);
    expect(stdout.split('\n').length).toBeLessThan(20);
    expect(stdout).toContain(`… and ${lost.length - 1} more of no-twin; --report FILE lists all`);
    expect(stdout).toContain('  content: main (6 pages, such as index.html)\n');
  });

  it('ids that one page each has are of one layout', async () => {
    const folder = temporaryFolder();
    const ids = ['a', 'b', 'c'].map((id) => [`out/${id}.html`, `<body><div id="${id}"><h1>${id}</h1>${thin}</div></body>`]);
    writeFiles(folder, Object.fromEntries(ids));
    const { stdout } = await runWarm(['twin', 'out', '--url', url], { cwd: folder });
    expect(stdout.match(/content: .*/g)).toEqual(['content: div (3 pages, such as a.html)']);
  });

  it('where no page has a twin, that is an error', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), {
      'a.html': page('A', thin).replace('<title>', `${gone}<title>`),
      'sitemap.html': page('Map', thin),
    });
    expect(await twin(folder)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'diptych: out: no page has a twin: a.html (redirect), sitemap.html (its twin sitemap.md is already a document of the site)\n',
    });
    expect(Object.keys(readTree(join(folder, 'out')))).toEqual(['a.html', 'sitemap.html']);
  });
});

it('--exclude, --name and --no-compress: diptych check knows what was left out', async () => {
  const cwd = temporaryFolder();
  const bare = '<p>No title, no heading, and <a href="/nowhere">a dead link</a>.</p>';
  const theirs = ['/', '/guide/', '/print/all', '/elsewhere'].map((path) => `<url><loc>${url}${path}</loc></url>`);
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${theirs.join('')}</urlset>`;
  writeFiles(join(cwd, 'out'), { ...site, 'print/all.html': bare, 'sitemap.xml': sitemap });
  const options = ['--exclude', 'print/**', '--name', 'The manual', '--no-compress'];
  expect((await runWarm(['twin', 'out', '--url', url, ...options], { cwd })).code).toBe(0);
  const tree = readTree(join(cwd, 'out'));
  expect(Object.keys(tree).filter((path) => /\.(br|gz)$|^print\/.*\.md$/.test(path))).toEqual([]);
  expect(tree['llms.txt']).toMatch(/^# The manual\n/);
  // The sitemap of the generator may list it, and is checked for all else.
  const { stdout } = await runWarm(['check', 'out'], { cwd });
  expect(stdout.match(/^(?:error|warning) .*(?:print|nowhere|sitemap\.xml).*$/gm)).toEqual([
    expect.stringMatching(/^error +out\/sitemap\.xml:1 {2}dead-link .*elsewhere/),
  ]);
});

describe('diptych check on the folder finds what diptych twin found', () => {
  const menu = (at: number) =>
    `<table><tr><td><a href="/${at - 1}">Prev</a></td><td>Title ${at}</td><td><a href="/">Home</a></td></tr></table>`;
  const own = (at: number) => `<h2>Title ${at}</h2><p>What page ${at} says, in a sentence of some length that only it has.</p>`;
  const pages = (layout: (at: number) => string): Record<string, string> =>
    Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((at) => [
        `${at}.html`,
        `<!doctype html><html lang="en"><head><title>Title ${at}</title></head><body>${layout(at)}</body></html>`,
      ]),
    );
  const parityOf = (stdout: string): unknown[] =>
    JSON.parse(stdout)
      .findings.filter(({ check }: Record<string, string>) => check === 'parity')
      .map(({ severity, file, message }: Record<string, string>) => [severity, file, message]);

  it.each<[what: string, layout: (at: number) => string, options: string[]]>([
    ['nothing, where a menu without a name stands on every page', (at) => menu(at) + own(at), []],
    [
      'nothing, where the content was named',
      (at) => `<div id="x">${own(at)}</div><p>${'Beside it. '.repeat(20 + at)}</p>`,
      ['--content', '#x'],
    ],
  ])('%s', async (_, layout, options) => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'out'), pages(layout));
    const check = async () => parityOf((await runWarm(['check', 'out', '--format', 'json'], { cwd })).stdout);
    const made = await runWarm(['twin', 'out', '--url', url, '--format', 'json', ...options], { cwd });
    expect([parityOf(made.stdout), await check()]).toEqual([[], []]);
    const twin = readTree(cwd)['out/3.md']!;
    writeFiles(join(cwd, 'out'), { '3.md': twin.replaceAll('a sentence', '') });
    expect(await check()).toEqual([
      ['warning', 'out/3.html', expect.stringMatching(/^the twin of \/3 holds .* lost: words "a"$/)],
    ]);
  });
});
