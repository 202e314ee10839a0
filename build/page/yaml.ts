import { createRequire } from 'node:module';

/** The package, loaded when the first text is read by it: most builds read none. */
export const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');
