import { type EdgeSite, edgeSiteVersion } from '../../build/contract/edge-site.ts';
import { isCompressible, mediaTypeOf } from '../../build/contract/media-types.ts';
import { isPageFile, notFoundFile, notFoundFiles } from '../../build/contract/permalinks.ts';
import { parseRedirects } from '../../build/contract/redirects.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import { siteOf } from '../origin/nearest.ts';
import type { Resource, Site, StoredContent } from '../origin/origin.ts';
import { notFoundOf } from '../origin/resource.ts';
import { createTable } from '../origin/table.ts';
import type { Asset } from './assets.ts';

/**
 * Opens a table written by `diptych export`.
 *
 * @throws {TypeError} one line, if it is no such table
 */
export function openEdgeSite(table: EdgeSite): { site: Site; find(path: string): Resource | undefined } {
  if (table?.version !== edgeSiteVersion)
    throw new TypeError('createHandler: "site" is not a table that this version of diptych wrote; run diptych export again');
  const files = new Map(Object.entries(table.files));
  const published = createTable(files, contentOf, parseRedirects(table.redirects), table.facts.htmlUrls);
  const notFound = files.has(notFoundFile) ? notFoundOf(contentOf(notFoundFile)) : undefined;
  const below = [...notFoundFiles(files)].map(([folder, file]) => [folder, notFoundOf(contentOf(file))] as const);
  return { site: siteOf(table.facts, published, notFound, new Map(below)), find: published.find };

  function contentOf(file: string): StoredContent {
    const [tag, size, tokens, part] = files.get(file)!;
    const mediaType = isPageFile(file) ? surfaces.getPage.mediaType : mediaTypeOf(`/${file}`);
    const load = (): Promise<undefined> => Promise.resolve(undefined);
    const stream = (): Promise<never> => Promise.reject(new Error('the handler asks the asset store'));
    const identity: Asset = { coding: 'identity', bytes: undefined, file, tag, size, tokens, part, load, stream };
    // The host may compress it, so Vary names Accept-Encoding.
    return { kind: 'stored', compressible: isCompressible(mediaType), identity };
  }
}
