import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { surfaceList } from '../../build/contract/surfaces.ts';
import { describeCapabilities } from './capabilities.ts';
import { ask, modes, service } from './client.ts';
import type { CapabilityId } from './unsupported.ts';

const openapi = JSON.parse(readFileSync(join(service.dist, '.well-known/openapi.json'), 'utf8'));
const paths = Object.keys(openapi.paths);
/** The paths of openapi.json, with a pattern for each template. */
const documented = paths.map((path) => new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`));

// With the servers, because test/proxy/promises has the promises of the folder in process.
for (const [name, base] of service.fronting ? [['the folder', service.url] as const, ...modes] : []) {
  // The upstream decides about codings and conditions.
  const unsupported: CapabilityId[] = base === service.url ? [] : ['codings'];
  describeCapabilities({ name: `the proxy, ${name}`, base, dist: service.dist, unsupported });
}

describe.each(modes)('expected URLs, at %s', (_, base) => {
  it('/openapi.json leads to the description', async () => {
    const answer = await ask(base, '/openapi.json?a=b');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/.well-known/openapi.json?a=b']);
  });

  it('the build contains the health document as a file, for targets without the proxy', async () => {
    for (const path of ['/api/v1/health', '/api/health']) {
      const file = JSON.parse(readFileSync(join(service.dist, path), 'utf8')) as unknown;
      expect([path, file]).toEqual([path, await (await ask(base, path)).json()]);
    }
  });
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
