// Servers that are measured: each a process of its own on the first core; the load comes from the second.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { wait } from './figures.mjs';
import { wrk } from './wrk.mjs';

let nextPort = 20_000 + (process.pid % 20_000);

/** Starts a server. `commandOf` makes its command of the port that it shall listen on. */
export function launch(name, commandOf, core = 0) {
  const port = nextPort++;
  const command = commandOf(port);
  const began = performance.now();
  const child = spawn('taskset', ['-c', String(core), ...command], { stdio: 'ignore' });
  return { name, child, port, pid: child.pid, began };
}

/** The command of the proxy of a package: the folder that holds its `lib`. */
export const proxyOf =
  (folder, ...args) =>
  (port) => [process.execPath, `${folder}/lib/proxy/cli.js`, '--port', String(port), '--log-level', 'error', ...args];

/** One answer, on a connection of its own; status 0 if there is none. */
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
export async function answers(server, path = '/page-1') {
  for (let i = 0; i < 6000; i++) {
    if ((await ask(server, path)).status === 200) return;
    await wait(5);
  }
  throw new Error(`${server.name}: nothing answers at ${server.port}`);
}

export async function stop({ child }) {
  const closed = new Promise((done) => child.on('close', done));
  child.kill('SIGKILL');
  await closed;
}

/** The processes of a server: nginx and Caddy may have children. */
function processesOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processesOf)];
}

/** Processor time that a server has had, in microseconds: of all of its threads that live. */
export const processorTimeOf = ({ pid }) =>
  processesOf(pid)
    .flatMap((each) => readdirSync(`/proc/${each}/task`).map((thread) => `/proc/${each}/task/${thread}/schedstat`))
    .reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000, 0);

/** Resident memory in bytes. */
export const residentOf = ({ pid }) =>
  processesOf(pid).reduce(
    (sum, each) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))[1]) * 1024,
    0,
  );

/** Loads a server: answers a second, processor time of one in microseconds, the latency that 99 % stay below in milliseconds. */
export async function load(server, path, { headers, connections = 64, seconds }) {
  const before = processorTimeOf(server);
  const { rate, requests, below } = await wrk(`http://127.0.0.1:${server.port}${path}`, { connections, seconds, headers });
  return { rate, p99: below('99%'), p50: below('50%'), cpu: (processorTimeOf(server) - before) / requests };
}

/** Loads servers at the same time for a second, each `[server, path, headers]`: the processor time of an answer of each. */
export const loadBoth = async (...each) =>
  Promise.all(
    each.map(async ([server, path, headers]) => (await load(server, path, { headers, connections: 32, seconds: 1 })).cpu),
  );
