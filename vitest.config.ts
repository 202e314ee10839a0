import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { otherSuites } from './test/support/other-suites.ts';
import { secondTries } from './test/support/second-tries.ts';

/** Folders of tests in memory, where there is room: a build waits until what it wrote is on the disk. */
const memory = '/dev/shm';
const room = existsSync(memory) ? statfsSync(memory).bavail * statfsSync(memory).bsize : 0;
const env = room > 2 ** 30 ? { TMPDIR: memory } : {};
/** One more than there are cores, because many tests wait. */
const maxWorkers = availableParallelism() + 1;
/** In CI a test of sockets and clocks may meet a machine that stood still: what fails twice is a fault, and a second try is printed. */
const retry = process.env.CI ? 1 : 0;
const shared = { testTimeout: 60_000, hookTimeout: 120_000, maxWorkers, env, retry };
/** Files that mock nothing share the modules of a worker, and its process that runs `diptych` again and again. */
const together = { ...shared, isolate: false };
// In each project: Vitest runs the setup of the root after those of the projects, and the service would be of the last run's code.
const compile = 'test/support/compile.ts';
const service = 'test/support/service.ts';
const tools = 'test/support/tools.ts';
const conformance = 'test/conformance/**/*.test.ts';
/** What needs servers, browsers or tools that .ci/run installs. */
const servers = 'test/**/*.servers.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', secondTries, otherSuites],
    projects: [
      {
        test: {
          ...together,
          name: 'parts',
          globalSetup: [compile],
          include: ['test/**/*.test.ts'],
          exclude: [servers, conformance, 'test/bench/**', 'test/fuzz/**', '**/node_modules/**'],
        },
      },
      { test: { ...together, name: 'conformance', globalSetup: [compile, service], include: [conformance] } },
      {
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
