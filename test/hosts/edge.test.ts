import { createHash } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SiteDescription } from '../../build/contract/manifest.ts';
import type { HostedSite, SiteSource } from '../../build/hosts/hosted-site.ts';
import { descriptionOf, filesOf, siteUrl } from '../proxy/fixtures/site.ts';
import { runs } from '../support/runs.ts';
import { cloudflare, edgeSiteOf, githubPages, hostedSiteOf, netlify, vercel } from './hosted.ts';

/* Exports for platforms that run code or serve files, read as the platform reads them. */

const place = { folder: 'dist' };

const described = descriptionOf() as SiteDescription;

function siteFrom(files: ReadonlyMap<string, Buffer>, more: Partial<SiteSource> = {}): HostedSite {
  return hostedSiteOf({
    files: [...files.keys()],
    version: '1.2.3',
    bytesOf: (file) => files.get(file)!,
    site: described,
    ...more,
  });
}

const files = filesOf();
const site = siteFrom(files);
const textsOf = (given: HostedSite): Record<string, string> =>
  Object.fromEntries(
    [
      ...cloudflare.siteFiles(given),
      ...cloudflare.projectFiles(given, place),
      ...netlify.projectFiles(given, place),
      ...vercel.projectFiles(given),
      ...githubPages.siteFiles(given),
    ].flatMap(({ path, body }) => (body === undefined ? [] : [[path, String(body)]])),
  );
const texts = textsOf(site);

/** Runs code of a handler with the web globals of a fetch runtime, without Node's own. */
function runHandlerCode(code: string, result: string): any {
  const web = { URL, Request, Response, Headers, TextEncoder, TextDecoder, ReadableStream, TransformStream, console };
  return new Script(`'use strict';\n${code}\n${result};`, { filename: 'handler.js' }).runInContext(createContext(web));
}

describe('exported files', () => {
  it('are the same for the same site', () => {
    expect(textsOf(siteFrom(new Map([...files].reverse())))).toEqual(texts);
  });

  it.each([
    '_worker.js',
    '_headers',
    '.assetsignore',
    'wrangler.jsonc',
    'netlify.toml',
    'netlify/edge-functions/diptych.js',
    '.vercel/output/functions/diptych.func/index.mjs',
  ])('%s starts with its generator', (path) => {
    const lines = texts[path]!.split('\n');
    expect(lines[0]).toMatch(/^(?:\/\/|#) Made by Diptych 1\.2\.3 \(diptych export\), for .*https:\/\/example\.test\.$/);
  });

  it('the Worker imports nothing, and its handler uses no name of Node', async () => {
    expect(texts['_worker.js']).not.toMatch(/^\s*import\b|\bimport\(/m);
    const handler = runHandlerCode(
      texts['_worker.js']!.replace(/let files;[\s\S]*$/, ''),
      'createHandler({ site, assets: (path) => new Response(path) })',
    );
    const got: Response = await handler(new Request(`${siteUrl}/pricing`, { headers: { accept: 'text/markdown' } }));
    expect([got.status, await got.text(), got.headers.get('content-location')]).toEqual([200, '/pricing.md', '/pricing.md']);
  });

  it.each(['_worker.js', 'netlify/edge-functions/diptych.js', '.vercel/output/functions/diptych.func/index.mjs'])(
    '%s reads the table at start, not in the first request',
    (path) => {
      const start = (text: string) =>
        runHandlerCode(text.replace(/^export default/m, 'const own =').replace(/^export /gm, ''), 'createHandler');
      expect(start(texts[path]!)).toBeDefined();
      expect(() => start(texts[path]!.replace('{\\"version\\":1', '{\\"version\\":2'))).toThrow(/"site" is not a table/);
    },
  );

  it('wrangler.jsonc excludes only images and styles from the Worker', () => {
    const { assets, main } = JSON.parse(texts['wrangler.jsonc']!.replace(/^\/\/.*$/gm, ''));
    expect([main, assets.directory, assets.html_handling]).toEqual(['dist/_worker.js', 'dist', 'none']);
    const [all, ...rules] = assets.run_worker_first as string[];
    expect(all).toBe('/*');
    const isKeptOff = (path: string): boolean => rules.some((rule) => path.endsWith(rule.slice('!/*'.length)));
    expect(['/a/b.png', '/style.css', '/app.js', '/font.woff2'].filter((path) => !isKeptOff(path))).toEqual([]);
    const texts_ = ['/about', '/about.md', '/about.html', '/llms.txt', '/sitemap.xml', '/.well-known/openapi.json', '/docs/'];
    expect(texts_.filter(isKeptOff)).toEqual([]);
    expect(rules.length).toBeLessThan(100);
  });

  it('a page whose URL looks like a script goes to the handler', () => {
    const odd = siteFrom(filesOf({ files: { 'why-next.js.html': '<h1>Why</h1>' } }));
    expect(cloudflare.projectFiles(odd, place)[0]!.body).not.toContain('!/*.js"');
  });

  it('a download that looks like a sidecar is uploaded', () => {
    const packed = siteFrom(filesOf({ files: { 'data.tar.gz': 'x' } }));
    const ignored = String(cloudflare.siteFiles(packed).find(({ path }) => path === '.assetsignore')!.body);
    expect(ignored).toMatch(/^\*\.gz\n[\s\S]*^!\/data\.tar\.gz$/m);
  });

  it('Vercel: pages are in a folder for the function only, images at their own paths', () => {
    const paths = vercel.projectFiles(site).map(({ path }) => path);
    expect(paths).toContain('.vercel/output/static/_diptych/pricing.html');
    expect(paths).toContain('.vercel/output/static/assets/pixel.png');
    expect(paths.filter((path) => /static\/(?!_diptych|assets)/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.br'))).toEqual([]);
  });

  it('Netlify: alternative URLs of pages are noindex', () => {
    expect(texts['netlify.toml']).toContain('for = "/_diptych/*"\n[headers.values]\nX-Robots-Tag = "noindex"\n');
  });

  it('GitHub Pages: a moved page redirects, a moved twin does not', () => {
    expect(texts['old-prices.html']).toContain('<meta http-equiv="refresh" content="0; url=/pricing">');
    expect(Object.keys(texts).filter((path) => path.startsWith('old-prices'))).toEqual(['old-prices.html']);
  });
});

describe('values from pages', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(...'"\'`\\${}%<>#;/*\n\r\u2028\u2029\u0000é€😀a.b-'.match(/./gsu)!, '</script>', '*/', '//', '${x}'),
    maxLength: 12,
  });

  it('stay quoted: paths, names, redirects', () => {
    const property = fc.property(hostile, hostile, hostile, (path, name, target) => {
      const odd = siteFrom(
        new Map([
          ['index.html', Buffer.from('<html><head></head><body></body></html>')],
          [`a${path}b.html`, Buffer.from('<html><head></head><body></body></html>')],
          [`a${path}b.md`, Buffer.from('')],
          ['_redirects', Buffer.from(`/old${encodeURI(target.replace(/[\ud800-\udfff]/g, ''))} /new"'%22${target} 301\n`)],
        ]),
        { site: { ...described, name, contentSecurityPolicy: "default-src 'self'" } },
      );
      const written = textsOf(odd);
      const worker = written['_worker.js']!.replace(/let files;[\s\S]*$/, '');
      expect(runHandlerCode(worker, 'JSON.stringify(site)')).toBe(JSON.stringify(edgeSiteOf(odd)));
      const config = JSON.parse(written['wrangler.jsonc']!.replace(/^\/\/.*$/gm, ''));
      expect(config.name).toBe('example-test');
      for (const line of written._headers!.split('\n').filter((each) => !each.startsWith('#')))
        expect(line).toMatch(/^(?:|\/\*(?:\.\w+)?| {2}[\w-]+: [\x20-\x7e]+)$/);
      for (const [file, page] of Object.entries(written).filter(([, text]) => text.includes('http-equiv="refresh"')))
        expect([file, page.match(/<(?!\/)/g)!.length]).toEqual([file, 12]);
    });
    fc.assert(property, { numRuns: runs(20, 200), seed: 12 });
  });

  it('digests match the files', () => {
    const tag = createHash('sha256').update(files.get('pricing.md')!).digest('base64url').slice(0, 22);
    expect(edgeSiteOf(site).files['pricing.md']).toEqual([tag, files.get('pricing.md')!.length]);
  });
});
