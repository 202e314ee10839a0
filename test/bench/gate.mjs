// npm run bench -- gate [--against COMMIT] [--rounds 3]
//
// What .ci/run asks of every commit, in less than 90 seconds: ratios of processor time, measured side by side. Servers answer
// on the first core, the load comes from the second. A row that misses its floor is measured twice more; if it misses again,
// the gate fails and names it. Where the same server differs from itself too much the machine is too busy to judge by, and
// the gate says so. `--against COMMIT` judges another commit in place of this one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuilds } from './rig/builds.mjs';
import { checkout } from './rig/checkout.mjs';
import { isInstalled, judge, median } from './rig/figures.mjs';
import { answers, ask, launch, load, proxyOf, stop } from './rig/server.mjs';
import { writeSite } from './rig/site.mjs';

const { values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);
const home = values.against === undefined ? resolve('.') : checkout(values.against);
const work = resolve('test/bench/serve/.gate');
/** How far the same server may be from itself, of 1. */
const calm = 0.08;
/** Pages of a build that is judged. */
const pages = 300;

/** At most this many times what the row is compared with: what was measured, and a tenth for noise. */
const floors = {
  page: 1.25,
  Markdown: 1.25,
  304: 0.8,
  404: 1.3,
  'page, --origin': 1.3,
  'page, metrics and request log': 1.5,
  'fetch handler ÷ core of the proxy': 25,
  'build, cold': 5,
  'build, nothing changed': 1.35,
  'build, one page touched': 2.2,
};

for (const tool of ['wrk', 'taskset'])
  if (!isInstalled(tool)) {
    console.log(`${tool} is needed: apt-get install wrk util-linux`);
    process.exit(1);
  }

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

/* Servers. */

const site = `${work}/site`;
writeSite(site, 1);
const proxy = launch('proxy', proxyOf(home, site));
await answers(proxy);
/** The same bytes for the bare server. */
const bareFolder = `${work}/bare`;
mkdirSync(bareFolder);
const page = await ask(proxy, '/page-1');
writeFileSync(`${bareFolder}/page-1.html`, page.body);
writeFileSync(`${bareFolder}/page-1.md`, (await ask(proxy, '/page-1', { Accept: 'text/markdown' })).body);
writeFileSync(`${bareFolder}/problem.json`, (await ask(proxy, '/not-there')).body);
const bareCommand = (port) => [process.execPath, 'test/bench/peers/bare-node-http.mjs', bareFolder, String(port)];
const bare = launch('bare node:http', bareCommand);
const twin = launch('bare node:http again', bareCommand);
const upstream = launch(
  'static host',
  (port) => [process.execPath, 'test/bench/peers/express-static.mjs', site, String(port)],
  1,
);
await answers(upstream);
const remote = launch('proxy --origin', proxyOf(home, '--origin', `http://127.0.0.1:${upstream.port}`));
const observed = launch('proxy, observed', proxyOf(home, site, '--metrics-port', '0', '--log-requests', '--log-level', 'info'));
const servers = [proxy, bare, twin, upstream, remote, observed];
for (const server of servers) await answers(server);

/** A server, a request of it, and the row of the bare server with the same bytes. */
const cases = {
  'bare page': { server: bare },
  'bare page again': { server: twin },
  'bare Markdown': { server: bare, headers: { Accept: 'text/markdown' } },
  'bare 404': { server: bare, path: '/not-there' },
  page: { server: proxy, of: 'bare page' },
  Markdown: { server: proxy, headers: { Accept: 'text/markdown' }, of: 'bare Markdown' },
  304: { server: proxy, headers: { 'If-None-Match': page.headers.etag }, of: 'bare page' },
  404: { server: proxy, path: '/not-there', of: 'bare 404' },
  'page, --origin': { server: remote, of: 'bare page' },
  'page, metrics and request log': { server: observed, of: 'bare page' },
};

/** The processor time of some rows, in interleaved rounds: medians. */
function served(names) {
  const figures = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const { server, path = '/page-1', headers } = cases[name];
      figures[name].push(load(server, path, { headers, seconds: 1 }).cpu);
    }
  return Object.fromEntries(names.map((name) => [name, median(figures[name])]));
}

/** The rows of some names, as ratios; with how far the same server was from itself. */
function judgeServers(names) {
  const found = served([...new Set(['bare page', 'bare page again', ...names.flatMap((name) => [cases[name].of, name])])]);
  const noise = Math.abs(1 - found['bare page again'] / found['bare page']);
  return { noise, ratios: Object.fromEntries(names.map((name) => [name, found[name] / found[cases[name].of]])) };
}

/* Builds. */

const builds = createBuilds(work, pages, { '': home });
const buildRows = {
  'build, cold': 'cold',
  'build, nothing changed': 'nothing changed',
  'build, one page touched': 'one page touched',
};

/** Builds follow one another, so that all are made where one is asked for. */
function judgeBuilds() {
  const figures = { plain: [], 'plain again': [], ...Object.fromEntries(Object.values(buildRows).map((kind) => [kind, []])) };
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(figures)) figures[name].push(builds[name.replace(' again', '')]().cpu);
  const found = Object.fromEntries(Object.entries(figures).map(([name, times]) => [name, median(times)]));
  const noise = Math.abs(1 - found['plain again'] / found.plain);
  return { noise, ratios: Object.fromEntries(Object.entries(buildRows).map(([row, kind]) => [row, found[kind] / found.plain])) };
}

/* The fetch handler. */

const judgeHandler = () => ({
  noise: 0,
  ratios: {
    'fetch handler ÷ core of the proxy': Number(
      execFileSync('taskset', ['-c', '0', process.execPath, 'test/bench/rig/cores.mjs', home, site], { encoding: 'utf8' }),
    ),
  },
});

/* The verdict. */

const groups = [
  (missed) => judgeServers(missed ?? Object.keys(cases).filter((name) => cases[name].of)),
  judgeHandler,
  judgeBuilds,
];
const tries = 3;
const trend = {};
let isBusy = false;

try {
  for (const { server } of Object.values(cases)) load(server, '/page-1', { seconds: 1 });
  for (const group of groups) {
    let missed;
    for (let left = tries; left > 0 && missed?.length !== 0; left--) {
      const { noise, ratios } = group(missed);
      if (noise > calm) {
        console.log(`too busy to judge: the same server or build differs from itself by ${Math.round(noise * 100)} %`);
        isBusy = true;
        break;
      }
      Object.assign(trend, ratios);
      const again = left === 1 ? '' : ', measured again';
      missed = Object.keys(ratios).filter((row) => (missed?.includes(row) ?? true) && ratios[row] > floors[row]);
      for (const row of left === 1 ? Object.keys(ratios) : Object.keys(ratios).filter((row) => !missed.includes(row)))
        judge(row, ratios[row], { most: floors[row] });
      if (left > 1) for (const row of missed) console.log(`${row.padEnd(56)}${ratios[row].toFixed(2).padStart(8)}${again}`);
    }
  }
} finally {
  for (const server of servers) await stop(server);
  rmSync(work, { recursive: true, force: true });
}
if (isBusy) console.log('rows without a verdict were not judged');
console.log(
  `for test/bench/trend.tsv: ${Object.keys(floors)
    .map((row) => trend[row]?.toFixed(2) ?? '–')
    .join('\t')}`,
);
