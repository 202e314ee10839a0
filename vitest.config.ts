import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 60_000, hookTimeout: 120_000 };
// In each project: Vitest runs the setup of the root after those of the projects, and the service would be of the last run's lib/.
const compile = 'test/support/compile.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'parts',
          globalSetup: [compile],
          include: ['test/**/*.test.ts'],
          exclude: ['test/conformance/**', 'test/bench/**', 'test/fuzz/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'conformance',
          include: ['test/conformance/**/*.test.ts'],
          globalSetup: [compile, 'test/support/service.ts'],
        },
      },
    ],
  },
});
