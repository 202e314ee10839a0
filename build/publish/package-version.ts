import { createRequire } from 'node:module';

/** Version of this package. */
export const packageVersion = (): string =>
  (createRequire(import.meta.url)('diptych/package.json') as { version: string }).version;
