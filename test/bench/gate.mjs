// npm run bench
//
// The performance gate of .ci/run: ratios of CPU time. Each server is loaded together with a bare one, both on the first core, so that
// other work on the machine slows both; the load comes from the second core. Builds are divided by plain Eleventy and by naive twins.
// A row above its limit is measured twice more, and fails if the median is above it, too. If two equal servers or builds differ too
// much, the machine is too busy, and their rows get no verdict.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createBuilds } from './rig/builds.mjs';
import { checkFloor, isInstalled, median } from './rig/figures.mjs';
import { recordAnswers } from './rig/record-answers.mjs';
import { ask, launch, loadTogether, proxyCommand, stop, waitForAnswer } from './rig/server.mjs';
import { writeSite } from './rig/site.mjs';

const memory = '/dev/shm';
const hasRoom = (folder, { bavail, bsize } = statfsSync(folder)) => bavail * bsize > 1e9;
/** In memory where possible: a disk may be slow at creating many files. */
const work = mkdtempSync(join(existsSync(memory) && hasRoom(memory) ? memory : tmpdir(), 'diptych-gate-'));
/** The largest difference between two equal runs that still allows a verdict, as a share of 1. */
const maxNoise = 0.2;
/** Rounds of servers and of builds; pages of a build. */
const [rounds, buildRounds, pages] = [4, 2, 400];

/** The highest ratio that each row may have. */
const limits = {
  page: 1.5,
  Markdown: 1.65,
  304: 1.6,
  404: 2,
  'page, --origin': 1.75,
  'page, metrics and request log': 2.6,
  'fetch handler ÷ Request and Response alone': 1.7,
  'eleventy, cold ÷ plain': 4.8,
  'eleventy, nothing changed ÷ plain': 1.6,
  'eleventy, one page touched ÷ plain': 2.3,
  'diptych build, cold ÷ plain': 4.8,
  'diptych build, nothing changed ÷ plain': 1.5,
  'diptych build, one page touched ÷ plain': 2.3,
  'eleventy, cold ÷ naive': 2.1,
  'diptych build, cold ÷ naive': 2.1,
};

for (const tool of ['wrk', 'taskset'])
  if (!isInstalled(tool)) {
    console.log(`${tool} is needed: apt-get install wrk util-linux`);
    process.exit(1);
  }

const home = resolve('.');
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
const host = launch('static host', (port) => [process.execPath, 'test/bench/peers/express-static.mjs', site, String(port)], 1);
await waitForAnswer(host);
const remote = launch('proxy --origin', proxyCommand(home, '--origin', `http://127.0.0.1:${host.port}`));
const observed = launch(
  'proxy, observed',
  proxyCommand(home, site, '--metrics-port', '0', '--log-requests', '--log-level', 'info'),
);
const servers = [proxy, ...bares, host, remote, observed];
for (const server of servers) await waitForAnswer(server);

/** A server and a request for each row; a bare server answers a page at the same time. */
const cases = {
  page: { server: proxy },
  Markdown: { server: proxy, headers: { Accept: 'text/markdown' } },
  304: { server: proxy, headers: { 'If-None-Match': etag } },
  404: { server: proxy, path: '/not-there' },
  'page, --origin': { server: remote },
  'page, metrics and request log': { server: observed },
};
/** The ratios of each row so far. */
const shares = {};

async function measureServers(names = Object.keys(cases)) {
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

async function measureHandler() {
  const command = ['-c', '0', process.execPath, 'test/bench/rig/handler-cost.mjs', home, site];
  const cost = execFileSync('taskset', command, { encoding: 'utf8' });
  return { noise: 0, ratios: { 'fetch handler ÷ Request and Response alone': Number(cost) } };
}

const builds = createBuilds(work, pages);
/** The minimum that each kind of build took: other load on the machine only adds. */
const least = {};

/** Measures all builds, even for one row: each needs the build before it. */
async function measureBuilds() {
  for (let round = 0; round < buildRounds; round++)
    for (const name of [...Object.keys(builds), 'plain again']) {
      const { cpu } = builds[name.replace(' again', '')]();
      least[name] = Math.min(least[name] ?? cpu, cpu);
    }
  const plain = Math.min(least.plain, least['plain again']);
  const ratioOf = { plain: (name) => least[name] / plain, naive: (name) => least[name] / least.naive };
  const rows = Object.keys(limits).filter((row) => / ÷ (?:plain|naive)$/.test(row));
  return {
    noise: Math.abs(1 - least.plain / least['plain again']),
    ratios: Object.fromEntries(
      rows.map((row) => {
        const [name, base] = row.split(' ÷ ');
        return [row, ratioOf[base](name)];
      }),
    ),
  };
}

/** Measures a group up to three times: rows above their limits again. @returns whether its rows got a verdict */
async function judge(measure) {
  let missed;
  for (let left = 3; left > 0 && missed?.length !== 0; left--) {
    const { noise, ratios } = await measure(missed);
    if (noise > maxNoise) {
      console.log(`too busy to judge: equal runs differ by ${Math.round(noise * 100)} %`);
      if (left === 1) return false;
      continue;
    }
    // Rounded before the comparison, so that the printed figure matches the verdict.
    const most = (row) => Number((limits[row] * (1 + 2 * noise)).toFixed(2));
    const measured = missed ?? Object.keys(ratios);
    missed = measured.filter((row) => ratios[row] > most(row));
    for (const row of measured) if (left === 1 || !missed.includes(row)) checkFloor(row, ratios[row], { most: most(row) });
    for (const row of left > 1 ? missed : [])
      console.log(`${row.padEnd(56)}${ratios[row].toFixed(2).padStart(8)}, measured again`);
  }
  return true;
}

try {
  for (const { server, path = page, headers } of Object.values(cases)) await loadTogether([server, path, headers]);
  await loadTogether(...bares.map((bare) => [bare, page]));
  for (const measure of [measureServers, measureHandler, measureBuilds])
    if (!(await judge(measure))) console.log('rows without a verdict were not judged');
} finally {
  for (const server of servers) await stop(server);
  rmSync(work, { recursive: true, force: true });
}
