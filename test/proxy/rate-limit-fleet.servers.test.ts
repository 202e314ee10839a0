import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, ask } from './fixtures/client.ts';
import { type Command, serve } from './fixtures/command.ts';
import { sendToRedis, startRedis } from './fixtures/redis.ts';
import { temporarySite } from './fixtures/site.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

const remaining = ({ headers }: Answer): number => Number(headers['ratelimit-remaining']);

describe('a fleet on one Redis', () => {
  async function fleet(
    count: number,
    args: readonly string[] = [],
  ): Promise<{ redis: Awaited<ReturnType<typeof startRedis>>; proxies: Command[] }> {
    const redis = await startRedis();
    const { dir, remove } = temporarySite();
    const proxies = await Promise.all(
      Array.from({ length: count }, () =>
        serve([
          dir,
          '--no-watch',
          '--rate-limit',
          'enforced',
          '--rate-limit-limit',
          '30',
          '--rate-limit-store',
          `redis://127.0.0.1:${redis.port}`,
          ...args,
        ]),
      ),
    );
    running.push({
      async stop() {
        for (const { child, ended } of proxies) {
          child.kill('SIGKILL');
          await ended;
        }
        await redis.close();
        remove();
      },
    });
    // Until connected to Redis, each proxy counts locally, and these counts are not in Redis.
    for (
      let i = 0;
      Number(/connected_clients:(\d+)/.exec(await sendToRedis(redis.port, 'INFO clients'))?.[1]) <= count && i < 200;
      i++
    )
      await sleep(20);
    return { redis, proxies };
  }

  // If the machine is so busy that Redis misses its deadline, the proxies rightly count locally: retry.
  const patient = { retry: 3 };

  test('three processes answer thirty requests of ninety', patient, async () => {
    const { proxies } = await fleet(3);
    const answers = await Promise.all(Array.from({ length: 90 }, (_, i) => ask(proxies[i % 3]!.port, '/')));
    expect(proxies.map(({ err }) => /Redis is unavailable/.test(err()))).toEqual([false, false, false]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
    for (const { status, headers } of answers)
      if (status === 429) expect(headers['retry-after']).toBe(headers['ratelimit-reset']);
    expect(new Set(answers.filter(({ status }) => status === 200).map(remaining)).size).toBe(30);
  });

  test('Redis ends: every proxy continues, counts locally and logs it once', patient, async () => {
    const { redis, proxies } = await fleet(2);
    const [a, b] = proxies as [Command, Command];
    for (let i = 0; i < 5; i++) await ask(a.port, '/');
    expect(remaining(await ask(b.port, '/'))).toBe(24);
    await redis.close();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => ask(proxies[i % 2]!.port, '/')));
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    for (const { err } of proxies) expect(err().match(/Redis is unavailable/g)).toHaveLength(1);
  });
});
