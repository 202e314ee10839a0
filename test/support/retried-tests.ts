import type { Reporter, TestModule } from 'vitest/node';

/** Prints the tests that passed only when retried. */
export const retriedTests: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter((test) => test.diagnostic()?.flaky);
    for (const test of tests) console.log(`Passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}`);
  },
};
