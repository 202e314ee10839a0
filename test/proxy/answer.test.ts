import { describe, expect, test } from 'vitest';
import { readSiteFacts } from '../../build/contract/site-facts.ts';
import { answer } from '../../proxy/answers/answer.ts';
import { failureAnswer } from '../../proxy/answers/problem.ts';
import { remoteAnswer } from '../../proxy/answers/remote.ts';
import { OriginFailure } from '../../proxy/origin/failure.ts';
import type { RemoteContent, Site } from '../../proxy/origin/origin.ts';
import { documentOf } from '../../proxy/origin/resource.ts';

/* Answers that no HTTP request can cause. */

const url = 'https://example.com';
const overrides = {
  url,
  fallbackUrl: url,
  name: 'Example',
  rateLimitLimit: null,
  rateLimitWindow: null,
  deprecations: undefined,
  contentSecurityPolicy: null,
  sharedAge: null,
};
const site: Site = {
  ...readSiteFacts(undefined, overrides),
  has: () => false,
  nearest: () => undefined,
  notFound: undefined,
  notFoundIn: new Map(),
};
const requested = (target: string) => ({ method: 'GET', target, query: '', headers: {}, begun: 0 });

describe('a failure', () => {
  test.each([
    [new OriginFailure('unavailable', 'secret', { retryAfter: '3', detail: 'Soon.' }), 503, 'Soon.'],
    [Object.assign(new Error('secret'), { status: 413 }), 413, expect.any(String)],
    [new Error('secret'), 500, expect.any(String)],
    ['secret', 500, expect.any(String)],
  ])('%s → %i, with the cause only in the log', (error, status, detail) => {
    const got = failureAnswer(requested('/pricing'), site, error);
    expect([got.status, got.cause]).toEqual([status, error]);
    expect(JSON.parse(got.body as string).detail).toEqual(detail);
    expect(got.body).not.toContain('secret');
  });
});

test('a header value of the upstream with a line break is refused', async () => {
  const remote: RemoteContent = {
    kind: 'remote',
    open: async () => ({ status: 200, etag: '"a"\r\nX: y', body: new Uint8Array() }),
  };
  const got = await answer(requested('/x.bin'), site, documentOf('/x.bin', remote), remoteAnswer);
  expect([got.status, got.fields.includes('X: y')]).toEqual([500, false]);
});
