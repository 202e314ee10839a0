import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { startHost } from '../proxy/fixtures/host.ts';
import {
  builtPluginSite,
  pluginConfig,
  pluginSite,
  readTree,
  runWarm,
  sharedFolder,
  temporaryFolder,
  writeFiles,
} from '../support/cli.ts';
import { plainLayout, plainPage, smallSite } from '../support/small-site.ts';

const url = 'https://me.github.io/project';
const note =
  /The site lies below \/project: crawlers read robots\.txt, and programs \/\.well-known\/, at the root of https:\/\/me\.github\.io only/;

interface Built {
  readonly tree: Record<string, string>;
  readonly stdout: string;
}

/** The small site below a path, built with the starter. */
async function buildBelow(folder: string): Promise<Built> {
  writeFiles(folder, { ...smallSite, 'site/_data/site.json': JSON.stringify({ name: 'Small', url }) });
  const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  return { tree: readTree(join(folder, 'dist')), stdout };
}

function served(options: Parameters<typeof createProxy>[0]): ReturnType<typeof createProxy> {
  const proxy = createProxy({ watch: false, ...options });
  onTestFinished(() => proxy.close());
  return proxy;
}

describe(`a site from init with "url": "${url}"`, () => {
  const folder = sharedFolder();
  let built: Built;
  beforeAll(async () => {
    built = await buildBelow(folder);
  });

  it('its pages, twins and documents are below the path, and the build reports the exceptions', async () => {
    const { tree, stdout } = built;
    expect(stdout).toMatch(note);
    expect(tree['index.html']).toContain('<a href="/project/about">');
    expect(tree['index.md']).toContain(`[about](${url}/about.md)`);
    expect(tree['about.md']).toContain(`canonical_url: ${url}/about\n`);
    expect(tree['llms.txt']).toContain(`](${url}/docs/first.md)`);
    expect(tree['sitemap.xml']).toContain(`<loc>${url}/docs/first</loc>`);
    expect(JSON.parse(tree['.well-known/openapi.json']!).servers).toEqual([{ url }]);
    for (const [file, text] of Object.entries(tree))
      if (!/\.(?:css|br|gz)$/.test(file)) expect(text.match(/https:\/\/me\.github\.io(?!\/project)[^\s"<)]*/g), file).toBeNull();
    const { code, stdout: checked } = await runWarm(['check', 'dist'], { cwd: folder });
    expect([code, checked]).toEqual([0, expect.stringContaining('Checked 3 pages: no defects')]);
    expect(checked).toMatch(note);
  });

  it.each<[path: string, accept: string, status: number, found: Record<string, unknown>]>([
    ['/project/', 'text/html', 200, { 'content-location': '/project/' }],
    ['/project/about', 'text/markdown', 200, { 'content-location': '/project/about.md' }],
    ['/project/about.md', '*/*', 200, { link: expect.stringContaining(`<${url}/about>; rel="canonical"`) }],
    [
      '/project/about',
      'text/html',
      200,
      { link: expect.stringContaining('</project/.well-known/api-catalog>; rel="api-catalog"') },
    ],
    ['/project/about.html', '*/*', 301, { location: '/project/about' }],
    ['/project', '*/*', 301, { location: '/project/' }],
    ['/project?a=b', '*/*', 301, { location: '/project/?a=b' }],
    ['/project/api/v1/health', '*/*', 200, {}],
    ['/project/nope', '*/*', 404, {}],
    ['/', '*/*', 302, { location: '/project/' }],
    ['/about', '*/*', 404, {}],
    ['/projects/about', '*/*', 404, {}],
    ['/.well-known/api-catalog', '*/*', 404, {}],
  ])('proxy: %s with Accept: %s → %i', async (path, accept, status, fields) => {
    const answer = await supertest(served({ dir: join(folder, 'dist') }))
      .get(path)
      .set('Accept', accept);
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(fields)]);
    if (status === 404) expect(JSON.parse(answer.text).instance).toBe(path);
    if (path === '/about')
      expect(JSON.parse(answer.text)).toMatchObject({
        detail: 'Nothing is published here: the site lies below /project.',
        hint: `Did you mean ${url}/about? Search: ${url}/api/v1/search?q=about`,
      });
  });

  it('the proxy in an application: at the path, and without one; other paths belong to the application', async () => {
    const proxy = served({ dir: join(folder, 'dist') });
    const own = (_: express.Request, res: express.Response): unknown => res.send('own');
    for (const app of [express().use('/project', proxy).use(own), express().use(proxy).use(own)]) {
      const page = await supertest(app).get('/project/about').set('Accept', 'text/markdown');
      expect(page.headers).toMatchObject({ 'content-location': '/project/about.md' });
      expect(page.headers.link).toContain(`<${url}/about>; rel="canonical"`);
      for (const path of ['/', '/about', '/robots.txt']) expect((await supertest(app).get(path)).text).toBe('own');
    }
  });

  it('the proxy in front of an upstream with the site below the path and its own redirects', async () => {
    const { tree } = built;
    const files = new Map(Object.entries(tree).map(([file, text]) => [`project/${file}`, Buffer.from(text, 'latin1')] as const));
    const moved = new Map([
      ['/project/moved', '/project/about'],
      ['/project/moved-abroad', `${url}/about`],
    ]);
    const host = await startHost(files, {
      also(req, res) {
        const location = moved.get(req.url!);
        if (location) res.writeHead(301, { Location: location }).end();
        return location !== undefined;
      },
    });
    onTestFinished(() => host.close());
    const app = supertest(served({ origin: `${host.url}/project` }));
    expect((await app.get('/project/about').set('Accept', 'text/markdown')).text).toContain('# About');
    for (const path of ['/project/moved', '/project/moved-abroad'])
      expect((await app.get(path)).headers.location).toBe('/project/about');
    expect((await app.get('/about')).status).toBe(404);
  });

  it('diptych check of its URL: everything announced exists', async () => {
    const server = createServer(served({ dir: join(folder, 'dist') }));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    for (const page of ['/project', '/project/', '/project/docs/first']) {
      const run = await runWarm(['check', `http://127.0.0.1:${port}${page}`], { cwd: folder });
      expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('Checked 3 pages: no defects')]);
    }
  });

  it('a link without the path is reported, with the correct one', async () => {
    const { tree } = built;
    const changed = temporaryFolder();
    writeFiles(changed, {
      ...tree,
      'about.html': tree['about.html']!.replace(
        '</main>',
        '<p><a href="/docs/first">x</a> <a href="/">host</a> <a href="/elsewhere">y</a><img src="/style.css" alt=""></p></main>',
      ),
    });
    const { stdout, stderr } = await runWarm(['check', changed], { cwd: changed });
    expect((stdout + stderr).match(/(?:link to|image) .*leads out.*/g)).toEqual([
      expect.stringMatching(
        /^link to \/docs\/first: leads out of the site, which lies below \/project .*Write \/project\/docs\/first;/,
      ),
      expect.stringMatching(/image \/style\.css: leads out of the site.*Write \/project\/style\.css;/),
    ]);
    expect(stdout + stderr).not.toContain('/elsewhere');
  });
});

const pages = {
  ...plainLayout,
  'src/index.md': plainPage('Home', '[About](/about/)'),
  'src/about.md': plainPage('About', 'Text.'),
};

/** A site whose links get the prefix of Eleventy. */
const withPrefix = (options: object, pathPrefix: string | undefined): Record<string, string> => ({
  ...pages,
  'eleventy.config.js': pluginConfig(
    options,
    'eleventyConfig.addPlugin(HtmlBasePlugin);',
    "import { HtmlBasePlugin } from '@11ty/eleventy';",
  ).replace('return {', `return { pathPrefix: ${JSON.stringify(pathPrefix)},`),
});

describe('a site with the plugin and Eleventy’s pathPrefix', () => {
  it.each([
    [url, '/project/'],
    ['https://example.com/a/b', 'a/b'],
  ])('url %s, pathPrefix %s', async (own, prefix) => {
    const tree = await builtPluginSite({}, withPrefix({ url: own, name: 'Own' }, prefix));
    expect(tree['index.html']).toContain(`href="${new URL(own).pathname}/about/"`);
    expect(tree['index.md']).toContain(`[About](${own}/about.md)`);
  });

  it.each([
    [
      url,
      undefined,
      `the site URL is ${url} and Eleventy's pathPrefix "/"; return { pathPrefix: '/project/' } from the configuration`,
    ],
    [url, '/other/', `the site URL is ${url} and Eleventy's pathPrefix "/other/"; return { pathPrefix: '/project/' }`],
    ['https://me.github.io', '/project/', `pathPrefix "/project/"; set the URL to ${url}, or remove pathPrefix`],
  ])('url %s and pathPrefix %s disagree', async (own, prefix, message) => {
    const cwd = pluginSite(temporaryFolder(), {}, withPrefix({ url: own, name: 'Own' }, prefix));
    const { code, stderr } = await runWarm(['build'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('no url: the local one, below the path', async () => {
    const tree = await builtPluginSite({}, withPrefix({ name: 'Own' }, '/project/'));
    expect(tree['llms.txt']).toContain('http://localhost:8080/project/about.md');
  });
});

it(`diptych twin --url ${url}: links of pages and twins are below the path`, async () => {
  const folder = temporaryFolder();
  const html = (body: string): string =>
    `<!doctype html><html lang="en"><head><title>T</title><link rel="stylesheet" href="/project/a.css"></head><body><main><h1>T</h1>${body}</main></body></html>`;
  writeFiles(folder, {
    'out/index.html': html(
      '<p><a href="/project/guide/">Guide</a>, <a href="/other/">elsewhere</a>, <a href="guide/#x">x</a>.</p>',
    ),
    'out/guide/index.html': html('<p id="x">The guide leads <a href="../">home</a>.</p>'),
    'out/a.css': '',
  });
  const { code, stdout } = await runWarm(['twin', 'out', '--url', url], { cwd: folder });
  expect([code, stdout]).toEqual([0, expect.stringMatching(note)]);
  const tree = readTree(join(folder, 'out'));
  expect(tree['guide/index.html']).toContain('<link rel="alternate" type="text/markdown" href="/project/guide.md">');
  expect(tree['index.md']).toContain(
    `[Guide](${url}/guide.md), [elsewhere](https://me.github.io/other/), [x](${url}/guide.md#x)`,
  );
  expect(tree['guide.md']).toContain(`[home](${url}/index.md)`);
});
