// The cost of the fetch handler: CPU time of one page in process, without a network, divided by the time of a bare handler that
// returns the same bytes and fields. Both create a Request and a Response, so the ratio shows the cost of our own code.
// node test/bench/rig/handler-cost.mjs PACKAGE SITE: prints the ratio.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [home, site] = process.argv.slice(2);
const { createHandler } = await import(pathToFileURL(`${home}/lib/proxy/edge/handler.js`).href);

const exported = `${site}-fetch`;
rmSync(exported, { recursive: true, force: true });
execFileSync(process.execPath, [`${home}/lib/build/cli.js`, 'export', 'fetch', site, '--out', exported]);
const table = JSON.parse(readFileSync(`${exported}/diptych-site.json`, 'utf8'));

const body = readFileSync(`${site}/page-1.html`);
// Asset stores answer with a type and a length.
const stored = { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': `${body.length}` } };
const ours = createHandler({ site: table, assets: () => new Response(body, stored) });
const pageRequest = () => new Request('http://localhost:8080/page-1', { headers: { accept: '*/*' } });
const headers = [...(await ours(pageRequest())).headers];
const bytes = new Uint8Array(body);
const bare = async () => new Response(bytes, { headers });

async function microseconds(handler, times) {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    const response = await handler(pageRequest());
    if (response.status !== 200 || (await response.arrayBuffer()).byteLength !== body.length) throw new Error('not the page');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

// The minimum of all rounds: other load on the machine only adds.
const least = { ours: Infinity, bare: Infinity };
for (let round = 0; round < 9; round++)
  for (const [name, handler] of Object.entries({ bare, ours })) {
    const taken = await microseconds(handler, 3000);
    if (round > 1) least[name] = Math.min(least[name], taken);
  }
console.log(least.ours / least.bare);
