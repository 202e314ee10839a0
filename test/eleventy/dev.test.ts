import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginConfig, pluginSite, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { smallSite, writeSmallSite } from '../support/small-site.ts';
import { beginPreview, type Preview, sharedPreview, startPreview } from './preview-process.ts';

const is =
  (status: number, ...words: string[]) =>
  (answer: { status: number; text: string }): boolean =>
    answer.status === status && words.every((word) => answer.text.includes(word));
const lacks =
  (word: string) =>
  (answer: { status: number; text: string }): boolean =>
    answer.status === 200 && !answer.text.includes(word);

describe('a preview', () => {
  const shared = sharedPreview((folder) => {
    writeSmallSite(folder);
    writeFiles(folder, {
      'site/_includes/note.njk': '<p>First note</p>',
      'site/_data/team.json': '["Ann"]',
      'site/people.md':
        '---\ntemplateEngineOverride: njk,md\n---\n# People\n\n{% include "note.njk" %}\n\n{% for one in team %}{{ one }} {% endfor %}\n',
      'site/secret.md': '---\ndraft: true\n---\n# Secret plan\n\nThe canary sings.\n',
    });
  });

  describe('answers', () => {
    it('are as in production: negotiation, twins, indexes, problems, rate limits', async () => {
      const { preview } = shared;
      const html = await preview.get('/about', { accept: 'text/html' });
      expect(html.status).toBe(200);
      expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html.headers.get('vary')).toContain('Accept');
      expect(html.headers.get('ratelimit-limit')).toBe('120');
      expect(html.headers.get('link')).toContain('rel="alternate"; type="text/markdown"');
      expect(html.text).toContain('What this is about.');
      const markdown = await preview.get('/about', { accept: 'text/markdown' });
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(markdown.text).toBe((await preview.get('/about.md')).text);
      expect(markdown.text).toContain(`canonical_url: ${preview.url}/about\n`);
      const missing = await preview.get('/nope');
      expect(missing.status).toBe(404);
      expect(missing.headers.get('content-type')).toBe('application/problem+json');
      expect(missing.headers.get('ratelimit-remaining')).not.toBeNull();
      expect((await preview.get('/about/')).headers.get('location')).toBe('/about');
      expect((await preview.get('/llms.txt')).text).toContain(`(${preview.url}/about.md)`);
      expect(JSON.parse((await preview.get('/api/v1/health')).text)).toEqual({ status: 'ok', service: 'Small' });
      expect((await fetch(`${preview.url}/oauth/token`, { method: 'POST' })).status).toBe(404);
      const tag = markdown.headers.get('etag')!;
      expect((await preview.get('/about.md', { 'if-none-match': tag })).status).toBe(304);
    });

    it('add Eleventy’s script to pages only, with a policy that allows it', async () => {
      const { preview } = shared;
      const html = await preview.get('/about', { accept: 'text/html' });
      expect(
        html.text.match(/<script type="module" integrity="[^"]+" src="\/\.11ty\/reload-client\.js"><\/script>/g),
      ).toHaveLength(1);
      expect(html.text).not.toContain('diptych-preview');
      expect(html.headers.get('content-length')).toBe(String(Buffer.byteLength(html.text)));
      expect(html.headers.get('content-security-policy')).toMatch(/script-src 'self';.*connect-src 'self' ws: wss:/);
      for (const path of ['/about.md', '/llms.txt', '/style.css', '/sitemap.xml'])
        expect((await preview.get(path)).text).not.toContain('.11ty');
      expect((await preview.get('/.11ty/reload-client.js')).text).toContain('WebSocket');
      expect((await preview.get('/.diptych/preview.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
    });

    it('may not be stored', async () => {
      const { preview } = shared;
      for (const path of [
        '/about',
        '/about.md',
        '/llms.txt',
        '/style.css',
        '/about/',
        '/nope',
        '/api/v1/health',
        '/.diptych/preview.css',
      ])
        expect([path, (await preview.get(path)).headers.get('cache-control')]).toEqual([
          path,
          expect.stringContaining('no-store'),
        ]);
    });
  });

  describe('after a save', () => {
    it('site.json, a layout, an include, a data file, a copied file', async () => {
      const { folder, preview } = shared;
      await preview.until('/people', is(200, 'First note', 'Ann'));
      writeFiles(folder, { 'site/_includes/note.njk': '<p>Second note</p>' });
      await preview.until('/people.md', is(200, 'Second note'));
      writeFiles(folder, { 'site/_data/team.json': '["Ann","Bob"]' });
      await preview.until('/people.md', is(200, 'Ann Bob'));
      writeFiles(folder, { 'site/_data/site.json': '{"url":"https://www.example.com","name":"Renamed"}' });
      await preview.until('/llms.txt', is(200, '# Renamed'));
      await preview.until('/api/health', is(200, 'Renamed'));
      const layout = smallSite['site/_includes/layouts/page.njk']!;
      const page = await preview.listen();
      writeFiles(folder, { 'site/_includes/layouts/page.njk': layout.replace('<nav>', '<nav class="new">') });
      await preview.until('/about', is(200, '<nav class="new">'));
      writeFiles(folder, { 'site/_public/style.css': 'p { margin: 1px }\n' });
      // Open pages get messages about the layout meanwhile, twice if the watcher saw two writes.
      await page.next(({ type, subtype }) => type === 'eleventy.reload' && subtype === 'css');
      expect((await preview.get('/style.css')).text).toContain('1px');
      rmSync(join(folder, 'site/_public/style.css'));
      await preview.until('/style.css', is(404));
    });

    it('content: the page, its twin, llms-full.txt; open pages get a message', async () => {
      const { folder, preview } = shared;
      const page = await preview.listen();
      writeFiles(folder, { 'site/about.md': '# About\n\nSomething new to read.\n' });
      await page.next(({ type }) => type === 'eleventy.reload');
      for (const path of ['/about', '/about.md', '/llms-full.txt'])
        expect((await preview.get(path)).text).toContain('Something new to read.');
      await preview.says(/^site\/about\.md: built in [\d.]+ s$/m);
    });

    it('a new, renamed or removed page: the page, its twin, all indexes', async () => {
      const { folder, preview } = shared;
      writeFiles(folder, { 'site/docs/second.md': '# Second\n\nThe second page.\n' });
      for (const path of ['/llms.txt', '/sitemap.md', '/sitemap.xml', '/llms-full.txt', '/'])
        await preview.until(path, is(200, '/docs/second'));
      renameSync(join(folder, 'site/docs/second.md'), join(folder, 'site/docs/third.md'));
      await preview.until('/docs/third.md', is(200, 'The second page.'));
      await preview.until('/docs/second.md', is(404));
      rmSync(join(folder, 'site/docs/third.md'));
      await preview.until('/docs/third', is(404));
      await preview.until('/docs/third.md', is(404));
      for (const path of ['/llms.txt', '/sitemap.md', '/sitemap.xml', '/llms-full.txt', '/'])
        await preview.until(path, lacks('/docs/third'));
    });

    it('a draft, which has a page with a mark and a twin, but is in no index, becomes a normal page', async () => {
      const { folder, preview } = shared;
      expect((await preview.get('/secret', { accept: 'text/html' })).text).toMatch(
        /The canary sings\.[\s\S]*<p class="draft">Draft: shown in preview only<\/p>/,
      );
      expect((await preview.get('/secret.md')).text).toMatch(/^---\n(.*\n)*draft: true\n(.*\n)*---\n\n# Secret plan\n/);
      for (const path of [
        '/',
        '/about',
        '/index.md',
        '/llms.txt',
        '/llms-full.txt',
        '/sitemap.md',
        '/sitemap.xml',
        '/.well-known/openapi.json',
      ])
        expect((await preview.get(path, { accept: 'text/html' })).text).not.toMatch(/canary|secret/i);
      writeFiles(folder, { 'site/secret.md': '# Secret plan\n\nThe canary sings.\n' });
      await preview.until('/llms.txt', is(200, '/secret.md'));
      await preview.until('/secret', lacks('class="draft"'));
      expect((await preview.get('/secret.md')).text).not.toContain('draft:');
    });

    it('a page whose date is to come is marked', async () => {
      const { folder, preview } = shared;
      const meta = '<meta property="article:published_time" content="2999-01-02">';
      writeFiles(folder, {
        'site/to-come.html': `---\nlayout: false\n---\n<html><head><title>To come</title>${meta}</head><body><main><h1>To come</h1></main></body></html>\n`,
      });
      const mark = 'Dated 2999-01-02: builds with an earlier --date hold it back';
      await preview.until('/to-come', is(200, `<p class="draft">${mark}</p>`));
      expect((await preview.get('/to-come.md')).text).not.toContain(mark);
    });

    it('two files at the same time: both', async () => {
      const { folder, preview } = shared;
      writeFiles(folder, { 'site/about.md': '# About\n\nOne saved.\n', 'site/docs/first.md': '# First\n\nOther saved.\n' });
      await preview.until('/llms-full.txt', ({ text }) => /One saved\.[\s\S]*Other saved\./.test(text));
      await preview.until('/about', is(200, 'One saved.'));
      await preview.until('/docs/first', is(200, 'Other saved.'));
    });
  });

  describe('mistakes', () => {
    it('show location and fix; the last build is served; disappear when fixed', async () => {
      const { folder, preview } = shared;
      const page = await preview.listen();
      writeFiles(folder, {
        'site/about.md': '---\ntemplateEngineOverride: njk,md\n---\n# About\n\n{{ title | shout }} <b>\n',
      });
      await page.next(({ type }) => type === 'eleventy.reload');
      const overlay =
        /<section class="faults" role="alert".*<h2 class="place">site\/about\.md:6<\/h2><p class="message">there is no filter &#34;shout&#34;<\/p><pre class="excerpt"> {5}4 \| # About\n {5}5 \| \n&#62; {4}6 \| \{\{ title \| shout \}\} &#60;b&#62;\n {5}7 \| <\/pre><p class="advice">Fix: check its spelling, or add it in the configuration<\/p>/;
      const report = await preview.says(/\nerror {2}site[\s\S]*?last build that worked/);
      expect(report).toMatch(
        /^\nerror {2}site\/about\.md:6 {2}there is no filter "shout"\n.*# About\n.*\n.*> {4}6 \| .*\n.*\n {2}Fix: check its spelling/,
      );
      for (const path of ['/about', '/docs/first']) {
        const broken = await preview.get(path, { accept: 'text/html' });
        expect(broken).toMatchObject({ status: 200, text: expect.stringMatching(overlay) });
        expect(broken.headers.get('content-length')).toBe(String(Buffer.byteLength(broken.text)));
      }
      expect((await preview.get('/about', { accept: 'text/html' })).text).toContain('One saved.');
      expect((await preview.get('/about.md')).text).not.toContain('faults');
      writeFiles(folder, { 'site/about.md': '# About\n\nWell again.\n' });
      await preview.until('/about', ({ text }) => text.includes('Well again.') && !text.includes('diptych-preview'));
      await preview.says(/Fixed\. site\/about\.md: built in/);
    });

    it.each<[string, Record<string, string>, RegExp, Record<string, string>]>([
      [
        'front matter',
        { 'site/about.md': '---\ntitle: [\n---\n# About\n' },
        /site\/about\.md:3 {2}bad front matter/,
        { 'site/about.md': '# About\n\nWell again, page.\n' },
      ],
      [
        'site.json',
        { 'site/_data/site.json': '{"url":"https://www.example.com","nmae":"x"}' },
        /site\/_data\/site\.json.*unknown key "nmae"/,
        { 'site/_data/site.json': '{"url":"https://www.example.com","name":"Well again, site."}' },
      ],
      [
        'two pages on one URL',
        { 'site/other.md': '---\npermalink: about.html\n---\n# Other\n' },
        /site\/about\.md and site\/other\.md both write/,
        { 'site/other.md': '# Well again, other.\n\nText.\n' },
      ],
    ])('recovers from a mistake in %s', async (_, mistake, message, remedy) => {
      const { folder, preview } = shared;
      writeFiles(folder, mistake);
      await preview.says(message);
      expect((await preview.get('/about')).status).toBe(200);
      writeFiles(folder, remedy);
      await preview.says(/Fixed\./);
      const [word = ''] = /Well again, \w+/.exec(JSON.stringify(remedy)) ?? [];
      await preview.until('/llms-full.txt', is(200, word));
    });

    it('that the checks find are reported once, then only changes, and do not stop the preview', async () => {
      const { folder, preview } = shared;
      writeFiles(folder, { 'site/about.md': '# About\n\nSee [nothing](/nowhere).\n' });
      await preview.says(/error +site\/about\.md:3 +dead-link[\s\S]*?\n1 error in 1 file\n/);
      expect((await preview.get('/about')).text).toContain('/nowhere');
      writeFiles(folder, { 'site/about.md': '# About\n\nOne more line.\n\nSee [nothing](/nowhere).\n' });
      await preview.says(/about\.md: built/);
      writeFiles(folder, { 'site/docs/first.md': '# First\n\nSee [nothing](/gone).\n' });
      const report = await preview.says(/[\s\S]*In all 2 errors in 2 files\./);
      expect(report.match(/site\/\S+ +dead-link/g)).toEqual(['site/docs/first.md:3  dead-link']);
      writeFiles(folder, { 'site/about.md': '# About\n\nSee [home](/).\n' });
      await preview.says(/\n1 fixed; still 1 error in 1 file\.\n/);
      writeFiles(folder, { 'site/docs/first.md': smallSite['site/docs/first.md']! });
      await preview.says(/\nNo defects\.\n/);
    });

    it('that the checks find is the same finding when only its number changes', async () => {
      const { folder, preview } = shared;
      const layout = 'site/_includes/layouts/page.njk';
      writeFiles(folder, { [layout]: smallSite[layout]!.replace('</main>', '<a href="/gone">Gone</a></main>') });
      await preview.says(/dead-link .*, and on \d+ other pages/);
      writeFiles(folder, { 'site/new.md': '# New\n\nSee [nothing](/nowhere).\n' });
      const output = await preview.says(/[\s\S]*In all 2 errors in 2 files\./);
      expect(output.match(/site\/\S+ +dead-link/g)).toEqual(['site/new.md:3  dead-link']);
      rmSync(join(folder, 'site/new.md'));
      writeFiles(folder, { [layout]: smallSite[layout]! });
      await preview.says(/\nNo defects\.\n/);
    });

    it('from the start: a waiting page, a problem for agents, and then the site', async () => {
      const folder = writeSmallSite(temporaryFolder());
      writeFiles(folder, { 'site/about.md': '---\ntemplateEngineOverride: njk,md\n---\n{% nope %}\n' });
      const preview = await startPreview(folder);
      const waiting = await preview.get('/', { accept: 'text/html' });
      expect(waiting).toMatchObject({ status: 503, text: expect.stringMatching(/reload-client\.js[\s\S]*site\/about\.md:4/) });
      const problem = await preview.get('/about.md');
      expect(problem.status).toBe(503);
      expect(JSON.parse(problem.text)).toMatchObject({ type: expect.stringMatching(/\/problems\.md#unavailable$/), status: 503 });
      writeFiles(folder, { 'site/about.md': '# About\n\nAt last.\n' });
      await preview.until('/about', is(200, 'At last.'));
    });
  });

  it('writes only into its own folder in the project, and removes it', async () => {
    const { folder, preview } = shared;
    expect(readdirSync(folder).sort()).toEqual(['.diptych', 'site']);
    expect(await preview.stop('SIGINT')).toBe(0);
    expect(existsSync(join(folder, '.diptych/preview'))).toBe(false);
  });
});

async function listensAt(name: string, preview: Preview): Promise<void> {
  const { hostname, port } = new URL(preview.url);
  expect(hostname).toBe(name);
  expect((await preview.get('/')).status).toBe(200);
  await expect(fetch(`http://127.0.0.4:${port}/`)).rejects.toThrow();
}
async function endsBy(signal: NodeJS.Signals, preview: Preview): Promise<void> {
  expect(await preview.stop(signal)).toBe(0);
  await expect(preview.get('/')).rejects.toThrow();
}

describe('the configuration', () => {
  const config = (name: string): string =>
    pluginConfig(
      `{ url: 'https://www.example.com', name: '${name} ' + word }`,
      "appendFileSync('read.txt', 'x');",
      "import { appendFileSync } from 'node:fs';\nimport { word } from './words.js';",
    );
  const write = (folder: string): string =>
    pluginSite(
      folder,
      {},
      {
        'src/index.md': '# Home\n\nText.\n',
        'words.js': "export const word = 'first';\n",
        'eleventy.config.js': config('Own'),
      },
    );
  const shared = sharedPreview(write, (folder) => beginPreview(folder, [], { HOST: '127.0.0.3' }));

  it('is read once by a preview, which listens at HOST', async () => {
    const { folder, preview } = shared;
    await listensAt('127.0.0.3', preview);
    expect(readFileSync(join(folder, 'read.txt'), 'utf8')).toBe('x');
    expect(existsSync(join(folder, '_site'))).toBe(false);
  });

  it('is read once by a build', async () => {
    const folder = write(temporaryFolder());
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'read.txt'), 'utf8')).toBe('x');
  });

  it('and its imports are read again when saved', async () => {
    const { folder, preview } = shared;
    await preview.until('/llms.txt', is(200, '# Own first'));
    writeFiles(folder, { 'words.js': "export const word = 'second';\n" });
    await preview.until('/llms.txt', is(200, '# Own second'));
    writeFiles(folder, { 'eleventy.config.js': config('Other') });
    await preview.until('/llms.txt', is(200, '# Other second'));
  });

  it('with an error: the server stays, and builds again when fixed', async () => {
    const { folder, preview } = shared;
    writeFiles(folder, { 'eleventy.config.js': 'export default (eleventyConfig) => {\n  eleventyConfig.nope();\n};\n' });
    await preview.says(/eleventy\.config\.js:2 {2}eleventyConfig\.nope is not a function/);
    await preview.until('/', is(200, 'eleventyConfig.nope is not a function'));
    writeFiles(folder, { 'eleventy.config.js': config('Again') });
    await preview.until('/llms.txt', is(200, '# Again'));
    await preview.says(/Fixed\./);
    await preview.until('/', lacks('diptych-preview'));
    await endsBy('SIGTERM', preview);
  });
});

describe('the process', () => {
  it('takes the next port if one is in use, and prints it; listens only at --host, which overrides HOST, until a signal ends it', async () => {
    const server = createServer().listen(0, '127.0.0.2');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as AddressInfo;
    const args = ['--port', String(port), '--host', '127.0.0.2'];
    const preview = await startPreview(writeSmallSite(temporaryFolder()), args, { HOST: '127.0.0.3' });
    server.close();
    expect(preview.text()).toContain(`Port ${port} is in use.\n`);
    expect(Number(new URL(preview.url).port)).toBeGreaterThan(port);
    await listensAt('127.0.0.2', preview);
    await endsBy('SIGHUP', preview);
  });

  it.each([
    [['--port', 'x'], 2, '--port: found "x", expected a whole number from 0 to 65535'],
    [['--host', '192.0.2.1'], 1, 'cannot serve the preview: listen EADDRNOTAVAIL: address not available 192.0.2.1'],
    [['--allowed-hosts', 'http://box.local'], 2, '--allowed-hosts http://box.local: expected host names'],
  ])('%j: exit %i with one line', async (args, exit, line) => {
    const { code, stdout, stderr } = await runWarm(['dev', '--port', '0', ...args], {
      cwd: writeSmallSite(temporaryFolder()),
    });
    expect({ code, stdout, stderr }).toEqual({ code: exit, stdout: '', stderr: expect.stringContaining(`diptych: ${line}`) });
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
