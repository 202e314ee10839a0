import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { page } from '../proxy/fixtures/twinned.ts';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { planInMemory, twinInMemory } from '../support/twin-in-memory.ts';

const url = 'https://docs.example';
const withoutDeadLinks = { 'diptych.json': '{"checks":{"dead-link":"off"}}' };
describe('a defective page does not stop the others', () => {
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
  const withoutTwin: readonly (readonly [file: string, reason: string])[] = [
    ['back\\slash.html', 'no twin: its name holds a control character or a backslash, which no URL may hold'],
    ['case.html', 'no twin: its twin case.md is already the twin of Case.html'],
    ['files.html', 'no twin: the place of its twin files.md is taken by files.md/x.txt'],
    ['guide/a.htm', 'no twin: its twin guide/a.md is already the twin of guide/a.html'],
    ['sitemap.html', 'no twin: its twin sitemap.md is already a document of the site'],
  ];
  const twin = (folder: string, ...more: string[]) =>
    runWarm(['twin', 'out', '--url', url, '--format', 'json', ...more], { cwd: folder });
  const found = (stdout: string): unknown[] =>
    JSON.parse(stdout).findings.map(({ severity, file, message }: Record<string, string>) => [severity, file, message]);

  it('each is a warning, all in one run; the rest is converted; a second run is the same', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), files);
    const first = await twin(folder);
    expect(found(first.stdout)).toEqual(withoutTwin.map(([file, reason]) => ['warning', file, reason]));
    expect(first.code).toBe(0);
    const tree = readTree(join(folder, 'out'));
    expect(Object.keys(tree).filter((path) => path.endsWith('.md'))).toEqual([
      'Case.md',
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
    'a name that is not UTF-8: one note; in place the file stays, with --out it is left out',
    async () => {
      const folder = temporaryFolder();
      writeFiles(folder, { 'out/index.html': page('Home', thin), 'out/guide/\uFFFD.html': page('Called so', thin) });
      const odd = ['caf\xe9.html', 'guide/\xe9.png', 'd\xff/x.html'].map((name) =>
        Buffer.from(`${folder}/out/${name}`, 'latin1'),
      );
      mkdirSync(odd[2]!.subarray(0, -'/x.html'.length));
      for (const path of odd) writeFileSync(path, page('Odd', thin));
      const names = 'caf\uFFFD.html, d\uFFFD, guide/\uFFFD.png: a name that is not UTF-8, which URLs are written in; rename it';
      const run = (...more: string[]) => runWarm(['twin', 'out', '--url', url, ...more], { cwd: folder });
      expect(await run('--out', 'copy')).toMatchObject({ code: 0, stderr: `diptych: left out: ${names}\n` });
      expect(readdirSync(join(folder, 'copy/guide')).filter((name) => name.endsWith('.png'))).toEqual([]);
      expect(readdirSync(join(folder, 'copy')).filter((name) => /^(caf|d)/.test(name))).toEqual([]);
      for (let round = 0; round < 2; round++) {
        expect(await run()).toMatchObject({ code: 0, stderr: `diptych: no URL: ${names}\n` });
        for (const path of odd) expect(readFileSync(path, 'utf8')).toBe(page('Odd', thin));
        for (const twin of ['index.md', 'guide/\uFFFD.md']) expect(existsSync(join(folder, 'out', twin))).toBe(true);
      }
    },
  );

  it('symbolic links: targets in the folder are converted; a link out of it stays in place, and --out leaves it out', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'out/index.html': page('Home', thin),
      'out/1.2/a.html': page('A', thin),
      'secret.html': page('S', thin),
      'secret/key.txt': 'key',
    });
    const links = {
      latest: '1.2',
      'b.html': '1.2/a.html',
      loop: '.',
      'gone.css': 'nowhere.css',
      'secret.html': '../secret.html',
      secret: '../secret',
    };
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, 'out', path));
    const told = [['warning', 'secret.html', 'no twin: a symbolic link that leads out of the folder, or nowhere']];
    const left = ['gone.css', 'loop', 'secret', 'secret.html'] as const;
    const copied = await twin(folder, '--out', 'copy');
    expect(copied).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^diptych: left out: gone.css, loop, secret and 1 more: a symbolic link that leads out of the folder, or nowhere; copy the file instead\n/,
      ),
    });
    for (const path of left) expect(readdirSync(join(folder, 'copy')), path).not.toContain(path);
    const { code, stdout, stderr } = await twin(folder);
    expect([found(copied.stdout), found(stdout), code]).toEqual([told, told, 0]);
    expect(stderr).not.toContain('diptych:');
    for (const file of ['latest/a.md', 'latest/a.html', '1.2/a.md', 'b.md'])
      for (const place of ['out', 'copy']) expect(lstatSync(join(folder, place, file)).isFile(), file).toBe(true);
    for (const path of left) expect(readlinkSync(join(folder, 'out', path))).toBe(links[path]);
    expect(existsSync(join(folder, 'out/secret.md'))).toBe(false);
  });

  it('node_modules and hidden folders are no part of the site: no twins; in place they stay, --out leaves hidden ones out', async () => {
    const folder = temporaryFolder();
    const installed = { 'node_modules/x/index.html': page('X', thin), 'node_modules/x/x.js': 'x' };
    const hidden = { '.git/HEAD': 'ref', '.vitepress/a.html': page('V', thin), 'docs/.cache/b.html': page('C', thin) };
    const known = { '.well-known/security.txt': 'Contact: x', '.htaccess': 'x' };
    writeFiles(join(folder, 'out'), { 'index.html': page('Home', thin), ...installed, ...hidden, ...known });
    expect((await twin(folder, '--out', 'copy')).code).toBe(0);
    expect((await twin(folder)).code).toBe(0);
    const [tree, copy] = [readTree(join(folder, 'out')), readTree(join(folder, 'copy'))];
    expect(tree).toMatchObject({ ...installed, ...hidden, ...known });
    expect(copy).toMatchObject({ ...installed, ...known });
    expect(Object.keys(copy).filter((path) => path in hidden)).toEqual([]);
    for (const files of [tree, copy])
      expect(Object.keys(files).filter((path) => /^(node_modules|\.vitepress|docs)\/.*\.md$/.test(path))).toEqual([]);
  });

  it('--strict: errors, and nothing is changed', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), files);
    const before = readTree(join(folder, 'out'));
    const { code, stdout, stderr } = await twin(folder, '--strict');
    expect(found(stdout)).toEqual(withoutTwin.map(([file, reason]) => ['error', file, reason]));
    expect([code, stderr]).toEqual([1, 'diptych: 5 errors found by the checks; nothing was published\n']);
    expect(readTree(join(folder, 'out'))).toEqual(before);
  });

  it('the 404 page has no twin, in no language', async () => {
    const documents = await twinInMemory({
      'index.html': page('Home', thin),
      '404.html': page('Not found', thin),
      'fr/404.html': page('Introuvable', thin).replace('lang="en"', 'lang="fr"'),
      'de/404/index.html': page('Nicht gefunden', thin).replace('lang="en"', 'lang="de"'),
      // Called 404, but a page of the site.
      'errors/404.html': page('Error 404', thin),
    });
    const twins = Object.keys(documents).filter((file) => /(?:index|404)\.md$/.test(file));
    expect(twins.sort()).toEqual(['errors/404.md', 'index.md']);
  });

  it.each([
    ['an incomplete twin is a warning', [], 0],
    ['with --strict it is an error', ['--strict'], 1],
  ] as const)('%s', async (_, more, expected) => {
    const folder = temporaryFolder();
    // More is hidden than shown: only a script can show it.
    const much = '<p>This is found again.</p>';
    const noise = '<div hidden><p>Every word of this long paragraph is hidden until a script shows it.</p></div>';
    writeFiles(join(folder, 'out'), { 'index.html': page('Home', thin), 'lossy.html': page('Lossy', much + noise) });
    const { code, stdout } = await twin(folder, ...more);
    expect(JSON.parse(stdout).findings.map(({ check }: { check: string }) => check)).toEqual(['parity']);
    expect(code).toBe(expected);
    expect('lossy.md' in readTree(join(folder, 'out'))).toBe(expected === 0);
  });

  it('the terminal shows the first of each kind', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), files);
    const { stdout } = await runWarm(['twin', 'out', '--url', url], { cwd: folder });
    expect(stdout.match(/ no-twin /g)).toHaveLength(1);
    expect(stdout.split('\n').length).toBeLessThan(20);
    expect(stdout).toContain(`… and ${withoutTwin.length - 1} more of no-twin; --format json lists all`);
    expect(stdout).toContain('  Content: main (6 pages, such as index.html)\n');
  });

  it('different ids in the same position belong to one layout', async () => {
    const folder = temporaryFolder();
    const ids = ['a', 'b', 'c'].map((id) => [`out/${id}.html`, `<body><div id="${id}"><h1>${id}</h1>${thin}</div></body>`]);
    writeFiles(folder, Object.fromEntries(ids));
    const { stdout } = await runWarm(['twin', 'out', '--url', url], { cwd: folder });
    expect(stdout.match(/Content: .*/g)).toEqual(['Content: div (3 pages, such as a.html)']);
  });

  it('it is an error if no page has a twin', async () => {
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

it.each<[command: string, ...string[]]>([['twin', '--url', url], ['twin', '--url', url, '--out', 'copy'], ['check']])(
  '%s %s %s %s refuses a project and compiled server code, and writes nothing',
  async (command, ...options) => {
    const cwd = temporaryFolder();
    const project = 'it is a project, for it holds a package.json; name the folder that its build writes, such as `dist`';
    const compiled = 'it holds compiled server code; name the folder `out`';
    for (const [folder, fault] of [
      ['shop', project],
      ['shop/.next/server/app', compiled],
    ] as const) {
      writeFiles(join(cwd, folder), { 'index.html': page('Home', '<p>Text.</p>') });
      writeFiles(cwd, { 'shop/package.json': '{}' });
      const before = readTree(cwd);
      expect(await runWarm([command, folder, ...options], { cwd })).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(`diptych: ${folder}: ${fault}`),
      });
      expect(readTree(cwd)).toEqual(before);
    }
  },
);

describe('all URLs of a site have one form', () => {
  const guide = (head: string, links: string): string =>
    page('Guide', `<p id="here">Read on: ${links} <a href="#here">or here</a></p>`).replace('<title>', `${head}<title>`);
  const canonical = (path: string): string => `<link rel="canonical" href="${url}${path}">`;
  const files = (head: string, links: string): Record<string, string> => ({
    'index.html': page('Home', '<p>Home, and nothing else.</p>'),
    'guide.html': guide(head, links),
    'v1.2.html': page('Version 1.2', '<p>What is new in it.</p>'),
    'docs/index.html': page('Docs', '<p>The documentation.</p>'),
    'docs/old.htm': page('Old', '<p>How it was.</p>'),
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  const plain = ['/', '/docs/', '/guide', '/v1.2', '/docs/old'];
  const html = ['/', '/docs/', '/guide.html', '/v1.2.html', '/docs/old.htm'];

  it.each<[what: string, head: string, links: string, htmlUrls: boolean | undefined, urls: readonly string[]]>([
    ['no evidence', '', '<a href="docs/">Docs</a> <a href="logo.svg">Logo</a>', undefined, plain],
    ['links', '', '<a href="v1.2.html">New</a>', undefined, html],
    ['absolute links', '', `<a href="${url}/v1.2.html?a#b">New</a>`, undefined, html],
    ['links to .htm', '', '<a href="docs/old.htm">Old</a>', undefined, html],
    ['links without ending', '', '<a href="/v1.2">New</a>', undefined, plain],
    ['most links', '', '<a href="/v1.2">New</a> <a href="v1.2.html">New</a> <a href="docs/old.htm">Old</a>', undefined, html],
    ['equal numbers', '', '<a href="/v1.2">New</a> <a href="v1.2.html">New</a>', undefined, plain],
    [
      'links to indexes and to missing pages',
      '',
      '<a href="docs/index.html">Docs</a> <a href="no.html">No</a>',
      undefined,
      plain,
    ],
    ['links to other sites', '', '<a href="https://other.example/v1.2.html">New</a>', undefined, plain],
    ['canonical URLs, for any links', canonical('/guide'), '<a href="v1.2.html">New</a>', undefined, plain],
    ['canonical URLs', canonical('/guide.html'), '<a href="/v1.2">New</a>', undefined, html],
    ['canonical URLs of another site', '<link rel="canonical" href="https://o.example/guide.html">', '', undefined, plain],
    ['htmlUrls: true', canonical('/guide'), '<a href="/v1.2">New</a>', true, html],
    ['htmlUrls: false', canonical('/guide.html'), '<a href="v1.2.html">New</a>', false, plain],
  ])('%s', async (_, head, links, htmlUrls, urls) => {
    const documents = await twinInMemory(files(head, links), { url, ...(htmlUrls !== undefined && { htmlUrls }) });
    const listed = [...documents['sitemap.xml']!.matchAll(/<loc>(.*)<\/loc>/g)].map(([, each]) => each);
    expect(listed.sort()).toEqual(urls.map((path) => url + path).sort());
    for (const path of urls.filter((each) => !head.includes('o.example') || !each.startsWith('/guide')))
      expect(documents[`${path === '/' ? 'index' : path.slice(1).replace(/\/$|\.html?$/, '')}.md`]).toContain(
        `canonical_url: ${url}${path}\n`,
      );
    expect(documents['guide.md']).toContain(`[or here](${url}${urls[2]}#here)`);
  });

  it.each([
    ['on', html],
    ['off', plain],
    ['auto', html],
  ])('--html-urls %s, and a second run is the same', async (value, urls) => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'out'), files('', '<a href="v1.2.html">New</a>'));
    const run = () => runWarm(['twin', 'out', '--url', url, '--html-urls', value], { cwd });
    expect((await run()).code).toBe(0);
    const tree = readTree(join(cwd, 'out'));
    for (const path of urls) expect(tree['sitemap.xml']).toContain(`<loc>${url}${path}</loc>`);
    expect((await run()).code).toBe(0);
    expect(readTree(join(cwd, 'out'))).toEqual(tree);
  });

  it('--html-urls yes: the error lists the valid values', async () => {
    const { code, stderr } = await runWarm(['twin', 'out', '--url', url, '--html-urls', 'yes'], { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--html-urls: found "yes", expected on or off or auto')]);
  });

  it('a page that declares another form is a warning, also in a check, and its twin has the form of the site', async () => {
    const cwd = temporaryFolder();
    const head = `${canonical('/guide')}<meta property="og:url" content="${url}/guide/">`;
    const more = { 'docs/index.html': guide(canonical('/docs/index.html'), ''), 'v1.2.html': guide(canonical('/v1.2.html'), '') };
    writeFiles(join(cwd, 'out'), { ...files(head, ''), ...more });
    const expected = [
      ['docs/index.html', `the canonical URL of the page is ${url}/docs/index.html, which redirects to ${url}/docs/`],
      ['guide.html', `the canonical URL of the page is ${url}/guide, which redirects to ${url}/guide.html`],
      ['guide.html', `the og:url of the page is ${url}/guide/, which redirects to ${url}/guide.html`],
    ];
    const found = (stdout: string): unknown =>
      JSON.parse(stdout)
        .findings.filter(({ check }: Record<string, string>) => check === 'canonical-mismatch')
        .map(({ severity, file, message }: Record<string, string>) => [severity, file, message]);
    const twinRun = await runWarm(['twin', 'out', '--url', url, '--format', 'json', '--html-urls', 'on'], { cwd });
    expect(found(twinRun.stdout)).toEqual(expected.map((row) => ['warning', ...row]));
    expect(readTree(cwd)['out/guide.md']).toContain(`canonical_url: ${url}/guide.html\n`);
    const checked = await runWarm(['check', 'out', '--format', 'json'], { cwd });
    expect(found(checked.stdout)).toEqual(expected.map(([file, ...row]) => ['warning', `out/${file}`, ...row]));
  });
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

  const footer = (at: number) =>
    `<div hidden><p>${`A paragraph of page ${at} that is hidden until a script shows it. `.repeat(20)}</p></div>`;
  const theirs = {
    'index.html': `<!doctype html><html lang="en"><head><title>Home</title></head><body><h1>Home</h1>${own(0)}<p>{{ title }} <a href="/gone">a</a> ${'word '.repeat(30_000)}</p></body></html>`,
    'hidden.html': `<!doctype html><html lang="en"><head><meta name="robots" content="noindex"><title>H</title></head><body>${own(9)}</body></html>`,
    '5.md': '# Mine\n',
    'sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}/hidden</loc></url></urlset>`,
    '.well-known/openapi.json': '{"openapi":"3.1.0","info":{"title":"Theirs","version":"1"},"paths":{}}',
    'llms.txt': `# Theirs\n\n- [Hidden](${url}/hidden): [not closed](/nowhere.md)\n`,
  };
  it.each<[what: string, layout: (at: number) => string, options: string[], found: number]>([
    ['nothing, in existing files: pages, twins, documents', own, [], 0],
    ['losses of a twin', (at) => own(at).repeat(9) + footer(at), [], 6],
  ])('%s, with the same exit code', async (_, layout, options, warnings) => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'out'), { ...pages((at) => `<div>${layout(at)}</div>`), ...theirs });
    const twinRun = await runWarm(['twin', 'out', '--url', url, '--format', 'json', ...options], { cwd });
    const checked = await runWarm(['check', 'out', '--format', 'json'], { cwd });
    const found = JSON.parse(twinRun.stdout || '{"findings":[]}').findings;
    expect(found).toHaveLength(warnings);
    // A check also names dead links of the site itself, as it did before.
    const dead = { check: 'dead-link', severity: 'warning', file: 'out/index.html', message: expect.stringContaining('/gone') };
    expect(JSON.parse(checked.stdout).findings).toEqual([
      ...found.map((finding: { file: string }) => ({ ...finding, file: `out/${finding.file}` })),
      expect.objectContaining(dead),
    ]);
    expect([twinRun.code, checked.code]).toEqual([0, 0]);
    writeFiles(cwd, withoutDeadLinks);
    expect((await runWarm(['check', 'out', '--strict'], { cwd })).code).toBe(warnings > 0 ? 1 : 0);
  });

  const within = (at: number) => `<main id="x">${own(at).repeat(9)}${footer(at)}</main>`;
  const marked = (mark: string) => (at: number) => within(at).replace('<div hidden', `<div hidden ${mark}`);
  it('text lost in the content: both name the fixes', async () => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'out'), { ...pages(within), 'index.html': theirs['index.html'] });
    const fixesOf = async (...args: string[]): Promise<string[]> =>
      JSON.parse((await runWarm([...args, '--format', 'json'], { cwd })).stdout).findings.map(({ fix }: { fix: string }) => fix);
    const fixes = await fixesOf('twin', 'out', '--url', url);
    expect(fixes).toEqual(
      Array(7).fill(expect.stringMatching(/^Mark .* data-markdown-only .* data-markdown-ignore; or .* --exclude, or .*off\.$/)),
    );
    writeFiles(cwd, withoutDeadLinks);
    expect(await fixesOf('check', 'out')).toEqual(fixes);
  });

  it.each<[fix: string, layout: (at: number) => string, settings?: object]>([
    ['data-markdown-only', marked('data-markdown-only')],
    ['data-markdown-ignore', marked('data-markdown-ignore')],
    ['exclude', within, { exclude: ['[1-7].html'] }],
  ])('text lost in the content: %s works', async (_, layout, settings) => {
    const plan = await planInMemory({ ...pages(layout), 'index.html': page('Home', '<p>Text.</p>') }, { url, ...settings });
    expect(plan.pages.filter(({ parity }) => parity && parity.ratio < 1)).toEqual([]);
  });

  it.each<[what: string, layout: (at: number) => string, options: string[], later: RegExp]>([
    [
      'nothing, if every page has an unnamed menu',
      (at) => menu(at) + own(at),
      [],
      /^the twin of \/3 holds .* of the page; lost: words "sentence" in "What page 3 says, in a .*"$/,
    ],
    [
      'nothing, with a content selector',
      (at) => `<div id="x">${own(at)}</div><p>${'Beside it. '.repeat(20 + at)}</p>`,
      ['--content', '#x'],
      /^the twin of \/3 holds .* of the page; lost: words "sentence" in "What page 3 says, in a .*"$/,
    ],
  ])('%s', async (_, layout, options, later) => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'out'), pages(layout));
    const check = async () => parityOf((await runWarm(['check', 'out', '--format', 'json'], { cwd })).stdout);
    const twinRun = await runWarm(['twin', 'out', '--url', url, '--format', 'json', ...options], { cwd });
    expect([parityOf(twinRun.stdout), await check()]).toEqual([[], []]);
    const twin = readTree(cwd)['out/3.md']!;
    writeFiles(join(cwd, 'out'), { '3.md': twin.replaceAll('a sentence', '') });
    expect(await check()).toEqual([['warning', 'out/3.html', expect.stringMatching(later)]]);
  });
});
