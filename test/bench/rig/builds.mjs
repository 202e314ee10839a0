// Builds of one corpus: plain Eleventy, naive twins, and ours under `eleventy` and under `diptych build`: cold, with nothing changed,
// and with one page touched.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { writeCorpus } from './corpus.mjs';

/** A configuration of Eleventy whose function has a body. */
const configuration = (imports, body) => `${imports}
export default (c) => {
  ${body}
  c.addPassthroughCopy({ public: '/' });
  return { dir: { input: 'src', output: '_site' } };
};
`;

const configurations = {
  plain: configuration('', ''),
  // What a developer writes in an hour: each page through linkedom and Turndown, and the indexes.
  naive: configuration(
    `import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';`,
    `const pages = [];
  c.addTransform('twins', function (html) {
    const file = String(this.page.outputPath);
    if (!file.endsWith('.html')) return html;
    const { document } = parseHTML(html);
    const markdown = new TurndownService().turndown(document.querySelector('main'));
    pages.push([this.page.url, document.title, markdown]);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file.replace(/html$/, 'md'), markdown);
    return html;
  });
  c.on('eleventy.after', () => {
    const write = (file, line) => writeFileSync('_site/' + file, pages.map(line).join('\\n'));
    write('llms.txt', ([url, title]) => '- [' + title + '](' + url + ')');
    write('sitemap.md', ([url]) => '- ' + url);
    write('llms-full.txt', ([, , markdown]) => markdown);
  });`,
  ),
  ours: configuration(
    "import diptych from 'diptych';",
    // The home page links to all pages.
    "c.addPlugin(diptych, { url: 'https://bench.example', name: 'Bench', checks: { oversize: 'off' } });",
  ),
};

/** Runs a script with Node on the first core. @returns CPU time and wall clock in ms, and peak memory in MB */
function run(folder, args) {
  const usage = join(folder, '.usage.json');
  const began = performance.now();
  const command = ['-c', '0', process.execPath, '--import', resolve('test/bench/rig/usage.mjs'), ...args];
  const { status, stderr, stdout } = spawnSync('taskset', command, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, USAGE: usage },
  });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}\n${stdout}\n${stderr}`);
  return { ms, ...JSON.parse(readFileSync(usage, 'utf8')) };
}

/** Copies the package as npm installs it: bundled into few files, which take less time to load. @returns its folder */
function installIn(work) {
  const folder = join(work, 'package');
  mkdirSync(folder, { recursive: true });
  copyFileSync('package.json', join(folder, 'package.json'));
  cpSync('lib', join(folder, 'lib'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['.ci/pack-lib.mjs', join(folder, 'lib')]);
  return folder;
}

/**
 * The builds to compare, by name, each a function that builds once. Ours are in the order in which they must run.
 *
 * @param work a folder for the projects; the caller may remove it afterwards
 * @param count pages of the corpus
 */
export function createBuilds(work, count) {
  const home = installIn(work);
  const project = (name, kind) => {
    const folder = join(work, name);
    writeCorpus(folder, count);
    writeFileSync(join(folder, 'eleventy.config.js'), configurations[kind]);
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(home, join(folder, 'node_modules/diptych'));
    for (const name of ['linkedom', 'turndown'])
      symlinkSync(join(home, 'node_modules', name), join(folder, 'node_modules', name));
    return folder;
  };
  /** Moved, not removed: after removals, ext4 is slow at creating files for minutes. */
  const moveAway = (folder) => {
    if (existsSync(folder)) renameSync(folder, join(mkdtempSync(join(work, 'aside-')), 'folder'));
  };
  const cold = (folder, command) => {
    for (const name of ['_site', 'node_modules/.cache']) moveAway(join(folder, name));
    return run(folder, command);
  };
  const eleventy = [join(home, 'node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'];
  const builds = {};
  for (const kind of ['plain', 'naive']) {
    const folder = project(kind, kind);
    builds[kind] = () => cold(folder, eleventy);
  }
  for (const [name, command] of [
    ['eleventy', eleventy],
    ['diptych build', [join(home, 'lib/build/cli.js'), 'build', '-q']],
  ]) {
    const folder = project(name.replace(' ', '-'), 'ours');
    builds[`${name}, cold`] = () => cold(folder, command);
    builds[`${name}, nothing changed`] = () => run(folder, command);
    builds[`${name}, one page touched`] = () => {
      appendFileSync(join(folder, 'src/s1/p1.md'), '\nTouched.\n');
      return run(folder, command);
    };
  }
  return builds;
}
