#!/usr/bin/env node
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { ofCommandAlone, type ProxySettingValues } from '#contract/proxy-settings';
import { localSiteUrl } from '#contract/site-url';
import { UsageError, UserError } from '#contract/std/errors';
import { createProxyServer, type ProxyServer } from './node/proxy-server.ts';
import { createLineLog, type Log } from './observe/log.ts';
import { createMetrics, type Metrics, metricsPath } from './observe/metrics.ts';
import { createRequestLog, type LineSink } from './observe/request-log.ts';
import { type Command, type ProxyOptions, readSettings, usage } from './settings.ts';

/** Metrics are not public: a port of their own, on the loopback interface only. */
const metricsHost = '127.0.0.1';
/** When answers that are still being sent are cut, counted from the end of the drain delay, in milliseconds. */
const drainTimeout = 8_000;

// The server must survive a closed reader of the log or of `--help`.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

type Run = Extract<Command, { readonly settings: unknown }>;

/** Only here does proxy/ read argv and env, call listen, handle signals and set exit codes. */
try {
  const command = readSettings(process.argv.slice(2), process.env);
  if ('settings' in command) await run(command);
  else process.stdout.write(textOf(command));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`diptych-proxy: ${error.message}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

function textOf({ action }: Exclude<Command, Run>): string {
  if (action === 'help') return usage();
  const { version } = createRequire(import.meta.url)('diptych/package.json') as { version: string };
  return `${version}\n`;
}

async function run({ action, settings, unknown }: Run): Promise<void> {
  const { host, port } = settings;
  const log = createLineLog(settings.logLevel, (line) => void process.stderr.write(line));
  refuseLenientParser();
  warnOfOldNode(log);
  if (action === 'check' && unknown.length > 0) throw new UsageError(unknown.join('; '));
  for (const line of unknown) log.warn(line);
  const metrics = settings.metricsPort === null ? undefined : await createMetrics();
  const requests = settings.logRequests
    ? createRequestLog(settings.logLevel, createSink(process.stdout, log), process.stdout.isTTY)
    : undefined;
  const observers = [metrics?.observer, requests].filter((observer) => observer !== undefined);
  const dir = settings.origin === null ? settings.dir : undefined;
  const embedded = Object.fromEntries(Object.entries(settings).filter(([name]) => !ofCommandAlone(name)));
  const options = { ...embedded, dir, fallbackUrl: localSiteUrl(port), log, observers } as ProxyOptions;
  const running = createProxyServer(options);
  await running.proxy.ready;
  if (action === 'check') {
    process.stdout.write(`${running.proxy.origin.site.name}: ${inForce(running, settings)}\n`);
    return running.proxy.close();
  }
  await listen(running, host, port);
  ownSignals(running, settings, log);
  if (metrics) await expose(metrics, running.proxy, settings, log);
  announce(running, settings);
}

/** Lines of one turn of the event loop leave in one write. That lines are lost, as on a full disk, is said once. */
function createSink(stream: NodeJS.WriteStream, log: Log): LineSink {
  let lines = '';
  const flush = (): void => {
    if (lines !== '') stream.write(lines);
    lines = '';
  };
  process.on('exit', flush);
  stream.once('error', (error) => log.error(`lines of the request log are lost: ${error.message}`));
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

async function expose(
  metrics: Metrics,
  { origin, limiter }: ProxyServer['proxy'],
  { metricsPort }: ProxySettingValues,
  log: Log,
): Promise<void> {
  metrics.watch(origin, limiter);
  const server = createServer((req, res) => metrics.answer(req, res));
  await listen({ server }, metricsHost, metricsPort ?? 0, '--metrics-port');
  log.info(`metrics at ${urlOf({ server }, { host: metricsHost })}${metricsPath}`);
}

function listen({ server }: { readonly server: Server }, host: string, port: number, flag = '--port'): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why: Record<string, string> = {
        EADDRINUSE: `the port is in use; name another with ${flag}`,
        EACCES: 'this user may not use the port',
        EADDRNOTAVAIL: 'this machine has no such address',
        ENOTFOUND: 'there is no such address',
      };
      reject(new UserError(`cannot listen on ${host}:${port}: ${why[error.code ?? ''] ?? error.message}`));
    });
    server.listen(port, host, resolve);
  });
}

function urlOf({ server }: { readonly server: Server }, { host }: Pick<ProxySettingValues, 'host'>): string {
  const { port } = server.address() as AddressInfo;
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function announce(running: ProxyServer, settings: ProxySettingValues): void {
  const { dir, origin, logRequests } = settings;
  const { name, base } = running.proxy.origin.site;
  const line = `${name}: ${urlOf(running, settings)}${base && `${base}/`} serves ${origin ?? dir}\n${inForce(running, settings)}\n`;
  // Standard output is for the request log, if there is one.
  (logRequests ? process.stderr : process.stdout).write(line);
}

/** What an operator would otherwise have to conclude from flags, variables and the site, in one line. */
function inForce({ proxy }: ProxyServer, settings: ProxySettingValues): string {
  const { rateLimit, rateLimitStore, trustedHops, logRequests, logLevel, origin, dir } = settings;
  const { limit, window } = proxy.origin.site.quota;
  return [
    `${limit} requests in ${window} seconds, ${rateLimit}, counted in ${rateLimitStore === null ? 'memory' : new URL(rateLimitStore).host}`,
    `${trustedHops} trusted hops`,
    origin === null ? `folder ${dir}` : `origin ${origin}`,
    `${logRequests ? 'requests are logged' : 'no request log'}, log level ${logLevel}`,
  ].join('; ');
}

function ownSignals(running: ProxyServer, { drainDelay }: ProxySettingValues, log: Log): void {
  let ending = false;
  const end = async (code: number, delay: number): Promise<void> => {
    if (ending) process.exit(1);
    ending = true;
    await running.drain({ delay, timeout: drainTimeout });
    process.exit(code);
  };
  process.on('SIGTERM', () => void end(0, drainDelay));
  // Ctrl+C at a terminal needs no delay for a balancer; PM2, which ends by SIGINT, does.
  process.on('SIGINT', () => void end(0, process.stdin.isTTY ? 0 : drainDelay));
  process.on('SIGHUP', () => void running.proxy.reload());
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception: ending', { error: error.stack });
    void end(1, 0);
  });
}

function refuseLenientParser(): void {
  const nodeOptions = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (nodeOptions.includes('--insecure-http-parser'))
    throw new UserError('--insecure-http-parser lets requests be smuggled: start without it');
}

function warnOfOldNode(log: Log): void {
  if (Number.parseInt(process.versions.node, 10) < 22)
    log.warn(`Node ${process.versions.node} gets no security fixes since 30 April 2026; Node 22 or 24 does`);
}
