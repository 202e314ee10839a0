import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { proxySettingList } from '../../build/contract/proxy-settings.ts';
import { readSettings } from '../../proxy/settings.ts';
import { runWarm } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { until } from '../support/until.ts';
import { ask, listen } from './fixtures/client.ts';
import { type Command, run, serve } from './fixtures/command.ts';
import { checkInvariants } from './fixtures/invariants.ts';
import { swapSite, temporarySite } from './fixtures/site.ts';

/* The command diptych-proxy: how it starts, what it reads, and how it ends. */

let site: ReturnType<typeof temporarySite>;
beforeAll(() => {
  site = temporarySite();
});
afterAll(() => site.remove());

const running: Omit<Command, 'port'>[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

async function started(...parameters: Parameters<typeof serve>): Promise<Command> {
  const command = await serve(...parameters);
  running.push(command);
  return command;
}

/** Runs a command to its end. */
const warm = (args: string[], env = {}) => runWarm(args, { cwd: site.dir, env, file: cliOf('proxy') });

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a failed start prints the reason in one line and exits with 1, or 2 for invalid usage', () => {
  const rows: [args: string[], env: Record<string, string>, line: RegExp, code?: number][] = [
    [['/nowhere/dist'], {}, /^diptych-proxy: cannot serve \/nowhere\/dist: there is no such folder/, 1],
    [['--port', '70000'], {}, /^diptych-proxy: --port: found "70000"/],
    [[], { PORT: '-1' }, /^diptych-proxy: PORT: found "-1"/],
    [[], { DIPTYCH_WATCH: 'yes' }, /DIPTYCH_WATCH: found "yes"/],
    [['--rate-limit', 'strict'], {}, /--rate-limit: found "strict"/],
    [['--url', 'https://example.test/?a'], {}, /url: found "https:\/\/example\.test\/\?a"/],
    [['--prot', '80'], {}, /unknown option --prot; did you mean --port\?/],
    [['--port'], {}, /--port/],
    [['one', 'two'], {}, /one folder at a time/],
    [['one', '--origin', 'http://127.0.0.1:1'], {}, /--origin/],
  ];
  test.each(rows)('%j %j', async (args, env, line, code = 2) => {
    const ended = await warm(args, env);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    const lines = ended.stderr
      .trim()
      .split('\n')
      .filter((text) => !text.startsWith('warn: Node'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  });

  test.each(['--port', '--metrics-port'])('the port of %s is in use', async (flag) => {
    const { port, close } = await listen(() => {});
    const { code, stderr } = await warm([site.dir, '--port', '0', flag, String(port)]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`cannot listen on 127.0.0.1:${port}: the port is in use; name another with ${flag}\n`),
    ]);
    expect(stderr).not.toContain('    at ');
    await close();
  });

  test.each([
    [['--insecure-http-parser'], {}],
    [[], { NODE_OPTIONS: '--insecure-http-parser' }],
  ])('Node’s lenient HTTP parser is refused: %j %j', async (node, env) => {
    const command = run([site.dir], { node, env });
    running.push(command);
    expect(await command.ended).toBe(1);
    expect(command.err()).toContain('--insecure-http-parser lets requests be smuggled');
  });
});

describe('the command', () => {
  test.each([
    [
      [],
      {},
      0,
      /^Example: 120 requests in 60 seconds, advisory, counted in memory; 0 trusted hops; folder .*dist; no request log, log level info\n$/,
    ],
    [
      ['--log-requests', '--trusted-hops', '2', '--rate-limit', 'enforced'],
      {},
      0,
      /enforced, .*; 2 trusted hops; .*; requests are logged/,
    ],
    [[], { DIPTYCH_RATELIMIT: 'enforced' }, 2, /^$/],
    [['--trusted-hops', 'two'], {}, 2, /^$/],
  ])('--check %j %j ends with %i', async (args, env, code, out) => {
    const ended = await warm(['--check', site.dir, ...args], env as Record<string, string>);
    expect(ended.code).toBe(code);
    expect(ended.stdout).toMatch(out);
  });

  test('serves on 127.0.0.1, prints the URL and what is in force, and names a misspelt variable', async () => {
    const command = await started([site.dir], { env: { DIPTYCH_RATELIMIT: 'enforced', DIPTYCH_WATCH: 'false' } });
    expect(command.out()).toMatch(/^Example: http:\/\/localhost:\d+ serves .*dist\n120 requests in 60 seconds, advisory, .*\n$/);
    const answer = await ask(command.port, '/pricing');
    checkInvariants(answer);
    expect(answer.status).toBe(200);
    expect((await ask(command.port, '/metrics')).status).toBe(404);
    const warnings = command.err().replace(/^warn: Node 20\.\d+\.\d+ gets no security fixes.*\n/, '');
    expect(warnings).toBe('warn: DIPTYCH_RATELIMIT sets nothing; did you mean DIPTYCH_RATE_LIMIT?\n');
  });

  test('--help lists every setting with its variable; --version prints the version', async () => {
    const help = await warm(['--help']);
    expect(help.code).toBe(0);
    for (const { flag, env } of proxySettingList) {
      expect(help.stdout).toContain(flag);
      expect(help.stdout).toContain(`[${env}]`);
    }
    for (const line of help.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const version = await warm(['-v']);
    expect(version.code).toBe(0);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  const values: Record<string, string> = { text: 'x', switch: 'false', integer: '1' };
  test.each(proxySettingList.map((row) => [row.flag, row.env, row] as const))('%s and %s', (flag, env, row) => {
    const text = row.type === 'choice' ? row.values!.at(-1)! : row.min && row.min > 1 ? String(row.min) : values[row.type]!;
    const read = (args: string[], variables: Record<string, string> = {}): unknown => {
      const command = readSettings(args, variables);
      return command.action === 'run' ? command.settings[row.name] : undefined;
    };
    const expected = row.type === 'switch' ? false : row.type === 'integer' ? Number(text) : text;
    expect(read([])).toBe(row.default);
    expect(read([], { [env]: text })).toBe(expected);
    expect(read([], { [env]: '' })).toBe(row.default);
    if (row.type === 'switch') expect(read([flag], { [env]: row.default ? 'true' : 'false' })).toBe(!row.default);
    else if (flag === 'DIR') expect(read(['folder'], { [env]: 'other' })).toBe('folder');
    else
      expect(
        read([flag, text], {
          [env]: row.type === 'choice' ? row.values![0]! : row.type === 'integer' ? String(row.max ?? 99) : 'other',
        }),
      ).toBe(expected);
  });

  test('SIGHUP loads a new build', async () => {
    const own = temporarySite({ build: 'b0' });
    const command = await started([own.dir, '--no-watch']);
    swapSite(own.dir, { build: 'b1' });
    expect((await ask(command.port, '/')).text).toContain('build b0');
    command.child.kill('SIGHUP');
    await until(async () => (await ask(command.port, '/')).text.includes('build b1'));
    own.remove();
  });
});

describe('the end', () => {
  /** Slower than the network, faster than the drain. */
  const size = 24 * 1024 * 1024;
  const large = Buffer.alloc(size, 'x');

  async function slowly(port: number): Promise<number> {
    const { body } = await fetch(`http://127.0.0.1:${port}/large.bin`);
    const reader = body!.getReader();
    let read = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      read += chunk.value.length;
      if (read < size / 2) await wait(4);
    }
    return read;
  }

  test('SIGTERM: downloads complete, no request is refused, exit 0', { timeout: 30_000 }, async () => {
    const own = temporarySite({ files: { 'large.bin': large } });
    const command = await started([own.dir, '--drain-delay', '500']);
    const downloads = [slowly(command.port), slowly(command.port), slowly(command.port)];
    const agentless: string[] = [];
    let refused = false;
    const requests = (async () => {
      while (!refused) {
        try {
          const answer = await fetch(`http://127.0.0.1:${command.port}/pricing`);
          agentless.push(`${answer.status} ${answer.headers.get('connection')}`);
          await answer.text();
        } catch (error) {
          refused = true;
          // Only when it has stopped listening.
          agentless.push(String((error as { cause?: { code?: string } }).cause?.code));
        }
      }
    })();
    await wait(150);
    command.child.kill('SIGTERM');
    expect(await Promise.all(downloads)).toEqual([size, size, size]);
    expect(await command.ended).toBe(0);
    await requests;
    // The kernel resets connections in its accept queue: only a second process could accept them.
    expect(agentless.at(-1)).toMatch(/^ECONN(REFUSED|RESET)$/);
    expect(agentless.filter((line) => !line.startsWith('200'))).toHaveLength(1);
    expect(agentless).toContain('200 close');
    own.remove();
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s: during the drain delay, health is 503 and pages are served', async (signal) => {
    const command = await started([site.dir, '--drain-delay', '600000']);
    command.child.kill(signal);
    const health = () => ask(command.port, '/api/v1/health');
    await expect.poll(async () => (await health()).status, { timeout: 20_000 }).toBe(503);
    expect(JSON.parse((await health()).text)).toMatchObject({ status: 503, detail: 'The service is shutting down.' });
    expect((await ask(command.port, '/pricing')).status).toBe(200);
    // The second one ends it.
    command.child.kill(signal);
    expect(await command.ended).toBe(1);
  });

  test('an uncaught exception: logged, drained, exit 1', async () => {
    const thrower = join(site.dir, '../throws.mjs');
    writeFileSync(thrower, "process.on('SIGUSR2', () => { throw new Error('from nowhere'); });\n");
    const command = await started([site.dir], { node: ['--import', thrower] });
    expect((await ask(command.port, '/pricing')).status).toBe(200);
    command.child.kill('SIGUSR2');
    expect(await command.ended).toBe(1);
    expect(command.err()).toMatch(/error: uncaught exception: ending .*from nowhere/);
    rmSync(thrower);
  });
});
