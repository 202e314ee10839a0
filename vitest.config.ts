import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: ['test/support/compile.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: ['test/conformance/**', 'test/bench/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'conformance',
          include: ['test/conformance/**/*.test.ts'],
          globalSetup: ['test/support/service.ts'],
        },
      },
    ],
  },
});
