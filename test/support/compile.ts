import { execFileSync } from 'node:child_process';

/** Emits lib/ once before the tests: what runs in them is what ships. Types are `npm run check`'s business. */
export function setup(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noCheck'], { stdio: 'inherit' });
}
