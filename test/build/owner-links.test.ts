import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localServers } from '../proxy/fixtures/local-servers.ts';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

/* Facts that only the owner knows: their APIs, links, and the address for reports. */

const url = 'https://example.com';
const issues = 'https://github.com/example/site/issues';
const settings = {
  feedback: issues,
  apis: [
    {
      name: 'Orders',
      url: 'https://api.example.com/v2',
      openapi: '/orders.json',
      docs: '/docs',
      status: 'https://status.example',
    },
    { name: 'Stock', openapi: '/stock.yaml' },
  ],
  llmsTxtLinks: [
    {
      name: 'Elsewhere',
      links: [
        { title: 'Forum [old]', url: 'https://forum.example/', note: 'Questions & *answers*' },
        { title: 'Docs', url: '/docs' },
      ],
    },
  ],
};
const page = (title: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Words of a page.</p></main></html>`;

const { serve } = localServers();
let tree: Record<string, string>;
let base = '';
const cwd = mkdtempSync(join(tmpdir(), 'diptych-'));
const dir = join(cwd, 'out');
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
beforeAll(async () => {
  writeFiles(cwd, {
    'out/index.html': page('Home'),
    'out/docs.html': page('Docs'),
    'out/orders.json': '{}',
    'out/stock.yaml': '',
    'diptych.json': JSON.stringify(settings),
  });
  expect((await runWarm(['twin', 'out', '--url', url, '-q'], { cwd })).code).toBe(0);
  tree = readTree(dir);
  base = await serve({ dir });
});

it('the API catalog lists the owner’s APIs and ours (RFC 9727)', () => {
  const { linkset } = JSON.parse(tree['.well-known/api-catalog']!) as { linkset: Record<string, unknown>[] };
  expect(linkset[0]!.item).toEqual([
    { href: `${url}/api/v1/health`, title: expect.any(String) },
    { href: 'https://api.example.com/v2', title: 'Orders' },
    { href: `${url}/stock.yaml`, title: 'Stock' },
  ]);
  expect(linkset.slice(2)).toEqual([
    {
      anchor: 'https://api.example.com/v2',
      'service-desc': [{ href: `${url}/orders.json`, title: 'Orders: OpenAPI' }],
      'service-doc': [{ href: `${url}/docs`, title: 'Orders: documentation' }],
      status: [{ href: 'https://status.example', title: 'Orders: status' }],
    },
    { anchor: `${url}/stock.yaml`, 'service-desc': [{ href: `${url}/stock.yaml`, title: 'Stock: OpenAPI' }] },
  ]);
});

it('llms.txt has the owner’s links below their heading, and the address for reports', () => {
  expect(tree['llms.txt']).toContain(
    '\n## Elsewhere\n\n- [Forum (old)](https://forum.example/): Questions & \\*answers\\*\n- [Docs](https://example.com/docs)\n',
  );
  expect(tree['llms.txt']).toContain(`Report mistakes: <${issues}>.`);
});

describe('answers contain the address for reports', () => {
  it.each([
    ['/', 'text/html', 200],
    ['/', 'text/markdown', 200],
    ['/docs.md', '*/*', 200],
    ['/llms.txt', '*/*', 200],
    ['/missing', 'application/json', 404],
    ['/missing', 'text/markdown', 404],
    ['/docs', 'image/png', 406],
  ])('%s as %s: %i', async (path, accept, status) => {
    const answer = await fetch(base + path, { headers: { accept } });
    const body = await answer.text();
    expect(answer.status).toBe(status);
    if (status !== 406) expect(answer.headers.get('link')).toContain(`<${issues}>; rel="help"`);
    if (status >= 400) expect(body).toMatch(new RegExp(`"?feedback"?: ?"${issues}"`));
  });
});

describe('an invalid setting is refused with one line', () => {
  it.each([
    [{ apis: [{ name: 'Orders' }] }, 'diptych.json:2: apis[0].url: expected "url", "openapi" or "docs"'],
    [{ apis: [{ name: 'Orders', openapi: 'orders.json' }] }, 'a path of the site like "/openapi.json", or a URL'],
    [{ feedback: 'docs@example.com' }, 'an e-mail address like "mailto:docs@example.com"'],
    [{ feedback: 'https://example.com/">x' }, 'a URL in ASCII'],
    [{ llmsTxtLinks: [{ name: 'Elsewhere', links: [] }] }, 'llmsTxtLinks[0].links: expected at least 1'],
  ])('%j', async (own, message) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'out/index.html': page('Home'), 'diptych.json': JSON.stringify(own, null, 1) });
    const { code, stderr } = await runWarm(['twin', 'out', '--url', url], { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(1);
  });
});
