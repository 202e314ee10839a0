// npm run soak [-- --minutes 30 --rate 560]
//
// A soak test for releases: a proxy, a new build of its folder each minute, and requests of agents and browsers. Compares each
// answer with the files of the builds that were live, and exits with 1 if less than 99.999 % are correct.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '560' } },
});
const minutes = Number(values.minutes);
/** Requests per second. */
const rate = Number(values.rate);
const wanted = 0.99999;

const site = mkdtempSync(join(tmpdir(), 'diptych-soak-'));
cpSync('site', join(site, 'site'), { recursive: true });
const env = { ...process.env, SITE_URL: 'https://www.example.com', DIPTYCH_RATE_LIMIT_LIMIT: '1000000000' };

/** Hashes of all versions of each file so far, by path. */
const known = new Map();
let builds = 0;

/** Builds, and adds the hashes of the new files. The proxies may serve these a moment earlier. */
function build() {
  builds++;
  appendFileSync(join(site, 'site/about.md'), `\nA line of build ${builds}.\n`);
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [resolve('lib/build/cli.js'), 'build', '-q'], { cwd: site, env, stdio: 'inherit' });
    child.on('exit', (code) => {
      if (code !== 0) return fail(new Error(`build ${builds} ended with ${code}`));
      const { files } = JSON.parse(readFileSync(join(site, 'dist/.well-known/diptych.json'), 'utf8'));
      for (const [path, { hash }] of Object.entries(files)) known.set(path, (known.get(path) ?? new Set()).add(hash));
      done();
    });
  });
}

async function startProxy() {
  const child = spawn(process.execPath, ['lib/proxy/cli.js', join(site, 'dist'), '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  for (;;) {
    const port = /http:\/\/[^\s:]+:(\d+)/.exec(text)?.[1];
    if (port !== undefined) return { child, port: Number(port) };
    if (child.exitCode !== null) throw new Error(`the proxy ended: ${text}`);
    await sleep(50);
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const ask = (port, path, headers) =>
  new Promise((done) => {
    const asked = request({ port, path, headers, agent }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }));
      answer.on('error', ({ message }) => done({ fault: message }));
    });
    asked.on('error', ({ message }) => done({ fault: message }));
    asked.setTimeout(30_000, () => asked.destroy(new Error('no answer in 30 s')));
    asked.end();
  });

const hashOf = (body) => createHash('sha256').update(body).digest('base64url');
const isOf = (file, { body }) => known.get(file)?.has(hashOf(body)) === true;

/** Kinds of requests, with the file and media type of the expected answer. */
const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
const kinds = [
  { headers: { accept: html }, file: (page) => page, type: 'text/html; charset=utf-8' },
  { headers: { accept: 'text/markdown' }, file: (page) => page.replace(/\.html$/, '.md'), type: 'text/markdown; charset=utf-8' },
  {
    headers: { accept: '*/*' },
    path: 'twin',
    file: (page) => page.replace(/\.html$/, '.md'),
    type: 'text/markdown; charset=utf-8',
  },
  { headers: { accept: html }, path: 'missing', status: 404 },
];

async function faultOf(port, page, kind) {
  const url = `/${page.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`;
  const file = kind.file?.(page);
  const path = kind.path === 'twin' ? `/${file}` : kind.path === 'missing' ? `${url.replace(/\/$/, '')}/not-there` : url;
  const answer = await ask(port, path, kind.headers);
  const where = `${path} (${kind.headers.accept})`;
  if (answer.fault) return `${where}: ${answer.fault}`;
  if (answer.status !== (kind.status ?? 200)) return `${where}: ${answer.status}`;
  if (file === undefined) return undefined;
  if (answer.headers['content-type'] !== kind.type) return `${where}: ${answer.headers['content-type']}`;
  for (let attempt = 0; attempt < 300; attempt++) {
    if (isOf(file, answer)) return undefined;
    await sleep(100);
  }
  return `${where}: a body of no build`;
}

let asked = 0;
let wrong = 0;
const line = () => `${asked.toLocaleString('en')} answers, ${builds} builds, ${wrong} wrong`;
let proxy;
try {
  await build();
  proxy = await startProxy();
  const pages = [...known.keys()].filter((path) => path.endsWith('.html') && known.has(path.replace(/\.html$/, '.md')));
  const began = performance.now();
  const end = began + minutes * 60_000;
  let next = began + 60_000;
  let building = Promise.resolve();
  const under = new Set();
  for (let count = 0; performance.now() < end; ) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; count < due && under.size < 500; count++) {
      const one = faultOf(proxy.port, pages[count % pages.length], kinds[Math.floor(count / pages.length) % kinds.length]).then(
        (fault) => {
          asked++;
          under.delete(one);
          if (fault === undefined) return;
          wrong++;
          console.log(`  ${fault}`);
        },
      );
      under.add(one);
    }
    if (performance.now() >= next) {
      console.log(`minute ${Math.round((next - began) / 60_000)}: ${line()}`);
      next += 60_000;
      building = building.then(build);
    }
    await sleep(5);
  }
  await building;
  await Promise.all(under);
} finally {
  if (proxy !== undefined) {
    const ended = new Promise((done) => proxy.child.on('exit', done));
    proxy.child.kill('SIGTERM');
    await ended;
  }
  agent.destroy();
  rmSync(site, { recursive: true, force: true });
}
const right = asked === 0 ? 0 : 1 - wrong / asked;
console.log(
  `${line()}: ${(right * 100).toFixed(4)} % right in ${minutes} minutes, on ${spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim()}`,
);
if (right < wanted) process.exit(1);
