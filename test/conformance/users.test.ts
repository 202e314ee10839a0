import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { pluginSite, readTree, runWarm, temporaryFolder } from '../support/cli.ts';
import { ask, modes, service } from './client.ts';

/** Complaints of users of similar tools, by number, unless another test covers them. */

const read = (path: string): string => readFileSync(join(service.dist, path), 'utf8');
const indexes = ['llms.txt', 'llms-full.txt', 'sitemap.md', 'sitemap.xml', '.well-known/openapi.json'];
const twins = [...read('llms.txt').matchAll(/^- \[[^\]]+\]\((\S+\.md)\)/gm)].map(([, url]) => url!);

describe.each(modes)('complaints of readers, at %s', (_, base) => {
  it.each(twins)(
    '18, 19: %s is displayed, not downloaded, and has a canonical link for search engines, not noindex',
    async (url) => {
      const { status, headers } = await ask(base, url);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toBeNull();
      expect(headers.get('x-robots-tag')).toBeNull();
      const [, page] = /<([^>]+)>; rel="canonical"/.exec(headers.get('link')!)!;
      expect(page).not.toMatch(/\.md$/);
      expect((await ask(base, page!)).status).toBe(200);
    },
  );

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
  ])('20: the invented path %s is 404', async (path) => {
    expect((await ask(base, path, { headers: { Accept: 'text/markdown, */*' } })).status).toBe(404);
  });

  it.each(['/nope', '/nope.md', '/404.html', '/docs/nope/', '/style.css', '/llms.txt'])(
    '22: %s has no twin and advertises none',
    async (path) => {
      const { headers } = await ask(base, path, { headers: { Accept: 'text/html' } });
      expect(headers.get('link') ?? '').not.toContain('rel="alternate"');
    },
  );
});

describe('complaints about the documents', () => {
  it.each(indexes)('15: the 404 page is not in %s', (path) => {
    expect(read('404.html')).toContain('Nothing is published here');
    for (const trace of [`${service.url}/404`, 'Nothing is published here']) expect(read(path).includes(trace)).toBe(false);
  });

  it('25: every page that llms.txt lists is linked as Markdown', () => {
    const sections = read('llms.txt').split(/^## /m).slice(1);
    const targets = sections.flatMap((section) => [...section.matchAll(/^- \[[^\]]+\]\(([^)\s]+)\)/gm)].map(([, url]) => url!));
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((url) => !url.endsWith('.md') && !url.endsWith('/de/llms.txt'))).toEqual([]);
  });
});

describe('complaints about moved pages', () => {
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
  ])('24: %s redirects to %s', async (old, now) => {
    const folder = pluginSite(
      temporaryFolder(),
      { url: 'https://example.com', name: 'Example' },
      {
        'src/index.md': '# Home\n\nText.\n',
        'src/new.md': '---\nredirect_from: [/old, /before/, /very/old.html, "/{old}", "/a%2cb"]\n---\n# New\n\nMoved.\n',
      },
    );
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0 });
    const server = createServer(createProxy({ dir: join(folder, '_site') })).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((done) => server.once('listening', done));
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${old}?a=b`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `${now}?a=b`]);
    expect(Object.keys(readTree(join(folder, '_site'))).some((file) => file.startsWith('old'))).toBe(false);
  });
});
