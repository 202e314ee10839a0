import { describe, expect, test } from 'vitest';
import type { Quota } from '../../proxy/http/quota.ts';
import { silentLog } from '../../proxy/observe/log.ts';
import { createClientKey } from '../../proxy/rate-limit/client-key.ts';
import { createRateLimiter, type RateLimitOptions } from '../../proxy/rate-limit/limiter.ts';
import { createMemoryCounter } from '../../proxy/rate-limit/memory.ts';

/* How requests are counted: windows, clients, and a store that others share. */

const options: RateLimitOptions = {
  rateLimit: 'advisory',
  rateLimitStore: null,
  trustedHops: 0,
  log: silentLog,
};

/** A limiter of 3 requests in 60 s with a manual clock. */
function limiterAt(overrides: Partial<RateLimitOptions> = {}, policy = { limit: 3, window: 60 }) {
  const clock = { ms: 1_000_000 };
  const limiter = createRateLimiter({ ...options, ...overrides }, policy, { now: () => clock.ms });
  const count = (address = '203.0.113.7', exempt = false): Quota =>
    limiter.count({ address, forwardedFor: undefined, exempt }) as Quota;
  return { clock, limiter, count };
}

describe('quota of one client', () => {
  test('counts down to 0 and stays there', () => {
    const { count } = limiterAt();
    expect(count()).toEqual({ limit: 3, remaining: 2, reset: 60, policy: '3;w=60', refused: false });
    expect([2, 3, 4, 5].map(() => count().remaining)).toEqual([1, 0, 0, 0]);
  });

  test.each([
    [0, 60],
    [999, 60],
    [1000, 59],
    [59_999, 1],
    [60_000, 60],
  ])('Reset %i ms after the first request: %i', (ms, reset) => {
    const { clock, count } = limiterAt();
    count();
    clock.ms += ms;
    expect(count().reset).toBe(reset);
  });

  test('starts again after the window', () => {
    const { clock, count } = limiterAt();
    for (let i = 0; i < 5; i++) count();
    clock.ms += 60_000;
    expect(count()).toMatchObject({ remaining: 2, reset: 60 });
  });

  test('is separate from other clients', () => {
    const { count } = limiterAt();
    count();
    expect(count('203.0.113.8').remaining).toBe(2);
    expect(count('::ffff:203.0.113.7').remaining).toBe(1);
    for (const name of ['__proto__', 'constructor']) expect(count(name).remaining).toBe(2);
  });

  test('a wall clock that jumps changes nothing', () => {
    const real = Date.now;
    try {
      const limiter = createRateLimiter(options, { limit: 3, window: 60 });
      const count = () => limiter.count({ address: '203.0.113.7', forwardedFor: undefined, exempt: false }) as Quota;
      count();
      Date.now = () => real() - 3_600_000;
      expect(count()).toMatchObject({ remaining: 1, reset: 60 });
      Date.now = () => real() + 3_600_000;
      expect(count()).toMatchObject({ remaining: 0, reset: 60 });
    } finally {
      Date.now = real;
    }
  });

  test('a new policy applies to current windows; their ends stay', () => {
    const { clock, limiter, count } = limiterAt();
    count();
    limiter.setPolicy({ limit: 10, window: 30 });
    clock.ms += 10_000;
    expect(count()).toMatchObject({ limit: 10, policy: '10;w=30', remaining: 8, reset: 30 });
    clock.ms += 50_000;
    expect(count()).toMatchObject({ remaining: 9, reset: 30 });
  });
});

test.each([
  ['advisory', false, [false, false, false, false]],
  ['enforced', false, [false, false, false, true]],
  ['enforced', true, [false, false, false, false]],
] as const)('%s, exempt %s: who is refused', (rateLimit, exempt, refused) => {
  const { count } = limiterAt({ rateLimit });
  expect(refused.map(() => count('203.0.113.7', exempt).refused)).toEqual(refused);
  expect(count().refused).toBe(rateLimit === 'enforced');
});

describe('table of clients', () => {
  test('is bounded, and keeps the most recent half of the clients', () => {
    const counter = createMemoryCounter(100, 60_000, () => 0);
    for (let i = 0; i < 1000; i++) {
      counter.count(`client ${i}`);
      expect(counter.size).toBeLessThanOrEqual(100);
      if (i >= 24) expect(counter.count(`client ${i - 24}`).used).toBeGreaterThan(1);
    }
    expect(counter.count('client 800').used).toBe(1);
  });

  test('expired windows are removed when new ones start', () => {
    let now = 0;
    const counter = createMemoryCounter(1_000_000, 60_000, () => now);
    for (let i = 0; i < 10_000; i++) counter.count(`early ${i}`);
    for (now = 60_000; now < 300_000; now += 60_000) counter.count(`late ${now}`);
    expect(counter.size).toBeLessThanOrEqual(2);
  });

  test('renewing the table ends no window early', () => {
    let now = 0;
    const counter = createMemoryCounter(1_000_000, 60_000, () => now);
    for (let i = 0; i < 100; i++, now += 7_000) {
      const began = now;
      counter.count(`client ${i}`);
      now += 59_000;
      counter.count(`other ${i}`);
      expect([i, counter.count(`client ${i}`)]).toEqual([i, { used: 2, msLeft: 60_000 - (now - began) }]);
    }
  });

  test('an active client stays, however many others come', () => {
    let now = 0;
    const counter = createMemoryCounter(10, 1000, () => now);
    let most = 0;
    for (let i = 0; i < 100; i++, now += 200) {
      most = Math.max(most, counter.count('steady').used);
      counter.count(`passing ${i}`);
    }
    expect(most).toBe(5);
  });
});

describe('a shared store', () => {
  test.each([
    ['http://127.0.0.1:1', /protocol/],
    ['not a URL', /Invalid URL/],
  ])('%s is none: ready rejects, and requests are counted here', async (rateLimitStore, reason) => {
    const lines: string[] = [];
    const log = { ...silentLog, warn: (line: string) => void lines.push(line) };
    const { limiter, count } = limiterAt({ rateLimitStore, log });
    await expect(limiter.ready).rejects.toThrow(reason);
    expect([count().remaining, lines]).toEqual([2, [expect.stringMatching(/^Rate limits: .* each proxy counts alone/)]]);
  });

  test.each<[state: string, answers: [used: number, msLeft: number][], quotas: [remaining: number, reset: number][]]>([
    ['counts', [[2, 30_000]], [[1, 30]]],
    [
      'is lost: counting continues where it was',
      [[1, 30_000]],
      [
        [2, 30],
        [1, 30],
        [0, 30],
      ],
    ],
    ['has a longer window than ours', [[1, 86_400_000]], [[2, 60]]],
    ['has a window that ends now', [[1, 0]], [[2, 1]]],
  ])('%s', async (_, answers, quotas) => {
    const states = answers.map(([used, msLeft]) => Promise.resolve({ used, msLeft }));
    const store = {
      loaded: Promise.resolve(),
      isAway: false,
      count: () => states.shift(),
      setPolicy() {},
      close: async () => {},
    };
    const inner = { now: () => 0, createStore: () => store };
    const limiter = createRateLimiter({ ...options, rateLimitStore: 'redis://store' }, { limit: 3, window: 60 }, inner);
    for (const [remaining, reset] of quotas)
      expect(await limiter.count({ address: '203.0.113.7', forwardedFor: undefined, exempt: false })).toMatchObject({
        remaining,
        reset,
      });
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:0/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3:0:0:0:0/64'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:0/64'],
  ['::192.0.2.1', '192.0.2.1'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0:0:0:0:0/64'],
  // A closed socket.
  [undefined, 'unknown'],
])('the client at %s is %s, whatever it forwards', (peer, key) => {
  expect(createClientKey(0)(peer, '198.51.100.1')).toBe(key);
});

describe('X-Forwarded-For through trusted hops, peer 10.0.0.1', () => {
  test.each<[string | undefined, number, string]>([
    [undefined, 1, '10.0.0.1'],
    ['203.0.113.7', 1, '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', 2, '198.51.100.1'],
    ['198.51.100.1,203.0.113.7', 3, '198.51.100.1'],
    ['spoofed, 198.51.100.1, 203.0.113.7', 2, '198.51.100.1'],
    ['203.0.113.7:4711', 1, '203.0.113.7'],
    ['[2001:db8::1]:4711', 1, '2001:db8:0:0:0:0:0:0/64'],
    ['2001:db8::1', 1, '2001:db8:0:0:0:0:0:0/64'],
    ['198.51.100.1, unknown', 2, '10.0.0.1'],
    ['_hidden, 203.0.113.7', 2, '203.0.113.7'],
    ['', 1, '10.0.0.1'],
    [', 203.0.113.7', 2, '203.0.113.7'],
    ['999.1.1.1', 1, '10.0.0.1'],
    [`203.0.113.7:${'1'.repeat(52)}`, 1, '203.0.113.7'],
    [`203.0.113.7:${'1'.repeat(53)}`, 1, '10.0.0.1'],
    [`${'1.2.3.4,'.repeat(5000)}203.0.113.7`, 1, '203.0.113.7'],
  ])('%.60s, %i hops → %s', (forwardedFor, trustedHops, key) =>
    expect(createClientKey(trustedHops)('10.0.0.1', forwardedFor)).toBe(key),
  );
});
