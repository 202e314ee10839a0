import { describe, expect, test } from 'vitest';
import type { Quota } from '../../proxy/http/quota.ts';
import { silentLog } from '../../proxy/observe/log.ts';
import { createRateLimiter, type RateLimitOptions } from '../../proxy/rate-limit/limiter.ts';
import { createMemoryCounter } from '../../proxy/rate-limit/memory.ts';

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
    expect([1, 2, 3, 4, 5].map(() => count().remaining)).toEqual([2, 1, 0, 0, 0]);
  });

  test('is reported completely', () => {
    expect(limiterAt().count()).toEqual({ limit: 3, remaining: 2, reset: 60, policy: '3;w=60', refused: false });
  });

  test.each([
    [0, 60],
    [1, 60],
    [999, 60],
    [1000, 59],
    [59_000, 1],
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

describe('refusal', () => {
  test.each([
    ['advisory', false, [false, false, false, false, false]],
    ['enforced', false, [false, false, false, true, true]],
    ['enforced', true, [false, false, false, false, false]],
  ] as const)('%s, exempt %s', (rateLimit, exempt, refused) => {
    const { count } = limiterAt({ rateLimit });
    expect(refused.map(() => count('203.0.113.7', exempt).refused)).toEqual(refused);
  });

  test('exempt requests count, too', () => {
    const { count } = limiterAt({ rateLimit: 'enforced' });
    for (let i = 0; i < 3; i++) count('203.0.113.7', true);
    expect(count().refused).toBe(true);
  });
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
