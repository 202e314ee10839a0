import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed at the second try only. */
export const secondTries: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter((test) => test.diagnostic()?.flaky);
    for (const test of tests) console.log(`Passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}`);
  },
};
