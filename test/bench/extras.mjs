// npm run bench -- extras [--seconds 2] [--rounds 3]
//
// The cost of optional parts of the proxy on an 8 KB page: metrics, request log, Redis for the rate limit, an upstream as
// origin. Prints CPU time per request under load, and the median time of sequential requests. The proxy runs on one core; load,
// Redis and nginx on the other. Also compares our in-memory counter with that of rate-limiter-flexible.
// Needs wrk and taskset; measures Redis and nginx if they are installed.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createRateLimiter } from '../../lib/proxy/rate-limit/limiter.js';
import { isInstalled, median } from './rig/figures.mjs';
import { wrk } from './rig/wrk.mjs';

const { values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '3' } },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const work = resolve('test/bench/serve/.extras');

/* The counter alone, in nanoseconds per request. */

async function nanoseconds(count, times = 200_000) {
  const runs = [];
  for (let run = 0; run < 5; run++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < times; i++) await count(i);
    runs.push(Number(process.hrtime.bigint() - start) / times);
  }
  return median(runs);
}

const client = { address: '203.0.113.7', forwardedFor: undefined, exempt: false };
const settings = {
  rateLimit: 'advisory',
  rateLimitStore: null,
  rateLimitClients: 100_000,
  trustedHops: 0,
  ipv6Prefix: 64,
  log: console,
};
const ours = createRateLimiter(settings, { limit: 120, window: 60 });
const theirs = new RateLimiterMemory({ points: 120, duration: 60 });
const awaiting = await nanoseconds(() => {});
for (const [name, count] of [
  ['ours', () => ours.count(client)],
  ['ours, a new client each', (i) => ours.count({ ...client, address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` })],
  ['rate-limiter-flexible, penalty', () => theirs.penalty('203.0.113.7')],
  ['rate-limiter-flexible, consume over the quota', () => theirs.consume('203.0.113.7').catch(() => {})],
])
  console.log(`${`count in memory, ${name}`.padEnd(64)}${((await nanoseconds(count)) - awaiting).toFixed(0).padStart(6)} ns`);

/* The whole request. */

if (!isInstalled('wrk') || !isInstalled('taskset')) {
  console.log('wrk and taskset are needed for the rest: apt-get install wrk util-linux');
  process.exit(0);
}

const dir = `${work}/site`;
rmSync(work, { recursive: true, force: true });
mkdirSync(dir, { recursive: true });
writeFileSync(`${dir}/page.html`, `<!doctype html><title>Page</title><h1>Page</h1>`.padEnd(8192));
writeFileSync(`${dir}/page.md`, '# Page\n');

const children = [];
let nextPort = 20_000 + (process.pid % 10_000);

async function launch(core, command, ...args) {
  const child = spawn('taskset', ['-c', String(core), command, ...args], { stdio: 'ignore' });
  children.push(child);
  return child;
}

async function accepts(port) {
  for (let i = 0; i < 1000; i++) {
    const up = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
    if (up) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`nothing listens on ${port}`);
}

async function proxy(...args) {
  const port = nextPort++;
  const child = await launch(0, process.execPath, 'lib/proxy/cli.js', ...args, '--port', String(port), '--log-level', 'error');
  await accepts(port);
  return { port, pid: child.pid };
}

async function redis() {
  const port = nextPort++;
  await launch(1, 'redis-server', '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no');
  await accepts(port);
  return `redis://127.0.0.1:${port}`;
}

async function nginx() {
  const port = nextPort++;
  mkdirSync(`${work}/nginx/logs`, { recursive: true });
  const file = `${work}/nginx/nginx.conf`;
  writeFileSync(
    file,
    `user root; daemon off; worker_processes 1; pid ${work}/nginx/pid; error_log stderr crit; events { worker_connections 1024; }
http { types { text/html html; text/markdown md; } access_log off; keepalive_requests 1000000; server { listen 127.0.0.1:${port}; root ${dir}; } }`,
  );
  await launch(1, 'nginx', '-p', `${work}/nginx`, '-c', file);
  await accepts(port);
  return `http://127.0.0.1:${port}`;
}

const ticksOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
};

async function load({ port, pid }, connections) {
  const before = ticksOf(pid);
  const { rate, requests, below } = await wrk(`http://127.0.0.1:${port}/page`, { connections, seconds });
  return { rate, cpu: ((ticksOf(pid) - before) * 10_000) / requests, p50: below('50%') * 1000 };
}

try {
  const servers = {
    'a folder': await proxy(dir),
    '+ metrics': await proxy(dir, '--metrics-port', '0'),
    '+ request log': await proxy(dir, '--log-requests', '--log-level', 'info'),
    ...(isInstalled('redis-server') && { '+ rate limit in Redis': await proxy(dir, '--rate-limit-store', await redis()) }),
    ...(isInstalled('nginx') && { 'nginx as origin': await proxy('--origin', await nginx()) }),
  };
  const results = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  for (const server of Object.values(servers)) await load(server, 64);
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(servers))
      results[name].push({ ...(await load(servers[name], 64)), single: (await load(servers[name], 1)).p50 });
  const of = (name, what) => median(results[name].map((row) => row[what]));
  console.log(
    `\n${''.padEnd(24)}${['answers a second', 'of a folder', 'CPU µs', 'added CPU µs', 'median µs alone', 'added µs alone'].map((head) => head.padStart(18)).join('')}`,
  );
  for (const name of Object.keys(servers)) {
    const cells = [
      of(name, 'rate').toFixed(0),
      (of(name, 'rate') / of('a folder', 'rate')).toFixed(2),
      of(name, 'cpu').toFixed(1),
      (of(name, 'cpu') - of('a folder', 'cpu')).toFixed(1),
      of(name, 'single').toFixed(0),
      (of(name, 'single') - of('a folder', 'single')).toFixed(0),
    ];
    console.log(`${name.padEnd(24)}${cells.map((cell) => cell.padStart(18)).join('')}`);
  }
} finally {
  for (const child of children) child.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
}
