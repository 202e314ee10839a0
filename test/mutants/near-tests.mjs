/** The tests near a folder or file of the source, by its path; of several rows, the longest path counts. */
const near = {
  'build/': ['test/build'],
  'build/checks/': ['test/checks'],
  'build/commands/': [
    'test/build/command-line',
    'test/build/exit-codes',
    'test/build/folder-settings',
    'test/build/twin-folder',
    'test/build/twin-watch',
    'test/build/new-site',
    'test/checks/command',
  ],
  'build/contract/': [
    'test/proxy/permalinks',
    'test/proxy/near',
    'test/proxy/redirects',
    'test/hosts/role-fields',
    'test/build/settings',
    'test/proxy/promises',
  ],
  'build/contract/search/': ['test/proxy/search', 'test/proxy/passages'],
  'build/eleventy/': [
    'test/dev',
    'test/authors/author-errors',
    'test/authors/layout-errors',
    'test/authors/file-errors',
    'test/publish/plain-eleventy',
  ],
  'build/files.ts': ['test/publish'],
  'build/generators/': [
    'test/build/artifacts',
    'test/build/section-files',
    'test/build/parts',
    'test/build/tokens',
    'test/build/index-lines',
    'test/build/yaml',
    'test/build/site-tree',
  ],
  'build/generators/openapi/': ['test/conformance'],
  'build/hosts/': ['test/hosts'],
  'build/page/': ['test/build/page', 'test/build/site-tree', 'test/build/head-links', 'test/build/twin-folder'],
  'build/publish/': ['test/publish', 'test/build/sidecars', 'test/build/extensions'],
  'build/starter/': ['test/authors'],
  'build/twin/': ['test/twin'],
  'proxy/': ['test/proxy/promises', 'test/proxy/server', 'test/proxy/edge'],
  'proxy/search/': ['test/proxy/search', 'test/proxy/passages', 'test/proxy/mcp'],
  'proxy/origin/': ['test/proxy/host', 'test/proxy/directory', 'test/proxy/rebuild'],
  'proxy/rate-limit/': ['test/proxy/rate-limit'],
  'proxy/observe/': ['test/proxy/log', 'test/proxy/metrics', 'test/proxy/request-log'],
  'proxy/node/': ['test/proxy/connections', 'test/proxy/faults', 'test/proxy/raw', 'test/proxy/cli'],
  'proxy/http/': ['test/proxy/negotiate', 'test/proxy/promises'],
  'proxy/edge/': ['test/proxy/edge', 'test/hosts/edge'],
};

/**
 * @param {string} source path of a source file
 * @returns {string[]} paths of tests, or beginnings of them
 */
export const nearTests = (source) =>
  near[
    Object.keys(near)
      .filter((path) => source.startsWith(path))
      .reduce((longest, path) => (path.length > longest.length ? path : longest))
  ];
