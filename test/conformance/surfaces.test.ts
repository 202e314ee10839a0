import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { surfaceList } from '../../build/contract/surfaces.ts';
import { describeCapabilities } from './capabilities.ts';
import { ask, modes, service } from './client.ts';

const openapi = JSON.parse(readFileSync(join(service.dist, '.well-known/openapi.json'), 'utf8'));
const paths = Object.keys(openapi.paths);
/** The paths of openapi.json, with a pattern for each template. */
const documented = paths.map((path) => new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`));

// With the servers, because test/proxy/promises asks the same of a smaller site in this process.
for (const [name, base] of service.fronting ? [['the folder', service.url] as const, ...modes] : []) {
  describeCapabilities({ name: `the proxy, ${name}`, base, dist: service.dist, unsupported: [] });
}

it.each(['/api/v1/health', '/api/health'])('the build contains %s as a file, for hosts without the proxy', async (path) => {
  const served = await ask(modes[0]![1], path);
  expect(JSON.parse(readFileSync(join(service.dist, path), 'utf8'))).toEqual(await served.json());
});

describe('documented and served paths are the same', () => {
  it('every path of openapi.json is a surface', () => {
    const known = surfaceList.map(({ path }): string => path);
    expect(paths.filter((path) => !known.includes(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['/{page_path}', '/{page_path}.md']));
  });

  it('every file of dist is documented, except assets, sidecars, older versions and files without a URL', () => {
    const manifest = JSON.parse(readFileSync(join(service.dist, '.well-known/diptych.json'), 'utf8')) as {
      files: Record<string, unknown>;
    };
    const asset = /\.(css|js|svg|png|avif|webp|ico|woff2|br|gz)$|^(?:fonts|pagefind)\//;
    const isUnlisted = (file: string): boolean =>
      file === '_redirects' || /^(?:de\/)?404\.html$/.test(file) || file.startsWith('v1/') || /^search-.*\.bin$/.test(file);
    const files = Object.keys(manifest.files).filter((file) => !asset.test(file) && !isUnlisted(file));
    const urls = files.map((file) =>
      file.endsWith('.html') ? `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}` : `/${file}`,
    );
    expect(urls.filter((url) => url !== '/' && !documented.some((path) => path.test(url)))).toEqual([]);
  });
});
