import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const env = {
  ALL_RUNS: '1',
  FC_REQUESTS: process.env.FC_REQUESTS ?? '20000',
  FC_SEED: process.env.FC_SEED ?? String(Date.now() % 2 ** 31),
};
console.log(`Fuzzing with FC_SEED=${env.FC_SEED} FC_REQUESTS=${env.FC_REQUESTS}`);

/** Many random requests, different in each run. The printed seed repeats a run. */
export default defineConfig({
  resolve: { alias: [{ find: /^#contract\/(.*)$/, replacement: resolve('build/contract/$1.ts') }] },
  test: {
    include: [
      'test/fuzz/**/*.test.ts',
      'test/proxy/property.test.ts',
      'test/twin/escape.test.ts',
      'test/generators/{hostile-pages,yaml-scalar}.test.ts',
      'test/hosts/{edge,reduced-accept}.test.ts',
    ],
    globalSetup: ['test/support/compile.ts'],
    testTimeout: 600_000 + Number(env.FC_REQUESTS) * 15,
    hookTimeout: 120_000,
    maxWorkers: '100%',
    env,
  },
});
