import { createRequire } from 'node:module';

/** The package, loaded on demand: most builds do not need it. */
export const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');
