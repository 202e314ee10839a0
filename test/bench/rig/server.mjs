// Servers under test, each a process on the first core; the load comes from the second core.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { wait } from './figures.mjs';
import { wrk } from './wrk.mjs';

let nextPort = 20_000 + (process.pid % 20_000);

/** Starts a server on a free port. @param commandOf makes the command line for a port */
export function launch(name, commandOf, core = 0) {
  const port = nextPort++;
  const command = commandOf(port);
  const began = performance.now();
  const child = spawn('taskset', ['-c', String(core), ...command], { stdio: 'ignore' });
  return { name, child, port, pid: child.pid, began };
}

/** The `commandOf` that starts the proxy of the package in a folder. */
export const proxyCommand =
  (folder, ...args) =>
  (port) => [process.execPath, `${folder}/lib/proxy/cli.js`, '--port', String(port), '--log-level', 'error', ...args];

/** Sends one request on a new connection. @returns the answer; status 0 if the connection fails */
export function ask({ port }, path, headers = {}) {
  return new Promise((done) => {
    const req = get({ port, host: '127.0.0.1', path, headers, agent: false }, (res) => {
      const chunks = [];
      res.on('data', (chunk) => chunks.push(chunk));
      res.on('end', () => done({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }));
    });
    req.on('error', () => done({ status: 0, headers: {}, body: Buffer.alloc(0) }));
  });
}

/** Waits until a server answers a path with 200. */
export async function waitForAnswer(server, path = '/page-1') {
  for (let i = 0; i < 6000; i++) {
    if ((await ask(server, path)).status === 200) return;
    await wait(5);
  }
  throw new Error(`${server.name}: no answer at port ${server.port}`);
}

export async function stop({ child }) {
  const closed = new Promise((done) => child.on('close', done));
  child.kill('SIGKILL');
  await closed;
}

/** A process and its descendants: nginx and Caddy have children. */
function processesOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processesOf)];
}

/** CPU time of all live threads of a server, in microseconds. */
export const processorTimeOf = ({ pid }) =>
  processesOf(pid)
    .flatMap((each) => readdirSync(`/proc/${each}/task`).map((thread) => `/proc/${each}/task/${thread}/schedstat`))
    .reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000, 0);

/** Resident memory of a server, in bytes. */
export const residentOf = ({ pid }) =>
  processesOf(pid).reduce(
    (sum, each) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))[1]) * 1024,
    0,
  );

/** Loads a server. @returns answers per second (`rate`), CPU time per answer in microseconds, median and 99 % latency in ms */
export async function load(server, path, { headers, connections = 64, seconds }) {
  const before = processorTimeOf(server);
  const { rate, requests, below } = await wrk(`http://127.0.0.1:${server.port}${path}`, { connections, seconds, headers });
  return { rate, p99: below('99%'), p50: below('50%'), cpu: (processorTimeOf(server) - before) / requests };
}

/** Loads servers at the same time for a second, each `[server, path, headers]`. @returns the CPU time per answer of each */
export const loadTogether = async (...each) =>
  Promise.all(
    each.map(async ([server, path, headers]) => (await load(server, path, { headers, connections: 32, seconds: 1 })).cpu),
  );
