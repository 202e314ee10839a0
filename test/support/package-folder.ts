import { resolve } from 'node:path';

/** The package as the tests run it: compiled code in `lib/`, and links to the other files that it ships. */
export const packageFolder = resolve('.test');

/** The file that `diptych` or `diptych-proxy` starts, compiled for the tests. */
export const cliOf = (half: 'build' | 'proxy'): string => resolve(packageFolder, `lib/${half}/cli.js`);
