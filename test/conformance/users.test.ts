import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { pluginSite, runWarm } from '../support/cli.ts';
import { ask, modes, service } from './client.ts';

/* Complaints of users of similar tools, unless another test covers them. */

const read = (path: string): string => readFileSync(join(service.dist, path), 'utf8');
const indexes = ['llms.txt', 'llms-full.txt', 'sitemap.md', 'sitemap.xml', '.well-known/openapi.json'];

describe.each(modes)('at %s', (_, base) => {
  it('a twin is displayed, not downloaded, and not noindex', async () => {
    const { status, headers } = await ask(base, '/about.md');
    expect([status, headers.get('content-disposition'), headers.get('x-robots-tag')]).toEqual([200, null, null]);
  });

  it.each([
    '/404.md',
    '/style.css.md',
    '/llms.txt.md',
    '/llms-full.md',
    '/api/v1/health.md',
    '/.well-known/api-catalog.md',
    '/.well-known/openapi.json.md',
    '/about.md.md',
    '/about/anything.md',
    '/_redirects.md',
  ])('the invented path %s is 404', async (path) => {
    expect((await ask(base, path, { headers: { Accept: 'text/markdown, */*' } })).status).toBe(404);
  });
});

it.each(indexes)('the 404 page is not in %s', (path) => {
  expect(read('404.html')).toContain('Nothing is published here');
  for (const trace of [`${service.url}/404`, 'Nothing is published here']) expect(read(path).includes(trace)).toBe(false);
});

describe('moved pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-moved-'));
  let app: supertest.Agent;
  let proxy: ReturnType<typeof createProxy>;
  beforeAll(async () => {
    pluginSite(
      folder,
      { url: 'https://example.com', name: 'Example' },
      {
        'src/index.md': '# Home\n\nText.\n',
        'src/new.md': '---\nredirect_from: [/old, /before/, /very/old.html, "/{old}", "/a%2cb"]\n---\n# New\n\nMoved.\n',
      },
    );
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0 });
    proxy = createProxy({ dir: join(folder, '_site'), watch: false });
    app = supertest.agent(proxy);
  });
  afterAll(async () => {
    await proxy?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['/old', '/new/'],
    ['/old.md', '/new.md'],
    ['/before/', '/new/'],
    ['/before.md', '/new.md'],
    ['/very/old.html', '/new/'],
    ['/very/old.md', '/new.md'],
    ['/%7bold%7D', '/new/'],
    ['/{old}.md', '/new.md'],
    ['/a,b', '/new/'],
  ])('%s redirects to %s', async (old, now) => {
    const { status, headers } = await app.get(`${old}?a=b`);
    expect([status, headers.location]).toEqual([301, `${now}?a=b`]);
  });
});
