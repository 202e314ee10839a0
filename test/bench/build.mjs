// Builds: cold, warm and one page touched, against plain Eleventy on the same pages. Interleaved rounds, medians, ratios of
// wall-clock and CPU time. `--against COMMIT` also builds with that commit.
// npm run bench -- build [pages …] [--rounds N] [--against COMMIT]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuilds } from './rig/builds.mjs';
import { checkout } from './rig/checkout.mjs';
import { median } from './rig/figures.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, against: { type: 'string' } },
});
const { against } = values;
const rounds = Number(values.rounds);
const work = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
const packages = { '': resolve('.'), ...(against && { [` at ${against}`]: checkout(against) }) };

const rows = [];
for (const count of positionals.length ? positionals.map(Number) : [50, 1000, 10000]) {
  const builds = createBuilds(work, count, packages);
  const figures = Object.fromEntries(Object.keys(builds).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(builds)) figures[name].push(measure());
    const seconds = Object.entries(figures).map(([name, runs]) => `${name} ${(runs.at(-1).ms / 1000).toFixed(1)} s`);
    console.log(`${count} pages, round ${round} of ${rounds}: ${seconds.join(', ')}`);
  }
  const of = (name, what) => median(figures[name].map((run) => run[what]));
  for (const name of Object.keys(builds)) {
    const now = against && name.replace(` at ${against}`, '');
    rows.push({
      pages: count,
      build: name,
      seconds: (of(name, 'ms') / 1000).toFixed(2),
      'of plain': (of(name, 'ms') / of('plain', 'ms')).toFixed(2),
      'processor time of plain': (of(name, 'cpu') / of('plain', 'cpu')).toFixed(2),
      'peak MB': of(name, 'mb').toFixed(0),
      'kB a page': ((of(name, 'mb') * 1024) / count).toFixed(0),
      ...(now && now !== name && { [`now ÷ ${against}`]: (of(now, 'cpu') / of(name, 'cpu')).toFixed(2) }),
    });
  }
  console.log(`phases of a cold build: ${/templates .*/.exec(figures.cold.at(-1).stdout)?.[0] ?? 'not reported'}`);
}
rmSync(work, { recursive: true });
console.table(rows);
