/*
 * Measures whether the tests notice wrong code: makes small wrong changes at random places of the source, one at a time, runs the
 * tests near each, and lists the changes that no test notices. Some of these change nothing that a user could see.
 *
 *   npm run mutants -- --seed 7 --count 60
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changesOf } from './changes.mjs';
import { nearTests } from './near-tests.mjs';

/** Minutes after which a change counts as noticed: it made an endless loop. */
const patienceMinutes = 5;

const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string', default: '60' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = Number(values.count);

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const sources = tracked.filter((file) => /^(?:build|proxy)\/.*(?<!\.d)\.ts$/.test(file));
const mutants = drawn(
  sources.flatMap((file) => changesOf(readFileSync(file, 'utf8')).map((change) => ({ file, ...change }))),
  count,
);

// The changes are made in a copy, so that the source is whole whatever happens.
const copy = mkdtempSync(join(tmpdir(), 'diptych-mutants-'));
/** The process of the tests that run, which leads a group of its own. */
let running;
process.once('exit', () => {
  endRunning();
  rmSync(copy, { recursive: true, force: true, maxRetries: 10 });
});
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
for (const file of tracked) cpSync(file, join(copy, file));
// Hard links: Node takes a package behind a symbolic link for another one than the same package in the copy.
execFileSync('cp', ['-al', 'node_modules', copy]);

console.log(`seed ${seed}, ${mutants.length} changes`);
/** Whether a test file passes without a change: on a busy machine, one may fail. */
const isSound = new Map();
const survivors = [];
for (const mutant of mutants) {
  const { file, start, end, to } = mutant;
  const text = readFileSync(join(copy, file), 'utf8');
  const failure = async (found) => {
    writeFileSync(join(copy, file), text.slice(0, start) + to + text.slice(end));
    const failed = await firstFailure(found);
    writeFileSync(join(copy, file), text);
    if (!failed?.test) return failed;
    if (!isSound.has(failed.test)) isSound.set(failed.test, (await firstFailure([failed.test])) === undefined);
    return isSound.get(failed.test) ? failed : failure(found);
  };
  const failed = await failure(nearTests(file));
  const line = text.slice(0, start).split('\n').length;
  const name = `${file}:${line}  ${text.slice(start, end).replace(/\s+/g, ' ')} → ${to.replace(/\s+/g, ' ')}`;
  console.log(failed === undefined ? `SURVIVED  ${name}` : `caught    ${name}\n          by ${failed.name}`);
  if (failed === undefined) survivors.push(name);
}
console.log(`\nseed ${seed}: ${mutants.length - survivors.length} of ${mutants.length} caught by near tests`);
for (const survivor of survivors) console.log(`survived  ${survivor}`);

/** Runs tests in the copy. @returns the file and name of the first test that fails, or undefined */
async function firstFailure(tests) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const unsound = [...isSound].filter(([, sound]) => !sound).flatMap(([test]) => ['--exclude', test]);
  const options = ['--bail', '1', '--reporter', 'json', '--outputFile', report, ...unsound];
  const child = spawn('node_modules/.bin/vitest', ['run', '--project', 'parts', ...options, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, CI: '' },
  });
  running = child.pid;
  const timeout = setTimeout(endRunning, patienceMinutes * 60_000);
  const code = await new Promise((done) => child.once('exit', done));
  clearTimeout(timeout);
  // A change may leave processes that never end.
  endRunning();
  if (code === 0) return;
  if (code === null) return { name: `no end within ${patienceMinutes} minutes` };
  if (!existsSync(report)) return { name: 'the compiled code, which does not load' };
  const results = JSON.parse(readFileSync(report, 'utf8')).testResults;
  const failed = results.find(({ status }) => status === 'failed');
  if (!failed) throw new Error(`no test of ${tests.join(' ')} ran`);
  const test = failed.name.slice(copy.length + 1);
  const row = failed.assertionResults.find(({ status }) => status === 'failed');
  return { test, name: `${test}: ${row?.fullName ?? failed.message.split('\n')[0]}` };
}

/** Ends the tests and all processes that they started. */
function endRunning() {
  try {
    if (running) process.kill(-running, 'SIGKILL');
  } catch {
    // All have ended.
  }
  running = undefined;
}

/** A number of different elements, at random by the seed. */
function drawn(all, number) {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const rest = [...all];
  return Array.from({ length: Math.min(number, all.length) }, () => rest.splice(Math.floor(random() * rest.length), 1)[0]);
}
