import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.ts';

const sources = ['build', 'proxy'];

/** When a source or a folder of sources last changed, in ms since 1970. */
const changed = (): number =>
  Math.max(
    ...[...sources, 'tsconfig.json', 'package.json', '.ci/schema.mjs', '.ci/edge-bundle.mjs', '.ci/code-digest.mjs'].map(
      (path) => statSync(path).mtimeMs,
    ),
    ...sources.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(folder, file)).mtimeMs),
    ),
  );

/**
 * Compiles the package into `.test/`, so that a preview that runs from `lib/` keeps its code. Compiles only if a source is
 * newer, so that a second test run does not replace the code of one that is running. `npm run check` checks the types.
 */
export function setup(): void {
  const lib = join(packageFolder, 'lib');
  if (existsSync(lib) && statSync(lib).mtimeMs > changed()) return;
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(packageFolder);
  for (const shipped of ['package.json', 'site', 'build']) symlinkSync(join('..', shipped), join(packageFolder, shipped));
  const options = ['-p', 'tsconfig.json', '--noCheck', '--outDir', lib];
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options], { stdio: 'inherit' });
  for (const step of ['schema', 'edge-bundle', 'code-digest'])
    execFileSync(process.execPath, [`.ci/${step}.mjs`, lib], { stdio: 'inherit' });
}
