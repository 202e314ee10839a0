// npm run bench -- gate [--against COMMIT] [--rounds 4]
//
// The performance gate of .ci/run, in less than 90 seconds: ratios of CPU time. Each server is loaded together with a bare one,
// both on the first core, so that other work on the machine slows both; the load comes from the second core. A row that misses
// its floor is measured twice more, and fails if the median misses, too. If two equal bare servers differ too much, the machine
// is too busy and the gate reports no verdict. `--against COMMIT` measures another commit instead of this one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuilds } from './rig/builds.mjs';
import { checkout } from './rig/checkout.mjs';
import { checkFloor, isInstalled, median } from './rig/figures.mjs';
import { recordAnswers } from './rig/record-answers.mjs';
import { ask, launch, loadTogether, proxyCommand, stop, waitForAnswer } from './rig/server.mjs';
import { writeSite } from './rig/site.mjs';

const { values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '4' } },
});
const rounds = Number(values.rounds);
const home = values.against === undefined ? resolve('.') : checkout(values.against);
const memory = '/dev/shm';
const hasRoom = (folder, { bavail, bsize } = statfsSync(folder)) => bavail * bsize > 1e9;
/** In memory where possible: for minutes after many files were removed, ext4 takes up to four times as long to create others. */
const work = mkdtempSync(join(existsSync(memory) && hasRoom(memory) ? memory : tmpdir(), 'diptych-gate-'));
/** The largest difference between two equal servers that still allows a verdict, as a share of 1. */
const maxNoise = 0.2;
/** Pages of the measured build. */
const pages = 300;

/** The highest ratio that each row may have: the measured one plus a margin. The measured noise is added twice. */
const floors = {
  page: 1.4,
  Markdown: 1.55,
  304: 1.2,
  404: 1.35,
  'page, --origin': 17,
  'page, --origin, kept': 1.75,
  'Markdown, --origin, kept': 1.9,
  'page, metrics and request log': 2,
  'fetch handler ÷ Request and Response alone': 1.6,
  'build, cold': 5.2,
  'build, nothing changed': 1.35,
  'build, one page touched': 2.6,
  'bytes hashed of a byte published, cold': 1.75,
};

for (const tool of ['wrk', 'taskset'])
  if (!isInstalled(tool)) {
    console.log(`${tool} is needed: apt-get install wrk util-linux`);
    process.exit(1);
  }

/* Servers. */

const site = `${work}/site`;
writeSite(site, 1);
const page = '/page-1';
const proxy = launch('proxy', proxyCommand(home, site));
await waitForAnswer(proxy);
const { etag } = (await ask(proxy, page)).headers;
await recordAnswers(proxy, `${work}/answers.json`);
const bareCommand = (port) => [process.execPath, 'test/bench/peers/bare-node-http.mjs', `${work}/answers.json`, String(port)];
/** Two equal servers that take turns: their difference is the noise of the machine. */
const bares = [launch('bare node:http', bareCommand), launch('bare node:http again', bareCommand)];
const upstream = launch(
  'static host',
  (port) => [process.execPath, 'test/bench/peers/express-static.mjs', site, String(port)],
  1,
);
await waitForAnswer(upstream);
const remote = launch('proxy --origin', proxyCommand(home, '--origin', `http://127.0.0.1:${upstream.port}`));
// Set by its environment variable, so that a commit without the setting starts, too.
const caching = launch('proxy --origin with a cache', (port) => [
  'env',
  'DIPTYCH_ORIGIN_CACHE=3600',
  ...proxyCommand(home, '--origin', `http://127.0.0.1:${upstream.port}`)(port),
]);
const observed = launch(
  'proxy, observed',
  proxyCommand(home, site, '--metrics-port', '0', '--log-requests', '--log-level', 'info'),
);
const servers = [proxy, ...bares, upstream, remote, caching, observed];
for (const server of servers) await waitForAnswer(server);

/** A server and a request for each row; a bare server answers a page at the same time. */
const cases = {
  page: { server: proxy },
  Markdown: { server: proxy, headers: { Accept: 'text/markdown' } },
  304: { server: proxy, headers: { 'If-None-Match': etag } },
  404: { server: proxy, path: '/not-there' },
  'page, --origin': { server: remote },
  'page, --origin, kept': { server: caching },
  'Markdown, --origin, kept': { server: caching, headers: { Accept: 'text/markdown' } },
  'page, metrics and request log': { server: observed },
};

/** The ratios of each row: its cost, divided by that of the bare server in the same second. */
const shares = {};

async function measureServers(names) {
  for (let round = 0; round < rounds; round++) {
    const [base, other] = round % 2 === 0 ? bares : bares.toReversed();
    for (const name of ['bare page', ...names]) {
      const { server = other, path = page, headers } = cases[name] ?? {};
      const [cpu, of] = await loadTogether([server, path, headers], [base, page]);
      shares[name] = [...(shares[name] ?? []), cpu / of];
    }
  }
  return {
    noise: Math.abs(1 - median(shares['bare page'])),
    ratios: Object.fromEntries(names.map((name) => [name, median(shares[name])])),
  };
}

/* Builds. */

const builds = createBuilds(work, pages, { '': home }, 0);
const buildRows = {
  'build, cold': 'cold',
  'build, nothing changed': 'nothing changed',
  'build, one page touched': 'one page touched',
};

/** The minimum that each kind of build took: other load on the machine only adds. */
const least = {};
const recordMinimum = (name, cpu) => {
  least[name] = Math.min(least[name] ?? cpu, cpu);
};
/** Counts bytes, not time: reading each page a second time adds 2 % of the time, but a sixth of the bytes. */
let coldHashes;

/** Measures all builds, even for one row: each needs the build before it. */
function measureBuilds() {
  for (let round = 0; round < 2; round++)
    for (const kind of ['plain', ...Object.values(buildRows), 'plain again']) {
      const { cpu, hashed, published } = builds[kind.replace(' again', '')]();
      recordMinimum(kind, cpu);
      if (kind === 'cold') coldHashes = hashed / published;
    }
  const base = Math.min(least.plain, least['plain again']);
  const ratios = Object.fromEntries(Object.entries(buildRows).map(([row, kind]) => [row, least[kind] / base]));
  return {
    noise: Math.abs(1 - least.plain / least['plain again']),
    ratios: { ...ratios, 'bytes hashed of a byte published, cold': coldHashes },
  };
}

/* The fetch handler. */

const measureHandler = () => ({
  noise: 0,
  ratios: {
    'fetch handler ÷ Request and Response alone': Number(
      execFileSync('taskset', ['-c', '0', process.execPath, 'test/bench/rig/handler-cost.mjs', home, site], { encoding: 'utf8' }),
    ),
  },
});

/* The verdict. */

const groups = [
  (missed) => measureServers(missed ?? Object.keys(cases)),
  // Old commits have no fetch handler.
  ...(existsSync(`${home}/lib/proxy/edge/handler.js`) ? [measureHandler] : []),
  measureBuilds,
];
const tries = 3;
const trend = {};
let isBusy = false;

try {
  for (const { server, path = page, headers } of Object.values(cases)) await loadTogether([server, path, headers]);
  await loadTogether(...bares.map((bare) => [bare, page]));
  for (const group of groups) {
    let missed;
    for (let left = tries; left > 0 && missed?.length !== 0; left--) {
      const { noise, ratios } = await group(missed);
      if (noise > maxNoise) {
        console.log(`too busy to judge: the same server or build differs from itself by ${Math.round(noise * 100)} %`);
        isBusy ||= left === 1;
        continue;
      }
      Object.assign(trend, ratios);
      const again = left === 1 ? '' : ', measured again';
      // Round before the comparison, so that the printed figure matches the verdict.
      const most = (row) => Number((floors[row] * (1 + 2 * noise)).toFixed(2));
      // Rows that passed are measured again only together with those that failed.
      const asked = missed ?? Object.keys(ratios);
      missed = asked.filter((row) => ratios[row] > most(row));
      for (const row of asked) if (left === 1 || !missed.includes(row)) checkFloor(row, ratios[row], { most: most(row) });
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
