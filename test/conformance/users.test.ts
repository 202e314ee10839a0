import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRedirects } from '../../build/contract/redirects.ts';
import { pluginSite, runWarm, temporaryFolder } from '../support/cli.ts';
import { ask, modes, service } from './client.ts';

/* Complaints of users of similar tools, unless another test covers them. */

const read = (path: string): string => readFileSync(join(service.dist, path), 'utf8');
const indexes = ['llms.txt', 'llms-full.txt', 'sitemap.md', 'sitemap.xml', '.well-known/openapi.json'];

describe.each(modes)('at %s', (_, base) => {
  it('a twin is displayed, not downloaded, and not noindex', async () => {
    const { status, headers } = await ask(base, '/about.md');
    expect([status, headers.get('content-disposition'), headers.get('x-robots-tag')]).toEqual([200, null, null]);
  });

  it.each(['/404.md', '/style.css.md', '/llms-full.md', '/.well-known/api-catalog.md', '/about/anything.md'])(
    'the invented path %s is 404',
    async (path) => {
      expect((await ask(base, path, { headers: { Accept: 'text/markdown, */*' } })).status).toBe(404);
    },
  );
});

it.each(indexes)('the 404 page is not in %s', (path) => {
  expect(read('404.html')).toContain('Nothing is published here');
  for (const trace of [`${service.url}/404`, 'Nothing is published here']) expect(read(path).includes(trace)).toBe(false);
});

it('redirect_from leads from the old paths of a page, and of its twin', async () => {
  const folder = temporaryFolder();
  const page = '---\nredirect_from: [/old, /before/, /very/old.html, "/{old}", "/a%2cb"]\n---\n# New\n\nMoved.\n';
  pluginSite(
    folder,
    { url: 'https://example.com', name: 'Example' },
    { 'src/index.md': '# Home\n\nText.\n', 'src/new.md': page },
  );
  expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0 });
  const redirects = parseRedirects(readFileSync(join(folder, '_site/_redirects'), 'utf8'));
  expect(Object.fromEntries([...redirects].map(([from, { location }]) => [from, location]))).toEqual({
    '/old': '/new/',
    '/old.md': '/new.md',
    '/before/': '/new/',
    '/before.md': '/new.md',
    '/very/old.html': '/new/',
    '/very/old.md': '/new.md',
    '/%7Bold%7D': '/new/',
    '/%7Bold%7D.md': '/new.md',
    '/a,b': '/new/',
    '/a,b.md': '/new.md',
  });
});
