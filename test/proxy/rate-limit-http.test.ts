import { describe, expect, test } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { type Answer, answersIn, ask, listen, proxyOfTest } from './fixtures/client.ts';
import { checkInvariants, checkProblem } from './fixtures/invariants.ts';
import { temporarySite } from './fixtures/site.ts';

/* The quota of a client, as it is answered: each request counts, and over the quota it gets 429. */

const limited = (options = {}) => proxyOfTest({}, { rateLimit: 'enforced', rateLimitLimit: 3, rateLimitWindow: 60, ...options });

const remaining = ({ headers }: Answer): number => Number(headers['ratelimit-remaining']);

/** Requests of every kind, with their answers. */
const kinds: [method: string, path: string, headers: Record<string, string>, status: number][] = [
  ['GET', '/', {}, 200],
  ['HEAD', '/', {}, 200],
  ['GET', '/', { accept: 'text/html' }, 200],
  ['GET', '/nope', {}, 404],
  ['GET', '/pricing', { 'if-none-match': '*' }, 304],
  ['GET', '/pricing', { accept: 'application/pdf' }, 406],
  ['GET', '/pricing.html', {}, 301],
  ['GET', '/%zz', {}, 400],
  ['GET', `/${'a'.repeat(9_000)}`, {}, 414],
  ['POST', '/oauth/token', {}, 501],
  ['DELETE', '/', {}, 405],
  ['OPTIONS', '/', {}, 204],
  ['PROPFIND', '/', {}, 501],
];

test('all requests count equally', async () => {
  const { get } = await limited({ rateLimitLimit: 100 });
  for (const [at, [method, path, headers, status]] of kinds.entries()) {
    const got = await get(path, headers, method);
    expect([method, path, got.status, remaining(got)]).toEqual([method, path, status, 99 - at]);
  }
});

describe('over the quota', () => {
  test('each of them is 429, to be tried again when the window ends', async () => {
    const { get } = await limited();
    for (let i = 0; i < 3; i++) expect((await get('/')).status).toBe(200);
    for (const [method, path, headers] of kinds) {
      const got = await get(path, headers, method);
      checkInvariants(got, method);
      expect([method, path, got.status, remaining(got)]).toEqual([method, path, 429, 0]);
      expect(got.headers['retry-after']).toBe(got.headers['ratelimit-reset']);
      expect(Number(got.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(got.headers['cache-control']).toBe('no-store');
      if (method === 'HEAD') continue;
      const { type, detail } = checkProblem(got);
      expect(type).toMatch(/\/problems\.md#rate-limit-exceeded$/);
      expect(detail).toBe('3 requests in 60 seconds are allowed.');
    }
  });

  test.each(['/robots.txt', '/api/v1/health', '/api/health', '/robots.txt?a=b'])('%s is counted and answered', async (path) => {
    const { get } = await limited();
    for (let i = 0; i < 3; i++) expect(remaining(await get(path))).toBe(2 - i);
    expect((await get('/')).status).toBe(429);
    const got = await get(path);
    expect([got.status, remaining(got)]).toEqual([200, 0]);
  });

  test('requests that the parser refuses count, and get 429, too', async () => {
    const { get, raw } = await limited();
    for (let i = 0; i < 3; i++) {
      const [got] = answersIn(await raw('garbage\r\n\r\n'));
      expect([got!.status, remaining(got!)]).toEqual([501, 2 - i]);
    }
    expect((await get('/')).status).toBe(429);
    const [got] = answersIn(await raw('garbage\r\n\r\n'));
    expect([got!.status, got!.headers['retry-after']]).toEqual([429, got!.headers['ratelimit-reset']]);
  });

  test('advisory: answered, with the fields of an exceeded quota', async () => {
    const { get } = await limited({ rateLimit: 'advisory' });
    for (let i = 0; i < 5; i++) {
      const got = await get('/');
      expect([got.status, remaining(got), got.headers['retry-after']]).toEqual([200, Math.max(0, 2 - i), undefined]);
    }
  });
});

test('behind a trusted hop, X-Forwarded-For names the client', async () => {
  const { get } = await limited({ trustedHops: 1 });
  const from = async (client: string): Promise<number> => remaining(await get('/', { 'x-forwarded-for': client }));
  expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('10.9.9.9, 203.0.113.1')]).toEqual([2, 2, 1]);
});

test('an application that does not wait for a store that cannot be used goes on', async () => {
  const { dir, remove } = temporarySite();
  const proxy = createProxy({ dir, watch: false, rateLimitStore: 'not-a-url' });
  const { port, close } = await listen(proxy);
  await new Promise((resolve) => setImmediate(resolve));
  expect((await ask(port, '/pricing')).status).toBe(200);
  await close();
  await proxy.close();
  remove();
});
