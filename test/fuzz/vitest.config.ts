import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.test.ts'],
    globalSetup: ['test/support/compile.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
