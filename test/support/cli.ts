import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { cliOf, packageFolder } from './package-folder.ts';

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the package as a process: `runCli('build', ['build'], { cwd })` is `diptych build` there. */
export function runCli(
  half: 'build' | 'proxy',
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Run> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [cliOf(half), ...args],
      { cwd, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      },
    );
  });
}

/** A folder for one test, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files below a folder, by path. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A folder that holds a copy of the starter's `site/`, as a clone of the repository does. */
export function starterCopy(folder: string): string {
  cpSync('site', join(folder, 'site'), { recursive: true });
  return folder;
}

/** A folder with an Eleventy site of its own that uses the package by name. */
export function pluginSite(folder: string, options: object, pages: Readonly<Record<string, string | Uint8Array>>): string {
  writeFiles(folder, {
    'package.json': '{"type":"module"}',
    'eleventy.config.js': `import diptych from 'diptych';\nexport default (eleventyConfig) => {\n  eleventyConfig.addPlugin(diptych, ${JSON.stringify(options)});\n  eleventyConfig.addPassthroughCopy({ public: '/' });\n  return { dir: { input: 'src', output: '_site' } };\n};\n`,
    ...pages,
  });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(packageFolder, join(folder, 'node_modules/diptych'));
  return folder;
}

/** Every file below a folder with its content, by path, sorted. */
export function readTree(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]));
}
