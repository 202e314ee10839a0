import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Quota, RateLimiter } from '../../proxy/http/quota.ts';
import { createRateLimiter, type RateLimitOptions } from '../../proxy/rate-limit/limiter.ts';
import { until } from '../support/until.ts';
import { ask } from './fixtures/client.ts';
import { serve } from './fixtures/command.ts';
import { temporarySite } from './fixtures/site.ts';

/* One quota for several proxies, in Redis, and what happens without it. */

let port: number;
let redis: ChildProcess;
const limiters: RateLimiter[] = [];
const children: ChildProcess[] = [];

async function startRedis(): Promise<void> {
  redis = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  children.push(redis);
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.end() && resolve(true)).on('error', () => resolve(false));
      }),
  );
}

async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Sends an inline command to Redis. */
const inRedis = async (command: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
};

/** A limiter on the Redis of this test, its log lines, and a function that counts one client. */
function limiterOn(overrides: Partial<RateLimitOptions> = {}, policy = { limit: 10, window: 60 }) {
  const logged: string[] = [];
  const log = { debug() {}, info() {}, warn: (line: string) => void logged.push(line), error() {} };
  const options: RateLimitOptions = {
    rateLimit: 'enforced',
    rateLimitStore: `redis://127.0.0.1:${port}`,
    trustedHops: 0,
    log,
    ...overrides,
  };
  const limiter = createRateLimiter(options, policy);
  limiters.push(limiter);
  const count = async (address = '203.0.113.7'): Promise<Quota> =>
    limiter.count({ address, forwardedFor: undefined, exempt: false });
  /** Whether a count waits for Redis. */
  const waits = () => limiter.count({ address: 'another', forwardedFor: undefined, exempt: false }) instanceof Promise;
  /** Counts a separate client until Redis answers. */
  const connected = () =>
    until(() => limiter.count({ address: 'probe', forwardedFor: undefined, exempt: false }) instanceof Promise);
  return { limiter, count, connected, waits, logged };
}

beforeEach(async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as { port: number }).port;
  server.close();
  await startRedis();
});

afterEach(async () => {
  await Promise.all(limiters.splice(0).map((limiter) => limiter.close()));
  await Promise.all(children.splice(0).map((child) => kill(child)));
});

describe('one quota for several proxies', () => {
  test('two limiters count together, exactly', async () => {
    const [a, b] = [limiterOn(), limiterOn()];
    await Promise.all([a.connected(), b.connected()]);
    const quotas = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? a : b).count()));
    expect(quotas.map(({ remaining }) => remaining).sort((x, y) => y - x)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
    expect(quotas.filter(({ refused }) => refused)).toHaveLength(2);
    expect(quotas.every(({ limit, reset, policy }) => limit === 10 && reset >= 59 && reset <= 60 && policy === '10;w=60')).toBe(
      true,
    );
  });

  test('a window ends for all of them, and its end is reported', async () => {
    const [a, b] = [limiterOn({}, { limit: 2, window: 1 }), limiterOn({}, { limit: 2, window: 1 })];
    await Promise.all([a.connected(), b.connected()]);
    for (const { count } of [a, b, a]) await count();
    expect(await b.count()).toMatchObject({ remaining: 0, refused: true, reset: 1 });
    await sleep(1100);
    expect(await b.count()).toMatchObject({ remaining: 1, refused: false, reset: 1 });
  });

  // If the machine is so busy that Redis misses its deadline, the proxies rightly count locally.
  test('three processes answer thirty requests of ninety', { retry: 3 }, async () => {
    const { dir, remove } = temporarySite();
    const store = `redis://127.0.0.1:${port}`;
    const args = [dir, '--no-watch', '--rate-limit', 'enforced', '--rate-limit-limit', '30', '--rate-limit-store', store];
    const proxies = await Promise.all(Array.from({ length: 3 }, () => serve(args)));
    children.push(...proxies.map(({ child }) => child));
    // Until connected to Redis, each proxy counts locally, and these counts are not in Redis.
    await until(async () => Number(/connected_clients:(\d+)/.exec(await inRedis('INFO clients'))![1]) > proxies.length);
    const answers = await Promise.all(Array.from({ length: 90 }, (_, i) => ask(proxies[i % 3]!.port, '/')));
    remove();
    expect(proxies.map(({ err }) => /Redis is unavailable/.test(err()))).toEqual([false, false, false]);
    const answered = answers.filter(({ status }) => status === 200);
    expect(new Set(answered.map(({ headers }) => headers['ratelimit-remaining'])).size).toBe(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
  });
});

describe('Redis away', () => {
  test('killed: continues locally from the current count, logs it once; restarted: counts together and logs it', async () => {
    const { limiter, count, connected, waits, logged } = limiterOn();
    await connected();
    expect(limiter.isShared).toBe(true);
    for (let i = 0; i < 4; i++) await count();
    await kill(redis);
    await until(() => count('probe').then(() => logged.length > 0));
    expect(limiter.isShared).toBe(false);
    expect((await count()).remaining).toBe(5);
    expect(waits()).toBe(false);
    await sleep(1500);
    expect(logged).toEqual([
      expect.stringMatching(/^Rate limits: Redis is unavailable \(.+\); each proxy counts alone until it is back\.$/),
    ]);

    await startRedis();
    await connected();
    await until(() => logged.length > 1);
    expect(logged[1]).toBe('Rate limits: Redis is back; proxies count together again.');
    const other = limiterOn();
    await other.connected();
    const { remaining } = await count();
    expect((await other.count()).remaining).toBe(remaining - 1);
    expect(logged).toHaveLength(2);
  });

  test('never available: counts locally and logs it once', async () => {
    await kill(redis);
    const { count, logged } = limiterOn();
    await until(() => logged.length > 0);
    expect([(await count()).remaining, (await count()).remaining]).toEqual([9, 8]);
    await sleep(500);
    expect(logged).toHaveLength(1);
  });

  test('stopped, accepting without answers: one request waits for the deadline, the next does not', async () => {
    const { count, connected, waits, logged } = limiterOn();
    await connected();
    await count();
    redis.kill('SIGSTOP');
    expect((await count()).remaining).toBe(8);
    expect(waits()).toBe(false);
    expect(logged).toEqual([expect.stringContaining('no answer in 250 ms')]);
    redis.kill('SIGCONT');
    await until(() => count('probe').then(() => logged.length === 2));
    expect(logged[1]).toContain('Redis is back');
  });

  test('closed before it connected: no log line, no open connection', async () => {
    const { limiter, logged } = limiterOn();
    await limiter.close();
    await sleep(100);
    expect(logged).toEqual([]);
  });
});
