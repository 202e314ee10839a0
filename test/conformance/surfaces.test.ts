import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemPathOf, problemTypes } from '../../build/contract/problem-types.ts';
import { methodsOf, surfaceList } from '../../build/contract/surfaces.ts';
import { ask, modes, quotaHeaders, service } from './client.ts';

const openapi = JSON.parse(readFileSync(join(service.dist, '.well-known/openapi.json'), 'utf8'));
const paths = Object.keys(openapi.paths);
const pages = paths.filter((path) => openapi.paths[path].get?.operationId.startsWith('getPage:'));
// The twin of the page of problems is an operation of its own.
const twins = paths.filter((path) => /^(?:getPageMarkdown:|getProblems$)/.test(openapi.paths[path].get?.operationId ?? ''));

function expectQuota(response: Response): void {
  const [limit, remaining, reset, policy] = quotaHeaders.map((name) => response.headers.get(name));
  expect(limit).toMatch(/^\d+$/);
  expect(remaining).toMatch(/^\d+$/);
  expect(Number(remaining)).toBeLessThanOrEqual(Number(limit));
  expect(reset).toMatch(/^\d+$/);
  expect(policy).toMatch(new RegExp(`^${limit};w=\\d+$`));
}

async function expectProblem(
  response: Response,
  status: number,
  id: keyof typeof problemTypes,
): Promise<Record<string, unknown>> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expectQuota(response);
  const problem = (await response.json()) as Record<string, unknown>;
  expect(Object.keys(problem).sort()).toEqual(['detail', 'hint', 'instance', 'status', 'title', 'type']);
  expect(problem).toMatchObject({ type: service.url + problemPathOf(id), title: problemTypes[id].title, status });
  for (const member of ['detail', 'instance', 'hint']) expect(problem[member]).toMatch(/\S/);
  return problem;
}

describe.each(modes)('the surfaces, served from %s', (_, base) => {
  const concrete = surfaceList.filter(({ path }) => !path.includes('{'));

  it.each(
    concrete.filter(({ kind }) => kind === 'artifact' || kind === 'live').map((surface) => [surface.path, surface] as const),
  )('GET %s', async (path, surface) => {
    const response = await ask(base, path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(surface.mediaType);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expectQuota(response);
    const body = await response.text();
    expect(body.length).toBeGreaterThan(0);
    const head = await ask(base, path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'etag', 'cache-control', 'link', 'content-length', 'vary'])
      expect([name, head.headers.get(name)]).toEqual([name, response.headers.get(name)]);
    if (surface.kind === 'artifact') {
      expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
      const again = await ask(base, path, { headers: { 'If-None-Match': response.headers.get('etag')! } });
      expect(again.status).toBe(304);
      expectQuota(again);
    }
  });

  it.each(concrete.filter(({ kind }) => kind === 'stub').map((surface) => [surface.method, surface.path] as const))(
    '%s %s',
    async (method, path) => {
      const response = await ask(base, path, { method });
      const problem = await expectProblem(response, 501, 'notImplemented');
      expect(problem.hint).toContain(`${service.url}/auth.md`);
      expect(response.headers.get('www-authenticate')).toBeNull();
      expect(response.headers.get('retry-after')).toBeNull();
    },
  );

  it.each([...new Set(concrete.map(({ path }) => path))])('OPTIONS %s and methods that it does not support', async (path) => {
    const options = await ask(base, path, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe(methodsOf(path).join(', '));
    expectQuota(options);
    const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methodsOf(path).includes(method));
    for (const method of wrong) {
      const response = await ask(base, path, { method });
      await expectProblem(response, 405, 'methodNotAllowed');
      expect(response.headers.get('allow')).toBe(methodsOf(path).join(', '));
    }
  });

  it.each(pages)('GET %s as HTML and as Markdown', async (path) => {
    const html = await ask(base, path);
    expect(html.status).toBe(200);
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html.headers.get('vary')).toMatch(/\bAccept\b/);
    expectQuota(html);
    const twin =
      openapi.paths[path].get && twins.find((url) => url === (path === '/' ? '/index.md' : `${path.replace(/\/$/, '')}.md`))!;
    expect(html.headers.get('link')).toContain(`<${twin}>; rel="alternate"; type="text/markdown"`);
    const markdown = await ask(base, path, { headers: { Accept: 'text/markdown' } });
    expect(markdown.status).toBe(200);
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(markdown.headers.get('content-location')).toBe(twin);
    const explicit = await ask(base, twin);
    expect(explicit.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toBe(await explicit.text());
    expect(markdown.headers.get('etag')).not.toBe(html.headers.get('etag'));
    expect(explicit.headers.get('link')).toContain(`<${service.url}${path}>; rel="canonical"`);
  });

  it.each(['/nope', '/nope.md', '/.well-known/nope', '/docs/nope/', '/llms.txt/nope', '/LLMS.TXT', '/llms.txt/'])(
    'GET %s',
    async (path) => {
      await expectProblem(await ask(base, path), 404, 'notFound');
    },
  );

  it.each(Object.keys(problemTypes) as (keyof typeof problemTypes)[])(
    'the type of problem %s resolves to its place in a document',
    async (id) => {
      const [path, slug] = problemPathOf(id).split('#') as [string, string];
      const response = await ask(base, path);
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toContain(problemTypes[id].title);
      expect(text).toMatch(new RegExp(`^#+ ${slug}$`, 'm'));
    },
  );
});

describe.each(modes)('where people look for it, at %s', (_, base) => {
  it('/openapi.json leads to the description', async () => {
    const answer = await ask(base, '/openapi.json?a=b');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/.well-known/openapi.json?a=b']);
  });

  it('a host without the proxy has the health document as a file', async () => {
    for (const path of ['/api/v1/health', '/api/health']) {
      const file = JSON.parse(readFileSync(join(service.dist, path), 'utf8')) as unknown;
      expect([path, file]).toEqual([path, await (await ask(base, path)).json()]);
    }
  });
});

describe('what is documented is served, and what is served is documented', () => {
  it('every path of openapi.json is a surface, a page or a twin', () => {
    const known = new Set<string>([...surfaceList.map(({ path }) => path), ...pages, ...twins]);
    expect(paths.filter((path) => !known.has(path))).toEqual([]);
    expect(pages.length).toBeGreaterThan(15);
    expect(twins).toHaveLength(pages.length);
  });

  it('every file of dist is documented, but assets, sidecars and the files that no URL names', () => {
    const manifest = JSON.parse(readFileSync(join(service.dist, '.diptych.json'), 'utf8')) as { files: Record<string, unknown> };
    const asset = /\.(css|js|svg|png|ico|br|gz)$/;
    const files = Object.keys(manifest.files).filter((file) => !asset.test(file) && !['404.html', '_redirects'].includes(file));
    const urls = files.map((file) =>
      file.endsWith('.html') ? `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}` : `/${file}`,
    );
    expect(urls.filter((url) => !paths.includes(url))).toEqual([]);
  });
});
