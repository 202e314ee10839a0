import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { cliOf } from '../support/package-folder.ts';
import { ask } from './fixtures/client.ts';
import { startReader } from './fixtures/reader.ts';
import { sendToRedis } from './fixtures/redis.ts';
import { swapSite, temporarySite } from './fixtures/site.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

interface Fleet {
  readonly child: ChildProcess;
  readonly dir: string;
  /** Ports of nginx, both proxies and Redis. */
  readonly nginx: number;
  readonly proxies: readonly number[];
  /** The output of all processes so far. */
  readonly output: () => string;
}

async function until(what: () => boolean | Promise<boolean>, fleet: Pick<Fleet, 'child' | 'output'>): Promise<void> {
  for (let i = 0; !(await what()); i++) {
    if (i > 4_000 || fleet.child.exitCode !== null) throw new Error(`the condition did not hold: ${fleet.output()}`);
    await sleep(10);
  }
}

/** Starts two proxies, Redis and nginx with `npm run fleet`. @param env environment of the proxies */
async function startFleet(env: Record<string, string>): Promise<Fleet> {
  const { dir, remove } = temporarySite({ build: 'b0' });
  const args = ['.deploy/fleet.mjs', '--site', dirname(dir), '--port', '0', '--proxy', cliOf('proxy')];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const output = (): string => text;
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  running.push({
    async stop() {
      child.kill('SIGTERM');
      await ended;
      remove();
    },
  });
  await until(() => /kill -HUP/.test(text), { child, output });
  const [nginx, first, second, redis] = /fleet: http:\/\/127\.0\.0\.1:(\d+)\/.* at (\d+), .* at (\d+), redis at (\d+)/
    .exec(text)!
    .slice(1)
    .map(Number) as [number, number, number, number];
  // Until connected to Redis, each proxy counts locally, and these counts are not in Redis.
  const connected = async (): Promise<number> =>
    Number(/connected_clients:(\d+)/.exec(await sendToRedis(redis, 'INFO clients'))?.[1]);
  await until(async () => (await connected()) > 2, { child, output });
  return { child, dir, nginx, proxies: [first, second], output };
}

const many = { DIPTYCH_RATE_LIMIT_LIMIT: '1000000000' };

describe('two proxies and Redis behind nginx', () => {
  test('one quota: both proxies together answer thirty of ninety requests', { retry: 3 }, async () => {
    const fleet = await startFleet({
      DIPTYCH_RATE_LIMIT: 'enforced',
      DIPTYCH_RATE_LIMIT_LIMIT: '30',
      DIPTYCH_RATE_LIMIT_WINDOW: '3600',
      DIPTYCH_LOG_REQUESTS: 'true',
    });
    const answers = await Promise.all(Array.from({ length: 90 }, () => ask(fleet.nginx, '/')));
    // If the machine is so busy that Redis misses its deadline, the proxies rightly count locally: retry.
    expect(fleet.output()).not.toContain('Redis is unavailable');
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
    const requests = (name: string): number => fleet.output().match(new RegExp(`^${name}: \\{`, 'gm'))?.length ?? 0;
    await until(() => requests('proxy-1') + requests('proxy-2') === 90, fleet);
    expect(requests('proxy-1')).toBeGreaterThan(0);
    expect(requests('proxy-2')).toBeGreaterThan(0);
  });

  test('a client with a forged X-Forwarded-For has the quota of its address', async () => {
    const fleet = await startFleet(many);
    const left = async (forwarded: string): Promise<number> =>
      Number((await ask(fleet.nginx, '/', { 'x-forwarded-for': forwarded })).headers['ratelimit-remaining']);
    expect((await left('192.0.2.1')) - (await left('192.0.2.2'))).toBe(1);
  });

  test('a rolling restart under load: no request is lost', { timeout: 120_000 }, async () => {
    const fleet = await startFleet(many);
    const readers = Array.from({ length: 4 }, () => startReader(fleet.nginx, { turns: true }));
    for (const times of [1, 2]) {
      fleet.child.kill('SIGHUP');
      const done = /fleet: proxy-2 was restarted: it ended with 0/g;
      await until(() => fleet.output().match(done)?.length === times, fleet);
    }
    expect(fleet.output().match(/fleet: proxy-1 was restarted: it ended with 0/g)).toHaveLength(2);
    for (const { count, faults } of await Promise.all(readers.map((each) => each.stop()))) {
      expect(faults).toEqual([]);
      expect(count).toBeGreaterThan(100);
    }
  });

  test('20 new builds under load: every answer is complete and of one build', { timeout: 120_000 }, async () => {
    const fleet = await startFleet(many);
    const readers = Array.from({ length: 4 }, () => startReader(fleet.nginx, { turns: true }));
    for (let build = 1; build <= 20; build++) {
      swapSite(fleet.dir, { build: `b${build}` });
      for (const port of fleet.proxies) await until(async () => (await ask(port, '/')).text.includes(`build b${build}<`), fleet);
    }
    for (const { count, faults } of await Promise.all(readers.map((each) => each.stop()))) {
      expect(faults).toEqual([]);
      expect(count).toBeGreaterThan(100);
    }
  });
});
