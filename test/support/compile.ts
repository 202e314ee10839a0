import { execFileSync } from 'node:child_process';

/** Compiles once before the tests: what runs in them is what ships. */
export function setup(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], { stdio: 'inherit' });
}
