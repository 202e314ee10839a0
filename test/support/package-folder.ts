import { resolve } from 'node:path';

/** The package as the tests run it: its compiled code in `lib/`, beside links to what else it ships. */
export const packageFolder = resolve('.test');

/** What `diptych` and `diptych-proxy` start, as compiled for the tests. */
export const cliOf = (half: 'build' | 'proxy'): string => resolve(packageFolder, `lib/${half}/cli.js`);
