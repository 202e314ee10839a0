import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { retriedTests } from './test/support/retried-tests.ts';
import { skippedSuites } from './test/support/skipped-suites.ts';

/** Temporary folders are in memory if it has 1 GB free: builds wait until their files are on disk. */
const memory = '/dev/shm';
const free = existsSync(memory) ? statfsSync(memory).bavail * statfsSync(memory).bsize : 0;
const env = free > 2 ** 30 ? { TMPDIR: memory } : {};
/** One more than the cores, because many tests wait. */
const maxWorkers = availableParallelism() + 1;
/** In CI, a stalled machine may break a test of sockets or clocks: it is retried once and `retriedTests` reports it. */
const retry = process.env.CI ? 1 : 0;
const shared = { testTimeout: 60_000, hookTimeout: 120_000, maxWorkers, env, retry };
/** Files without mocks share the modules of a worker, and the process of `runWarm`. */
const notIsolated = { ...shared, isolate: false };
/** The sources in place of the compiled code that package.json names. */
const sources = { alias: [{ find: /^#contract\/(.*)$/, replacement: resolve('build/contract/$1.ts') }] };
// Listed in each project: Vitest would run a setup of the root after `service.ts`, which needs compiled code.
const compile = 'test/support/compile.ts';
const service = 'test/support/service.ts';
const tools = 'test/support/tools.ts';
const conformance = 'test/conformance/**/*.test.ts';
/** Tests that need servers, browsers or tools, which .ci/run installs. */
const servers = 'test/**/*.servers.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', retriedTests, skippedSuites],
    projects: [
      {
        resolve: sources,
        test: {
          ...notIsolated,
          name: 'parts',
          globalSetup: [compile],
          include: ['test/**/*.test.ts'],
          exclude: [servers, conformance, 'test/bench/**', 'test/fuzz/**', '**/node_modules/**'],
        },
      },
      {
        resolve: sources,
        test: { ...notIsolated, name: 'conformance', globalSetup: [compile, service], include: [conformance] },
      },
      {
        resolve: sources,
        test: {
          ...shared,
          name: 'servers',
          globalSetup: [tools, compile, service],
          include: [servers, conformance],
          exclude: ['test/bench/**', '**/node_modules/**'],
        },
      },
    ],
  },
});
