import { type ChildProcess, execFile, execFileSync, fork } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import { cliOf, packageFolder } from './package-folder.ts';

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The folder in which a command runs, and environment variables besides the variables of the tests. */
interface Settings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command of the package as a process of its own: `runCli('build', ['build'], { cwd })` is `diptych build` there. */
export function runCli(half: 'build' | 'proxy', args: readonly string[], { cwd, env = {} }: Settings): Promise<Run> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [cliOf(half), ...args],
      { cwd, env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', ...env }, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      },
    );
  });
}

interface WarmSettings extends Settings {
  /** The `cli.js` to run; default: the compiled package. */
  readonly file?: string;
}

let warm: ChildProcess | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs `diptych` in a process that stays alive between runs (`warm-cli.mjs`): a small site takes a twentieth of the time of
 * `runCli`. Use it where the test does not need a fresh process. Runs queue up, one after the other.
 */
export function runWarm(args: readonly string[], { cwd, env = {}, file = cliOf('build') }: WarmSettings): Promise<Run> {
  const run = queue.then(async (): Promise<Run> => {
    warm ??= fork(resolve('test/support/warm-cli.mjs'), { env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' } });
    const child = warm;
    const { idle, ...ended } = await new Promise<Run & { idle: boolean }>((done, fail) => {
      child.once('message', done).once('exit', (code) => fail(new Error(`the process of warm runs ended with ${code}`)));
      child.send({ file, args, cwd: resolve(cwd), env });
    });
    child.removeAllListeners();
    // Work that continues after the answer could disturb the next run: that one gets a new process.
    if (!idle) warm = undefined;
    return ended;
  });
  queue = run.catch(() => {});
  return run;
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder for all tests of a file or a group, which is removed after them. Servers read it as other users. */
export function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, given by path, below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Copies the starter's `site/` into a folder. @returns the folder */
export function starterCopy(folder: string): string {
  cpSync('site', join(folder, 'site'), { recursive: true });
  return folder;
}

/**
 * The same with only some pages of the documentation, which are most of the time of a build. Links to the others are no errors.
 *
 * @param pages paths below `site/docs/`
 * @param settings other values of site.json
 */
export function smallStarterCopy(folder: string, pages: readonly string[], settings: object = {}): string {
  starterCopy(folder);
  const docs = join(folder, 'site/docs');
  for (const path of readdirSync(docs, { recursive: true, encoding: 'utf8' }))
    if (/\.(md|njk)$/.test(path) && !pages.includes(path)) rmSync(join(docs, path));
  const file = 'site/_data/site.json';
  const all = { ...JSON.parse(readFileSync(file, 'utf8')), ...settings, checks: { 'dead-link': 'off' } };
  writeFiles(folder, { [file]: JSON.stringify(all) });
  return folder;
}

/**
 * An Eleventy configuration that loads the plugin as `diptych`.
 *
 * @param options of the plugin, also as JavaScript
 * @param code that runs after that, and what it imports
 */
export const pluginConfig = (options: object | string, code = '', imports = ''): string => `import diptych from 'diptych';
${imports}
export default (eleventyConfig) => {
  eleventyConfig.addPlugin(diptych, ${typeof options === 'string' ? options : JSON.stringify(options)});
  eleventyConfig.addPassthroughCopy({ public: '/' });
  ${code}
  return { dir: { input: 'src', output: '_site' } };
};
`;

/** Writes an Eleventy project with its own configuration. @returns its folder */
export function pluginSite(
  folder: string,
  options: object | string,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  writeFiles(folder, { 'package.json': '{"type":"module"}', 'eleventy.config.js': pluginConfig(options), ...files });
  linkPackages(folder);
  return folder;
}

/** Builds such a project, which must succeed. @returns the published files */
export async function builtPluginSite(
  options: object,
  pages: Readonly<Record<string, string | Uint8Array>>,
  folder = temporaryFolder(),
): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runWarm(['build'], { cwd: pluginSite(folder, options, pages) });
  expect({ code, stderr, stdout: code === 0 ? '' : stdout }).toEqual({ code: 0, stderr: '', stdout: '' });
  return readTree(join(folder, '_site'));
}

/** Installs this package and Eleventy in a project. */
export function linkPackages(project: string): void {
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(packageFolder, join(project, 'node_modules/diptych'));
  symlinkSync(resolve('node_modules/@11ty'), join(project, 'node_modules/@11ty'));
}

/** The command of Eleventy, for {@link runWarm}. */
export const eleventyCommand = resolve('node_modules/@11ty/eleventy/cmd.cjs');

/** Flips one bit in the middle of each file; size and modification time stay. */
export function flipBit(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    const [file, times] = [join(folder, path), join(temporaryFolder(), 'times')];
    execFileSync('touch', ['-r', file, times]);
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    execFileSync('touch', ['-r', times, file]);
  }
}

/** The content of every file below a folder, by sorted path. */
export function readTree(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]));
}
