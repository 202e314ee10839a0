import { createRequire } from 'node:module';

export const packageVersion = (): string =>
  (createRequire(import.meta.url)('diptych/package.json') as { version: string }).version;
