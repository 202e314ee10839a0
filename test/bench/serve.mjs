// npm run bench -- serve [--seconds 3] [--rounds 5] [--pages 5000] [--only rates,start,memory]
//
// The proxy with everything on (negotiation, counted RateLimit fields, Link, security fields, ETag) against its peers:
// the same 8 KB page, the server on one core, the load from another, rounds interleaved. Ratios of medians; the peers
// answer with fewer fields. Needs wrk and taskset; nginx and Caddy are measured where they are installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { wrk } from './wrk.mjs';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    pages: { type: 'string', default: '5000' },
    only: { type: 'string', default: 'rates,start,memory' },
  },
});
const [seconds, rounds, pages] = [Number(values.seconds), Number(values.rounds), Number(values.pages)];
const wanted = new Set(values.only.split(','));
const connections = 64;
const work = resolve('test/bench/serve/.work');
const installed = (command) => spawnSync('which', [command]).status === 0;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

if (!installed('wrk') || !installed('taskset')) {
  console.log('wrk and taskset are needed: apt-get install wrk util-linux');
  process.exit(0);
}
if (!existsSync('test/bench/peers/node_modules/sirv'))
  execFileSync('npm', ['ci', '--prefix', 'test/bench/peers', '--ignore-scripts'], { stdio: 'inherit' });

/* A site as the build writes it: pages of 8 KB, twins of 5 KB, both codings of each, a manifest. */

function writeSite(dir, count) {
  rmSync(dir, { recursive: true, force: true });
  const manifest = {};
  const bytes = { all: 0, plain: 0 };
  const put = (file, content) => {
    mkdirSync(dirname(`${dir}/${file}`), { recursive: true });
    writeFileSync(`${dir}/${file}`, content);
    manifest[file] = { size: content.length, hash: createHash('sha256').update(content).digest('base64url') };
    bytes.all += content.length;
  };
  const text = (file, content) => {
    const buffer = Buffer.from(content);
    put(file, buffer);
    bytes.plain += buffer.length;
    if (buffer.length < 1024) return;
    put(`${file}.br`, brotliCompressSync(buffer, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
    put(`${file}.gz`, gzipSync(buffer));
  };
  for (let i = 1; i <= count; i++) {
    const words = prose(i, 7900);
    text(
      `page-${i}.html`,
      `<!doctype html><html lang="en"><head><title>Page ${i}</title></head><body><h1>Page ${i}</h1><p>${words}</p></body></html>\n`.padEnd(
        8192,
      ),
    );
    text(`page-${i}.md`, `# Page ${i}\n\n${words.slice(0, 5000)}\n`);
  }
  text('index.html', '<!doctype html><h1>Home</h1>');
  text('index.md', '# Home\n');
  text('developers.html', '<!doctype html><h1>Developers</h1>');
  text('llms.txt', '# Bench\n');
  text('sitemap.md', '# Sitemap\n');
  text('404.html', '<!doctype html><h1>Not here</h1>');
  text('.well-known/api-catalog', '{"linkset":[]}');
  const facts = { rateLimit: { limit: 120, window: 60 }, deprecations: [] };
  text(
    '.well-known/openapi.json',
    JSON.stringify({ info: { title: 'Bench' }, servers: [{ url: 'http://localhost:8080' }], 'x-diptych': facts }),
  );
  writeFileSync(`${dir}/.diptych.json`, JSON.stringify({ version: 1, build: 'bench', files: manifest }));
  return bytes;
}

/** Words that compress as prose does, the same in every run. */
function prose(seed, length) {
  const words = 'people and agents read one site in two panels with the same words at the same address every page twice'.split(
    ' ',
  );
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    text += `${words[state % words.length]}${state % 7 === 0 ? (state % 1000).toString(36) : ''} `;
  }
  return text.slice(0, length);
}

/* The servers. */

const node = (script) => (dir, port) => [process.execPath, script, dir, String(port)];
const servers = {
  Diptych: { start: (dir, port) => [process.execPath, 'lib/proxy/cli.js', dir, '--port', String(port), '--log-level', 'error'] },
  'Diptych in stock Express': { start: node('test/bench/peers/stock-express.mjs') },
  'bare node:http': { start: node('test/bench/peers/bare-node-http.mjs'), only: ['page'] },
  'express.static': { start: node('test/bench/peers/express-static.mjs'), not: ['Markdown', 'brotli'] },
  'written by hand': { start: node('test/bench/peers/hand-written.mjs') },
  sirv: { start: node('test/bench/peers/sirv.mjs'), not: ['Markdown'] },
  '@fastify/static': { start: node('test/bench/peers/fastify-static.mjs'), not: ['Markdown'] },
  ...(installed('nginx') && { nginx: { start: nginx, not: ['Markdown', 'brotli'] } }),
  ...(installed('nginx') && { 'nginx, exported': { start: nginxExported } }),
  ...(installed('caddy') && { Caddy: { start: caddy, not: ['Markdown'] } }),
};
/** Only their start is measured. */
const starters = {
  ...(installed('caddy') && { 'Caddy, exported': { start: caddyExported } }),
  ...(installed('apache2') && { 'Apache, exported': { start: apacheExported } }),
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

/** With the configuration that `diptych export nginx` writes; on one core, and without a log, as the row beside it. */
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

let nextPort = 20_000 + (process.pid % 20_000);

function launch(name, dir) {
  const port = nextPort++;
  const command = { ...servers, ...starters }[name].start(dir, port);
  const began = performance.now();
  const child = spawn('taskset', ['-c', '0', ...command], { stdio: 'ignore' });
  return { name, child, port, pid: child.pid, began };
}

function ask(port, path, headers = {}) {
  return new Promise((done) => {
    const req = get({ port, host: '127.0.0.1', path, headers, agent: false }, (res) => {
      res.resume();
      res.on('end', () => done({ status: res.statusCode, headers: res.headers }));
    });
    req.on('error', () => done({ status: 0, headers: {} }));
  });
}

async function answers(port, path = '/page-1') {
  for (let i = 0; i < 2000; i++) {
    if ((await ask(port, path)).status === 200) return;
    await wait(5);
  }
  throw new Error(`nothing answers at ${port}`);
}

async function stop({ child }) {
  child.kill('SIGKILL');
  await new Promise((done) => child.on('close', done));
}

/** The processes of a server: nginx and Caddy may have children. */
function processesOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processesOf)];
}

const ticksOf = (pid) =>
  processesOf(pid)
    .map((each) => readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1].split(' '))
    .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);

const residentOf = (pid) =>
  processesOf(pid).reduce(
    (sum, each) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))[1]) * 1024,
    0,
  );

function load(server, path, headers) {
  const before = ticksOf(server.pid);
  const { rate, requests, below } = wrk(`http://127.0.0.1:${server.port}${path}`, { connections, seconds, headers });
  return { rate, p99: below('99%'), cpu: ((ticksOf(server.pid) - before) * 10_000) / requests };
}

/* Rates. */

const cases = {
  page: { path: '/page-1', expect: 200 },
  Markdown: { path: '/page-1', headers: { Accept: 'text/markdown' }, expect: 200 },
  304: { path: '/page-1', conditional: true, expect: 304 },
  404: { path: '/not-there', expect: 404 },
  brotli: { path: '/page-1', headers: { 'Accept-Encoding': 'br' }, expect: 200 },
  gzip: { path: '/page-1', headers: { 'Accept-Encoding': 'gzip' }, expect: 200, only: ['nginx', 'nginx, exported'] },
};

async function rates() {
  const dir = `${work}/one`;
  writeSite(dir, 1);
  const running = Object.keys(servers).map((name) => launch(name, dir));
  for (const { port } of running) await answers(port, '/page-1');
  const results = Object.fromEntries(running.map(({ name }) => [name, {}]));
  const runs = running.flatMap((server) =>
    Object.keys(cases)
      .filter((kind) => measures(server.name, kind))
      .map((kind) => ({ server, kind })),
  );
  for (const { server, kind } of runs) load(server, cases[kind].path, {});
  for (let round = 0; round < rounds; round++)
    for (const { server, kind } of runs) {
      const { path, headers = {}, conditional, expect } = cases[kind];
      const sent = conditional ? { 'If-None-Match': (await ask(server.port, path)).headers.etag } : headers;
      const { status } = await ask(server.port, path, sent);
      if (status !== expect) throw new Error(`${server.name}: ${kind} answers ${status}`);
      results[server.name][kind] = [...(results[server.name][kind] ?? []), load(server, path, sent)];
    }
  for (const server of running) await stop(server);
  return results;
}

const measures = (name, kind) =>
  !servers[name].not?.includes(kind) &&
  (servers[name].only?.includes(kind) ?? true) &&
  (cases[kind].only?.includes(name) ?? true);
const of = (results, name, kind, what) =>
  results[name]?.[kind] ? median(results[name][kind].map((row) => row[what])) : undefined;

/* The time from the start of the process to the first 200, and memory. */

async function firstAnswer(name, dir) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const server = launch(name, dir);
    await answers(server.port, `/page-${pages}`);
    times.push(performance.now() - server.began);
    await stop(server);
  }
  return median(times);
}

async function askAll(port, pathOf) {
  for (let i = 1; i <= pages; i++)
    for (const headers of [{}, { Accept: 'text/markdown' }, { 'Accept-Encoding': 'br' }]) await ask(port, pathOf(i), headers);
}

async function memory(large, bytes) {
  // What the same requests leave of a site of one page is Node's and ours, not the content's.
  const small = launch('Diptych', `${work}/one`);
  await answers(small.port);
  await wait(1000);
  const idle = residentOf(small.pid);
  await askAll(small.port, () => '/page-1');
  const busy = residentOf(small.pid);
  await stop(small);
  const server = launch('Diptych', large);
  await answers(server.port);
  await wait(4000);
  const filled = residentOf(server.pid) - idle;
  await askAll(server.port, (i) => `/page-${i}`);
  const used = residentOf(server.pid) - busy;
  await stop(server);
  return { filled: filled / bytes.all, used: used / bytes.all, plain: used / bytes.plain };
}

/* The report. */

const held = (found, floor, most) => ((most ? found <= floor : found >= floor) ? 'held' : 'NOT HELD');
const judge = (what, found, floor, most) =>
  found !== undefined &&
  console.log(`${what.padEnd(56)}${found.toFixed(2).padStart(8)}   floor ${String(floor).padEnd(5)} ${held(found, floor, most)}`);

function reportRates(results) {
  const name = 24;
  const line = (first, cells) => console.log(first.padEnd(name) + cells.map((cell) => cell.padStart(12)).join(''));
  const kinds = Object.keys(cases);
  line('answers a second', [...kinds, 'CPU µs', 'p99 ms']);
  for (const server of Object.keys(results))
    line(server, [
      ...kinds.map((kind) => of(results, server, kind, 'rate')?.toFixed(0) ?? '–'),
      of(results, server, 'page', 'cpu').toFixed(1),
      of(results, server, 'page', 'p99').toFixed(1),
    ]);

  const times = (peer, kind) => {
    const [ours, theirs] = [of(results, 'Diptych', kind, 'rate'), of(results, peer, kind, 'rate')];
    return ours && theirs ? ours / theirs : undefined;
  };
  console.log('');
  line('Diptych is … times', kinds);
  for (const peer of Object.keys(results).filter((each) => each !== 'Diptych'))
    line(
      peer,
      kinds.map((kind) => times(peer, kind)?.toFixed(2) ?? '–'),
    );

  console.log('');
  judge('page, times express.static', times('express.static', 'page'), 7);
  judge('page, times the stack written by hand', times('written by hand', 'page'), 9);
  judge('page, times sirv', times('sirv', 'page'), 3);
  judge('page, times bare node:http', times('bare node:http', 'page'), 0.65);
  judge('page, times nginx', times('nginx', 'page'), 0.5);
  const exported = of(results, 'nginx, exported', 'page', 'cpu');
  for (const kind of exported ? ['page', 'gzip'] : [])
    judge(
      `exported nginx, times nginx: ${kind}, by CPU`,
      of(results, 'nginx', kind, 'cpu') / of(results, 'nginx, exported', kind, 'cpu'),
      0.8,
    );
  // Debian's nginx has no module that sends Brotli: a row of its own would need one.
  if (exported)
    judge(
      'exported nginx with Brotli, times nginx without, by CPU',
      of(results, 'nginx', 'page', 'cpu') / of(results, 'nginx, exported', 'brotli', 'cpu'),
      0.7,
    );
  judge('p99 in ms at 64 connections, at most', of(results, 'Diptych', 'page', 'p99'), 5, true);
}

if (wanted.has('rates')) reportRates(await rates());
if (wanted.has('start') || wanted.has('memory')) {
  const large = `${work}/many`;
  const bytes = writeSite(large, pages);
  writeSite(`${work}/one`, 1);
  if (wanted.has('start')) {
    const found = (await firstAnswer('Diptych', large)) / (await firstAnswer('express.static', large));
    judge(`first 200 of ${pages} pages, times express.static, at most`, found, 3, true);
    for (const name of [...Object.keys(servers), ...Object.keys(starters)].filter((each) => each.endsWith(', exported')))
      judge(`first 200 of ${pages} pages, ${name}: seconds, at most`, (await firstAnswer(name, large)) / 1_000, 2, true);
  }
  if (wanted.has('memory')) {
    const { filled, used, plain } = await memory(large, bytes);
    judge('memory for a byte of the folder, at most', used, 1.5, true);
    console.log(
      `memory once read: ${filled.toFixed(2)}; with every variant sent: ${used.toFixed(2)} for a byte of the folder, ${plain.toFixed(2)} for a byte without codings`,
    );
  }
}
rmSync(work, { recursive: true, force: true });
