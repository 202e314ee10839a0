import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMetrics, metricsPath } from '../../proxy/observe/metrics.ts';
import { ask, listen, proxyOfTest } from './fixtures/client.ts';
import { serve } from './fixtures/command.ts';
import { hostedFiles, startFronting, startHost } from './fixtures/host.ts';
import { type SiteOptions, swapSite, temporarySite } from './fixtures/site.ts';

/* The metrics for Prometheus. */

const browser = { accept: 'text/html,*/*;q=0.8' };
const agent = { accept: 'text/markdown' };

/** A proxy with a metrics port, and a function that reads one metric. */
async function measured(site: SiteOptions = {}, options = {}, now?: () => number) {
  const metrics = await createMetrics(now);
  const proxy = await proxyOfTest(site, { ...options, observers: [metrics.observer] });
  metrics.watch(proxy.proxy.origin);
  return { ...proxy, ...(await readings(metrics)) };
}

async function readings(metrics: Awaited<ReturnType<typeof createMetrics>>) {
  const { port, close } = await listen((req, res) => metrics.answer(req, res));
  onTestFinished(close);
  const text = async (): Promise<string> => (await ask(port, metricsPath)).text;
  return { text, value: async (series: string) => valueIn(await text(), series) };
}

/** The value of one series; undefined if missing. */
function valueIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('counted values', () => {
  test('answers by operation, variant and status', async () => {
    const { get, value } = await measured();
    const requests: [path: string, headers: Record<string, string>, method: string, series: string][] = [
      ['/pricing', browser, 'GET', '{surface="getPage",variant="html",status="200"}'],
      ['/pricing', agent, 'GET', '{surface="getPage",variant="markdown",status="200"}'],
      ['/pricing.md', {}, 'GET', '{surface="getPageMarkdown",variant="markdown",status="200"}'],
      ['/llms.txt', {}, 'GET', '{surface="getLlmsTxt",variant="document",status="200"}'],
      ['/api/v1/health', {}, 'GET', '{surface="getHealth",variant="document",status="200"}'],
      ['/oauth/token', {}, 'POST', '{surface="token",variant="problem",status="501"}'],
      ['/assets/site.css', {}, 'GET', '{surface="none",variant="asset",status="200"}'],
      ['/pricing.html', {}, 'GET', '{surface="none",variant="redirect",status="301"}'],
      ['/nope', {}, 'GET', '{surface="none",variant="problem",status="404"}'],
      ['/nope', browser, 'GET', '{surface="none",variant="html",status="404"}'],
      ['/pricing', { accept: 'application/pdf' }, 'GET', '{surface="getPage",variant="problem",status="406"}'],
      ['/pricing', { 'if-none-match': '*', ...browser }, 'GET', '{surface="getPage",variant="html",status="304"}'],
    ];
    for (const [path, headers, method] of requests) await get(path, headers, method);
    for (const [, , , series] of requests) expect([series, await value(`diptych_requests_total${series}`)]).toEqual([series, 1]);
    await get('/pricing', agent);
    expect(await value('diptych_requests_total{surface="getPage",variant="markdown",status="200"}')).toBe(2);
  });

  test('bytes sent, also on kept-alive connections', async () => {
    const { raw, value } = await measured();
    const series = 'diptych_sent_bytes_total{surface="getLlmsTxt",variant="document"}';
    const one = 'GET /llms.txt HTTP/1.1\r\nHost: a\r\n\r\n';
    let octets = (await raw(one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))).length;
    expect(await value(series)).toBe(octets);
    octets += (await raw(one + one + one, 300)).length;
    expect(await value(series)).toBe(octets);
  });

  test('refused and cut connections, and answers to invalid requests', async () => {
    const { get, raw, port, value } = await measured(
      { files: { 'big.bin': Buffer.alloc(30_000_000) } },
      { rateLimit: 'enforced', rateLimitLimit: 3 },
    );
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /big.bin HTTP/1.1\r\nHost: a\r\n\r\n'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await raw('garbage\r\n\r\n');
    for (let i = 0; i < 3; i++) await get('/');
    expect(await value('diptych_refused_total')).toBe(2);
    expect(await value('diptych_requests_total{surface="none",variant="problem",status="429"}')).toBe(2);
    expect(await value('diptych_raw_answers_total{status="501"}')).toBe(1);
    expect(await value('diptych_cut_total')).toBe(1);
  });

  test('the age of the served build, and whether it is the current one', async () => {
    let time = 1_000;
    const { dir, proxy, value } = await measured({}, {}, () => time);
    time += 300;
    expect(await value('diptych_snapshot_age_seconds')).toBe(0.3);
    swapSite(dir, { build: 'b2' });
    await proxy.reload();
    time += 50;
    expect(await value('diptych_snapshot_age_seconds')).toBe(0.05);
    expect(await value('diptych_degraded')).toBe(0);
    const { build } = JSON.parse(readFileSync(join(dir, '.well-known/diptych.json'), 'utf8'));
    expect([await value(`diptych_build_info{build="${build}"}`), await value('diptych_rate_limit_store_up')]).toEqual([
      1,
      undefined,
    ]);
    swapSite(dir, { build: 'b3', lost: ['pricing.md'] });
    await proxy.reload();
    expect(await value('diptych_degraded')).toBe(1);
  });

  test('duration and failures of requests to the origin', async () => {
    const host = await startHost(hostedFiles(), {
      also(req, res) {
        if (req.url === '/broken.txt') res.destroy();
        return req.url === '/broken.txt';
      },
    });
    const metrics = await createMetrics();
    const proxy = await startFronting(host.url, { observers: [metrics.observer] });
    onTestFinished(() => proxy.stop().then(() => host.close()));
    const { value } = await readings(metrics);
    const before = (await value('diptych_origin_seconds_count{status="2xx"}')) ?? 0;
    await proxy.get('/pricing');
    await proxy.get('/broken.txt');
    expect(await value('diptych_origin_seconds_count{status="2xx"}')).toBe(before + 1);
    expect(await value('diptych_origin_seconds_count{status="failed"}')).toBe(1);
  });
});

test('diptych-proxy --metrics-port: /metrics on that port, on this machine only, with all documented series, and nothing else', async () => {
  const { dir, remove } = temporarySite();
  const args = ['--metrics-port', '0', '--rate-limit-store', 'redis://127.0.0.1:1'];
  const { port, err, child, ended } = await serve([dir, ...args]);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    remove();
  });
  const announced = /metrics at http:\/\/localhost:(\d+)\/metrics/;
  // The ready line and the log use different pipes.
  await expect.poll(err, { timeout: 40_000 }).toMatch(announced);
  const metricsPort = Number(announced.exec(err())![1]);
  expect(metricsPort).not.toBe(port);
  await ask(port, '/pricing', agent);
  const { status, headers, text } = await ask(metricsPort, metricsPath);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect(valueIn(text, 'diptych_rate_limit_store_up')).toBe(0);
  const documented = readFileSync('site/docs/production.md', 'utf8').match(/(?<=^\| `)diptych_\w+/gm);
  expect(documented?.sort()).toEqual(text.match(/(?<=^# HELP )diptych_\w+/gm)?.sort());
  for (const [path, method] of [
    ['/', 'GET'],
    ['/pricing', 'GET'],
    ['/metrics', 'POST'],
  ] as const)
    expect((await ask(metricsPort, path, {}, method)).status).toBe(404);
  expect((await ask(port, metricsPath)).status).toBe(404);
});
