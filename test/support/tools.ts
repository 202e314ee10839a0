import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/*
 * Runtimes and checkers for the suites with real servers. They take 800 MB and are not dependencies of the project: these
 * suites install them when they first run, and when the lock file has changed.
 */

const home = resolve('test/tools');
const lock = join(home, 'package-lock.json');
const installed = join(home, 'node_modules/.package-lock.json');

export default function installTools(): void {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  // Not `npm ci`: it asks for every optional package of other platforms, some of which registries lack.
  execFileSync('npm', ['install', '--no-save', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: 'inherit',
  });
}

/** The path of a file or folder in these packages. */
export const toolPath = (path: string): string => join(home, 'node_modules', path);
/** Loads one of these packages. */
export const requireTool = createRequire(join(home, 'package.json'));

/* The packages deno and bun only link these programs, in install scripts, which do not run here. */
const { platform, arch } = process;
export const denoProgram = toolPath(`@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}/deno`);
export const bunProgram = toolPath(`@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun`);
