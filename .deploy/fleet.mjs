// Starts what the compose file of site/docs/production.md describes, without Docker: redis-server, the two proxies, nginx. All listen on
// 127.0.0.1, on free ports but for nginx. SIGHUP restarts the proxies, one after the other; SIGINT and SIGTERM end all.
// Environment variables of diptych-proxy are passed on, as in DIPTYCH_RATE_LIMIT=enforced npm run fleet.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    /** Folder that holds `dist`, as the image does. */
    site: { type: 'string', default: '.' },
    /** Port of nginx; 0 takes a free one. */
    port: { type: 'string', default: '8080' },
    /** The command of the proxy. */
    proxy: { type: 'string', default: here('../lib/proxy/cli.js') },
  },
});
const page = readFileSync(here('../site/docs/production.md'), 'utf8');
const printed = (language, first) => new RegExp(`\`\`\`${language}\n(${first}[\\s\\S]*?)\`\`\``).exec(page)[1];
const { services } = parse(printed('yaml', 'services:'));
const proxies = Object.keys(services).filter((name) => name.startsWith('proxy-'));
const work = mkdtempSync(join(tmpdir(), 'diptych-fleet-'));
const running = new Map();
let ending = false;

const ports = {};
for (const name of [...proxies, 'redis']) ports[name] = await freePort();
ports.nginx = Number(values.port) || (await freePort());

process.on('SIGINT', () => end(0)).on('SIGTERM', () => end(0));
await start('redis');
await Promise.all(proxies.map(start));
await start('nginx');
process.on('SIGHUP', () => restart().catch(failed));
console.log(
  `fleet: http://127.0.0.1:${ports.nginx}/ is served by ${[...proxies, 'redis'].map((name) => `${name} at ${ports[name]}`).join(', ')}`,
);
console.log(`fleet: kill -HUP ${process.pid} restarts the proxies, one after the other`);

/** A text with addresses on this machine for those in the network of the containers. */
function local(text) {
  return text.replace(/\b(proxy-\d|redis):\d+/g, (_, name) => `127.0.0.1:${ports[name]}`);
}

/** What the compose file, or the image that it names, starts. */
function commandOf(name) {
  const args = (services[name].command ?? []).map(local).filter((word) => !word.endsWith('/diptych-proxy'));
  if (name === 'redis') return [...args, '--bind', '127.0.0.1', '--port', String(ports.redis)];
  if (name !== 'nginx') return [process.execPath, values.proxy, ...args];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${work}/${kind};`);
  const site = local(printed('nginx', 'upstream')).replace('listen 8080', `listen 127.0.0.1:${ports.nginx}`);
  const configuration = `pid ${work}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}}\n`;
  writeFileSync(join(work, 'nginx.conf'), configuration);
  // Started by root it would become nobody, who may not enter the folder.
  const user = process.getuid() === 0 ? ' user root;' : '';
  return ['nginx', '-e', 'stderr', '-c', join(work, 'nginx.conf'), '-g', `daemon off;${user}`];
}

/** Starts one process and waits until it listens. Each line that it writes is passed on after its name. */
async function start(name) {
  const [command, ...args] = commandOf(name);
  const own = { HOST: '127.0.0.1', PORT: String(ports[name]), PATH: `${process.env.PATH}:/usr/sbin` };
  // In a process group of its own: Ctrl+C ends nginx and Redis when the proxies are done.
  const child = spawn(command, args, {
    cwd: name === 'redis' ? work : values.site,
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`${name}: ${line}`));
  const ended = new Promise((done) => {
    child.on('error', ({ message }) => done(message)).on('exit', (code, signal) => done(`it ended with ${signal ?? code}`));
  });
  const started = { child, ended, stopping: false };
  running.set(name, started);
  ended.then((how) => started.stopping || ending || failed(new Error(`${name}: ${how}`)));
  while (!ending && !(await listens(ports[name]))) await new Promise((done) => setTimeout(done, 50));
  // Whoever ends the fleet also ends this process; nothing more is started meanwhile.
  if (ending) await new Promise(() => {});
}

/** Ends one process and waits for it. */
async function stop(name) {
  const stopped = running.get(name);
  if (stopped === undefined) return;
  stopped.stopping = true;
  // nginx finishes its answers on SIGQUIT, the proxy on SIGTERM.
  stopped.child.kill(name === 'nginx' ? 'SIGQUIT' : 'SIGTERM');
  return stopped.ended;
}

async function restart() {
  for (const name of proxies) {
    const how = await stop(name);
    await start(name);
    console.log(`fleet: ${name} was restarted: ${how}`);
  }
}

/** From the front to the back, so that nothing is asked of what has ended. */
async function end(code) {
  if (ending) return;
  ending = true;
  await stop('nginx');
  await Promise.all(proxies.map(stop));
  await stop('redis');
  rmSync(work, { recursive: true, force: true });
  process.exit(code);
}

function failed({ message }) {
  console.error(`fleet: ${message}`);
  end(1);
}

function listens(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
    socket.on('connect', () => socket.destroy());
  });
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
