import { existsSync } from 'node:fs';

/** The tests near sources whose tests do not lie below the same path in test/; of several rows, the longest path counts. */
const elsewhere = {
  'build/check-': ['test/checks/'],
  'build/contract/': [
    'test/contract/',
    'test/proxy/permalinks',
    'test/proxy/promises',
    'test/hosts/role-fields',
    'test/settings',
  ],
  'build/contract/search/': ['test/proxy/search', 'test/proxy/passages'],
  'build/contract/std/': ['test/contract/', 'test/commands/command-line', 'test/settings', 'test/eleventy/author-errors'],
  'build/checks/indexes.ts': ['test/checks/', 'test/eleventy/existing-files'],
  'build/cli.ts': ['test/commands/'],
  'build/files.ts': ['test/publish/'],
  'build/generators/openapi/': ['test/conformance/documents', 'test/generators/'],
  'build/plugin.ts': ['test/eleventy/'],
  'build/settings.ts': ['test/settings'],
  'build/settings-schema.ts': ['test/settings'],
  'proxy/': ['test/proxy/promises', 'test/proxy/server', 'test/proxy/raw'],
  'proxy/answers/': ['test/proxy/promises', 'test/proxy/server', 'test/proxy/edge.test', 'test/proxy/missing-twin'],
  'proxy/cli.ts': ['test/proxy/cli', 'test/proxy/metrics', 'test/proxy/request-log'],
  'proxy/edge/': ['test/proxy/edge.test', 'test/proxy/promises', 'test/proxy/search.test', 'test/hosts/edge.test'],
  'proxy/http/': [
    'test/proxy/negotiate',
    'test/proxy/promises',
    'test/proxy/raw',
    'test/proxy/rate-limit',
    'test/proxy/edge.test',
  ],
  'proxy/node/': [
    'test/proxy/raw',
    'test/proxy/server',
    'test/proxy/connections',
    'test/proxy/request-log',
    'test/proxy/mcp.test',
  ],
  'proxy/observe/': ['test/proxy/log', 'test/proxy/metrics', 'test/proxy/request-log'],
  'proxy/origin/': [
    'test/proxy/promises',
    'test/proxy/host.test',
    'test/proxy/folder',
    'test/proxy/near-index',
    'test/proxy/permalinks',
    'test/proxy/redirects-limit',
    'test/proxy/passages',
  ],
  'proxy/origin/fetch-file.ts': ['test/proxy/host.test', 'test/proxy/edge.test'],
  'proxy/rate-limit/': ['test/proxy/rate-limit'],
  'proxy/search/': ['test/proxy/search', 'test/proxy/passages', 'test/proxy/mcp.test'],
  'proxy/settings.ts': ['test/proxy/cli', 'test/commands/command-line', 'test/proxy/host.test'],
};

/**
 * @param {string} source path of a source file
 * @returns {string[]} paths of tests, or what they begin with
 */
export function nearTests(source) {
  const row = Object.keys(elsewhere)
    .filter((path) => source.startsWith(path))
    .reduce((longest, path) => (path.length > longest.length ? path : longest), '');
  const room = `test/${source.split('/')[1]}/`;
  if (row === '' && !existsSync(room)) throw new Error(`${source} has no near tests: add ${room}, or a row`);
  return elsewhere[row] ?? [room];
}
