// npm run bench -- serve [--full] [--against COMMIT] [--rounds N] [--seconds N] [--pages 5000]
//
// The proxy with all features (negotiation, RateLimit fields, Link, security fields, ETag) against its peers: the same 8 KB page,
// server and load on different cores, interleaved rounds, ratios of the best round. The bare server sends the same bytes, the
// other peers fewer fields. Takes two minutes; `--full` measures each figure three seconds in five rounds, and start and memory,
// too. `--against COMMIT` measures only this tree, that commit and the bare server. Exits with 1 if a floor is missed.
// Needs wrk and taskset; measures nginx and Caddy if they are installed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from './rig/checkout.mjs';
import { checkFloor, isInstalled, median, wait } from './rig/figures.mjs';
import { recordAnswers } from './rig/record-answers.mjs';
import { ask, launch, load, proxyCommand, residentOf, stop, waitForAnswer } from './rig/server.mjs';
import { writeSite } from './rig/site.mjs';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    against: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    pages: { type: 'string', default: '5000' },
  },
});
const { full, against } = values;
const seconds = Number(values.seconds ?? (full ? 3 : 1));
const rounds = Number(values.rounds ?? (full || against ? 5 : 2));
const pages = Number(values.pages);
const work = resolve('test/bench/serve/.work');

if (!isInstalled('wrk') || !isInstalled('taskset')) {
  console.log('wrk and taskset are needed: apt-get install wrk util-linux');
  process.exit(1);
}
if (!against && !existsSync('test/bench/peers/node_modules/sirv'))
  execFileSync('npm', ['ci', '--prefix', 'test/bench/peers', '--ignore-scripts'], { stdio: 'inherit' });

/* The servers: how each is started in a folder. */

/** The recorded answers that the bare server sends. */
const recorded = `${work}/answers.json`;
const at = (command) => (dir) => (port) => command(dir, port);
const peer = (name) => (dir) => (port) => [process.execPath, `test/bench/peers/${name}.mjs`, dir, String(port)];
const proxy = (home) => (dir) => proxyCommand(home, dir);
const all = {
  Diptych: { start: proxy('.') },
  'Diptych in stock Express': { start: peer('stock-express') },
  'bare node:http': {
    start: () => (port) => [process.execPath, 'test/bench/peers/bare-node-http.mjs', recorded, String(port)],
    not: ['brotli'],
  },
  'express.static': { start: peer('express-static'), not: ['Markdown', 'brotli'] },
  'written by hand': { start: peer('hand-written') },
  sirv: { start: peer('sirv'), not: ['Markdown'] },
  '@fastify/static': { start: peer('fastify-static'), not: ['Markdown'] },
  ...(isInstalled('nginx') && { nginx: { start: at(nginx), not: ['Markdown', 'brotli'] } }),
  ...(isInstalled('nginx') && { 'nginx, exported': { start: at(nginxExported) } }),
  ...(isInstalled('caddy') && { Caddy: { start: at(caddy), not: ['Markdown'] } }),
};
/** The servers to measure. */
const servers = against
  ? {
      Diptych: all.Diptych,
      [`Diptych at ${against}`]: { start: proxy(checkout(against)) },
      'bare node:http': all['bare node:http'],
    }
  : all;
/** Servers of which only the start is measured. */
const starters = {
  ...(isInstalled('caddy') && { 'Caddy, exported': { start: at(caddyExported) } }),
  ...(isInstalled('apache2') && { 'Apache, exported': { start: at(apacheExported) } }),
};

function nginx(dir, port) {
  const home = `${work}/nginx-${port}`;
  mkdirSync(`${home}/logs`, { recursive: true });
  const file = `${home}/nginx.conf`;
  writeFileSync(
    file,
    `user root; daemon off; worker_processes 1; pid ${home}/pid; error_log stderr crit;
events { worker_connections 1024; }
http { types { text/html html; text/markdown md; } access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=20000; gzip_static on;
server { listen 127.0.0.1:${port}; root ${dir}; location / { try_files $uri $uri.html =404; } } }`,
  );
  return ['nginx', '-p', home, '-c', file];
}

function exported(name, dir, port) {
  const file = `${work}/${name}-${port}.conf`;
  execFileSync(process.execPath, ['lib/build/cli.js', 'export', name, dir, '--port', String(port), '--out', file]);
  return file;
}

function caddyExported(dir, port) {
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', exported('caddy', dir, port)];
}

function apacheExported(dir, port) {
  const more = ['-c', `PidFile ${work}/apache-${port}.pid`, '-c', `ErrorLog ${work}/apache-${port}.log`];
  return ['apache2', '-f', exported('apache', dir, port), '-X', ...more];
}

/** nginx with the configuration of `diptych export nginx`, but one worker and no log, like the other nginx row. */
function nginxExported(dir, port) {
  const home = `${work}/nginx-${port}`;
  mkdirSync(`${home}/logs`, { recursive: true });
  const file = exported('nginx', dir, port);
  const written = readFileSync(file, 'utf8');
  const compared = written
    .replace('worker_processes auto;', 'worker_processes 1;')
    .replace('http {', 'http {\naccess_log off;\nerror_log stderr crit;\nkeepalive_requests 1000000;')
    .replace('\nkeepalive_requests 10000;', '');
  writeFileSync(file, compared);
  return ['nginx', '-p', home, '-c', file, '-g', `user root; daemon off; pid ${home}/pid;`];
}

function caddy(dir, port) {
  const file = `${work}/Caddyfile-${port}`;
  writeFileSync(
    file,
    `{\n admin off\n log {\n  level ERROR\n }\n}\nhttp://127.0.0.1:${port} {\n root * ${dir}\n try_files {path} {path}.html\n file_server {\n  precompressed br gzip\n }\n}\n`,
  );
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
}

const launched = (name, dir) => launch(name, { ...servers, ...starters }[name].start(dir));

/* Rates. */

const cases = {
  page: { expect: 200 },
  Markdown: { headers: { Accept: 'text/markdown' }, expect: 200 },
  304: { conditional: true, expect: 304 },
  404: { path: '/not-there', expect: 404 },
  brotli: { headers: { 'Accept-Encoding': 'br' }, expect: 200 },
  gzip: { headers: { 'Accept-Encoding': 'gzip' }, expect: 200, only: ['nginx', 'nginx, exported'] },
};
const kinds = Object.keys(cases);

const measures = (name, kind) => !servers[name].not?.includes(kind) && (cases[kind].only?.includes(name) ?? true);

/** Measures all servers and cases, prints a line per round. @returns lists of figures */
async function rates() {
  const dir = `${work}/one`;
  writeSite(dir, 1);
  const first = launched('Diptych', dir);
  await waitForAnswer(first);
  await recordAnswers(first, recorded);
  const running = [
    first,
    ...Object.keys(servers)
      .slice(1)
      .map((name) => launched(name, dir)),
  ];
  for (const server of running) await waitForAnswer(server);
  const results = Object.fromEntries(running.map(({ name }) => [name, {}]));
  const measured = running.flatMap((server) =>
    kinds.filter((kind) => measures(server.name, kind)).map((kind) => ({ server, kind })),
  );
  for (const server of running) await load(server, '/page-1', { seconds: 1 });
  for (let round = 1; round <= rounds; round++) {
    for (const { server, kind } of measured) {
      const { path = '/page-1', headers = {}, conditional, expect } = cases[kind];
      const sent = conditional ? { 'If-None-Match': (await ask(server, path)).headers.etag } : headers;
      const { status } = await ask(server, path, sent);
      if (status !== expect) throw new Error(`${server.name}: ${kind} answers ${status}`);
      const runs = results[server.name];
      runs[kind] = [...(runs[kind] ?? []), await load(server, path, { headers: sent, seconds })];
    }
    const latest = (name) => results[name].page.at(-1).cpu.toFixed(1);
    console.log(
      `round ${round} of ${rounds}: CPU µs a page: ${Object.keys(servers)
        .map((name) => `${name} ${latest(name)}`)
        .join(', ')}`,
    );
  }
  for (const server of running) await stop(server);
  return results;
}

/* The time from the start of the process to the first 200, and memory. */

async function firstAnswer(name, dir) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const server = launched(name, dir);
    await waitForAnswer(server, `/page-${pages}`);
    times.push(performance.now() - server.began);
    await stop(server);
  }
  return median(times);
}

async function askAll(server, pathOf) {
  for (let i = 1; i <= pages; i++)
    for (const headers of [{}, { Accept: 'text/markdown' }, { 'Accept-Encoding': 'br' }]) await ask(server, pathOf(i), headers);
}

async function memory(large, bytes) {
  // A site of one page, with the same requests, gives the baseline without content.
  const small = launched('Diptych', `${work}/one`);
  await waitForAnswer(small);
  await wait(1000);
  const idle = residentOf(small);
  await askAll(small, () => '/page-1');
  const busy = residentOf(small);
  await stop(small);
  const server = launched('Diptych', large);
  await waitForAnswer(server);
  await wait(4000);
  const filled = residentOf(server) - idle;
  await askAll(server, (i) => `/page-${i}`);
  const used = residentOf(server) - busy;
  await stop(server);
  return { filled: filled / bytes.all, used: used / bytes.all, plain: used / bytes.plain };
}

/* The report. */

function reportRates(results) {
  const names = Object.keys(results);
  // The best of all rounds: other load on the machine only adds.
  const best = (what, figures) => (what === 'rate' ? Math.max(...figures) : Math.min(...figures));
  const of = (name, kind, what) => {
    const runs = results[name]?.[kind]?.map((row) => row[what]);
    return runs && best(what, runs);
  };
  const ratio = (one, other, kind, what) => of(one, kind, what) / of(other, kind, what);
  const line = (first, cells) => console.log(first.padEnd(24) + cells.map((cell) => cell.padStart(12)).join(''));
  const shown = (number, digits) => (number === undefined || Number.isNaN(number) ? '–' : number.toFixed(digits));
  console.log('');
  line('answers a second', [...kinds, 'p99 ms']);
  for (const name of names)
    line(name, [...kinds.map((kind) => shown(of(name, kind, 'rate'), 0)), shown(of(name, 'page', 'p99'), 1)]);
  console.log('');
  line('CPU µs an answer', kinds);
  for (const name of names)
    line(
      name,
      kinds.map((kind) => shown(of(name, kind, 'cpu'), 1)),
    );
  for (const [title, what] of [
    ['Diptych has … times', 'rate'],
    ['Diptych costs … times', 'cpu'],
  ]) {
    console.log('');
    line(title, kinds);
    for (const name of names.slice(1))
      line(
        name,
        kinds.map((kind) => shown(ratio('Diptych', name, kind, what), 2)),
      );
  }
  console.log('');
  const bare = 'bare node:http';
  checkFloor('page, CPU, times bare node:http', ratio('Diptych', bare, 'page', 'cpu'), { most: 1.25 });
  checkFloor('Markdown, CPU, times bare node:http', ratio('Diptych', bare, 'Markdown', 'cpu'), { most: 1.25 });
  checkFloor('304, CPU, times a page of bare node:http', of('Diptych', '304', 'cpu') / of(bare, 'page', 'cpu'), { most: 0.8 });
  checkFloor('404, CPU, times a page of bare node:http', of('Diptych', '404', 'cpu') / of(bare, 'page', 'cpu'), { most: 1.3 });
  checkFloor('p99 of a page, times bare node:http', ratio('Diptych', bare, 'page', 'p99'), { most: 3 });
  checkFloor('page, times express.static', ratio('Diptych', 'express.static', 'page', 'rate'), { least: 7 });
  checkFloor('page, times the stack written by hand', ratio('Diptych', 'written by hand', 'page', 'rate'), { least: 9 });
  checkFloor('page, times sirv', ratio('Diptych', 'sirv', 'page', 'rate'), { least: 3 });
  for (const kind of ['page', 'gzip'])
    checkFloor(`exported nginx, CPU, times nginx: ${kind}`, ratio('nginx, exported', 'nginx', kind, 'cpu'), { most: 1.15 });
}

reportRates(await rates());
if (full) {
  const large = `${work}/many`;
  const bytes = writeSite(large, pages);
  const found = (await firstAnswer('Diptych', large)) / (await firstAnswer('express.static', large));
  checkFloor(`first 200 of ${pages} pages, times express.static`, found, { most: 3 });
  for (const name of [...Object.keys(servers), ...Object.keys(starters)].filter((each) => each.endsWith(', exported')))
    checkFloor(`first 200 of ${pages} pages, ${name}: seconds`, (await firstAnswer(name, large)) / 1_000, { most: 2 });
  const { filled, used, plain } = await memory(large, bytes);
  checkFloor('memory for a byte of the folder', used, { most: 1.3 });
  console.log(
    `memory once read: ${filled.toFixed(2)}; with every variant sent: ${used.toFixed(2)} for a byte of the folder, ${plain.toFixed(2)} for a byte without codings`,
  );
}
rmSync(work, { recursive: true, force: true });
