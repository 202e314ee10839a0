// Building: cold, warm and one page touched, against plain Eleventy on the same pages. Interleaved rounds, medians, ratios
// of wall-clock and of processor time. The home page links to every page, so it may be longer than the check of sizes allows.
// node test/bench/build.mjs [pages …] [--rounds N]
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeCorpus } from './corpus.mjs';

const args = process.argv.slice(2);
const rounds = Number(args.includes('--rounds') ? args[args.indexOf('--rounds') + 1] : 3);
const counts = args.filter((arg, at) => /^\d+$/.test(arg) && args[at - 1] !== '--rounds').map(Number);
const work = join(tmpdir(), 'diptych-bench');
const plainConfig =
  "export default (c) => { c.addPassthroughCopy({ public: '/' }); return { dir: { input: 'src', output: '_site' } }; };\n";
const diptychConfig = `import diptych from 'diptych';
export default (c) => {
  c.addPlugin(diptych, { url: 'https://bench.example', name: 'Bench', checks: { oversize: 'warning' } });
  c.addPassthroughCopy({ public: '/' });
  return { dir: { input: 'src', output: '_site' } };
};
`;

function project(name, count, config) {
  const folder = join(work, name);
  writeCorpus(folder, count);
  writeFileSync(join(folder, 'eleventy.config.js'), config);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(resolve('.'), join(folder, 'node_modules/diptych'));
  return folder;
}

/** Runs a command; wall-clock and processor milliseconds, and peak resident megabytes. */
function run(folder, command) {
  const began = performance.now();
  const { status, stderr, stdout } = spawnSync('/usr/bin/time', ['-f', '%M %U %S', ...command], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${command.join(' ')} exited with ${status}\n${stdout}\n${stderr}`);
  const [kb, user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { ms, cpu: (user + system) * 1000, mb: kb / 1024, stdout };
}

/**
 * Moves a folder out of the way. It is removed at the end: ext4 looks at each inode that was freed in the last seconds before
 * it gives out another, which would be counted as part of the next build.
 */
function putAside(folder) {
  if (existsSync(folder)) renameSync(folder, join(mkdtempSync(join(work, 'aside-')), 'folder'));
}

const eleventy = [process.execPath, resolve('node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'];
const diptych = (...more) => [process.execPath, resolve('lib/build/cli.js'), 'build', ...more];
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const rows = [];
for (const count of counts.length ? counts : [50, 1000, 10000]) {
  const plain = project(`plain-${count}`, count, plainConfig);
  const ours = project(`ours-${count}`, count, diptychConfig);
  const cache = join(ours, 'node_modules/.cache');
  const page = join(ours, 'src/s1/p1.md');
  const cold = (...more) => {
    putAside(cache);
    putAside(join(ours, '_site'));
    return run(ours, diptych(...more));
  };
  const cases = {
    plain: () => {
      putAside(join(plain, '_site'));
      return run(plain, eleventy);
    },
    'cold, all checks and compression, no parity': () => cold('--no-parity'),
    'cold, with parity': () => cold(),
    warm: () => run(ours, diptych()),
    'one page touched': () => {
      appendFileSync(page, '\nTouched.\n');
      return run(ours, diptych());
    },
  };
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  const peaks = structuredClone(times);
  const cpus = structuredClone(times);
  let phases = '';
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of Object.entries(cases)) {
      const { ms, cpu, mb, stdout } = measure();
      times[name].push(ms);
      cpus[name].push(cpu);
      peaks[name].push(mb);
      if (name === 'cold, with parity') phases = /templates .*/.exec(stdout)?.[0] ?? '';
    }
  for (const name of Object.keys(cases))
    rows.push({
      pages: count,
      build: name,
      seconds: (median(times[name]) / 1000).toFixed(2),
      'of plain': (median(times[name]) / median(times.plain)).toFixed(2),
      'processor time of plain': (median(cpus[name]) / median(cpus.plain)).toFixed(2),
      'peak MB': median(peaks[name]).toFixed(0),
      'kB a page': ((median(peaks[name]) * 1024) / count).toFixed(0),
    });
  console.log(`${count} pages, phases of a cold build: ${phases}`);
}
rmSync(work, { recursive: true });
console.table(rows);
