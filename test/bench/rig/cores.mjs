// The fetch handler beside the proxy, both in one process and without a network: processor time of one page.
// node test/bench/rig/cores.mjs PACKAGE SITE: prints how many times the proxy's the handler's is.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { median } from './figures.mjs';

const [home, site] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${home}/lib/${file}`).href);
const [{ createProxy }, { createHandler }] = [await load('proxy/index.js'), await load('proxy/edge/handler.js')];

const exported = `${site}-fetch`;
rmSync(exported, { recursive: true, force: true });
execFileSync(process.execPath, [`${home}/lib/build/cli.js`, 'export', 'fetch', site, '--out', exported]);
const table = JSON.parse(readFileSync(`${exported}/diptych-site.json`, 'utf8'));

const body = readFileSync(`${site}/page-1.html`);
const handler = createHandler({ site: table, assets: async () => new Response(body) });
const proxy = createProxy({ dir: site });
const fields = { host: 'localhost:8080', accept: '*/*' };

class Sink extends Writable {
  remoteAddress = '127.0.0.1';
  _write(_chunk, _encoding, done) {
    done();
  }
  _writev(_chunks, done) {
    done();
  }
}

function throughProxy() {
  const socket = new Sink();
  const req = new IncomingMessage(socket);
  Object.assign(req, { method: 'GET', url: '/page-1', headers: fields, httpVersionMajor: 1, httpVersionMinor: 1 });
  req.rawHeaders = Object.entries(fields).flat();
  const res = new ServerResponse(req);
  res.assignSocket(socket);
  return new Promise((done) => {
    res.on('finish', () => done(res.statusCode));
    proxy(req, res);
  });
}

async function throughHandler() {
  const response = await handler(new Request('http://localhost:8080/page-1', { headers: { accept: '*/*' } }));
  await response.arrayBuffer();
  return response.status;
}

async function microseconds(ask, times) {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) if ((await ask()) !== 200) throw new Error('not answered by 200');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

for (const ask of [throughProxy, throughHandler]) await microseconds(ask, 5000);
const ratios = [];
for (let round = 0; round < 7; round++)
  ratios.push((await microseconds(throughHandler, 3000)) / (await microseconds(throughProxy, 3000)));
console.log(median(ratios));
await proxy.close();
