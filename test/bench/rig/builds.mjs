// Builds of one corpus: plain Eleventy, and the plugin cold, with nothing changed and with one page touched.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { writeCorpus } from './corpus.mjs';

const plainConfig =
  "export default (c) => { c.addPassthroughCopy({ public: '/' }); return { dir: { input: 'src', output: '_site' } }; };\n";
// The home page links to all pages and may exceed the limit of the check `oversize`.
const diptychConfig = `import diptych from 'diptych';
export default (c) => {
  c.addPlugin(diptych, { url: 'https://bench.example', name: 'Bench', checks: { oversize: 'warning' } });
  c.addPassthroughCopy({ public: '/' });
  return { dir: { input: 'src', output: '_site' } };
};
`;

/** Runs a script with Node. @returns wall-clock and CPU time in ms, peak resident memory in MB, bytes hashed, and its output */
function run(folder, args, core) {
  const usage = join(folder, '.usage.json');
  const began = performance.now();
  const command = [process.execPath, '--import', resolve('test/bench/rig/usage.mjs'), ...args];
  const [program, ...rest] = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const { status, stderr, stdout } = spawnSync(program, rest, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, USAGE: usage },
  });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}\n${stdout}\n${stderr}`);
  return { ms, ...JSON.parse(readFileSync(usage, 'utf8')), stdout };
}

/**
 * Creates the builds to compare: functions by name, each of which builds once and returns the result of `run`.
 *
 * @param work a folder for the projects; the caller may remove it afterwards
 * @param count pages of the corpus
 * @param packages folders of packages, by the suffix of their names in the result: '' for this repository
 * @param core the core to run on; default: all
 */
export function createBuilds(work, count, packages = { '': resolve('.') }, core = undefined) {
  const project = (name, config) => {
    const folder = join(work, `${name}-${count}`);
    writeCorpus(folder, count);
    writeFileSync(join(folder, 'eleventy.config.js'), config);
    return folder;
  };
  /**
   * Moves a folder away without removing it: after a removal, ext4 checks recently freed inodes when it allocates new ones,
   * which would slow the next build.
   */
  const moveAway = (folder) => {
    if (existsSync(folder)) renameSync(folder, join(mkdtempSync(join(work, 'aside-')), 'folder'));
  };
  const plain = project('plain', plainConfig);
  const builds = {
    plain: () => {
      moveAway(join(plain, '_site'));
      return run(plain, [resolve('node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'], core);
    },
  };
  for (const [name, home] of Object.entries(packages)) {
    const ours = project(`ours${name.replace(/\W/g, '-')}`, diptychConfig);
    mkdirSync(join(ours, 'node_modules'), { recursive: true });
    symlinkSync(home, join(ours, 'node_modules/diptych'));
    const site = join(ours, '_site');
    const build = (...more) => ({
      ...run(ours, [`${home}/lib/build/cli.js`, 'build', ...more], core),
      published: readdirSync(site, { recursive: true }).reduce((sum, file) => sum + statSync(join(site, file)).size, 0),
    });
    const cold = (...more) => {
      moveAway(join(ours, 'node_modules/.cache'));
      moveAway(join(ours, '_site'));
      return build(...more);
    };
    const cases = {
      'cold, no parity': () => cold(),
      cold: () => cold(),
      'nothing changed': () => build(),
      'one page touched': () => {
        appendFileSync(join(ours, 'src/s1/p1.md'), '\nTouched.\n');
        return build();
      },
    };
    for (const [kind, measure] of Object.entries(cases)) builds[kind + name] = measure;
  }
  return builds;
}
