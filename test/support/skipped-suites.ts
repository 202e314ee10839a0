import { readdirSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Prints after `npm test` which suites were skipped, their requirements and the command that runs them. */
export const skippedSuites: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const projects = new Set(modules.map(({ project }) => project.name));
    // Without both projects, this was a run of selected files.
    if (projects.has('servers') || !projects.has('parts') || !projects.has('conformance')) return;
    const suites = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.servers.test.ts'));
    console.log(
      [
        'Not run, for they need nginx, Varnish, Caddy, Redis, Chromium, Java, Python with PyYAML, and OpenSSL:',
        ...[...suites.sort(), 'conformance, in front of nginx'].map((suite) => `  ${suite}`),
        'Run them with `npm run test:servers`. `.ci/run` installs what they need and runs everything.\n',
      ].join('\n'),
    );
  },
};
