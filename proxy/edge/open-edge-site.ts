import { isCompressible, mediaTypeOf } from '#contract/media-types';
import { isPageFile } from '#contract/permalinks';
import { parseRedirects } from '#contract/redirects';
import { type EdgeSite, edgeSiteVersion } from '#contract/site-facts';
import { surfaces } from '#contract/surfaces';
import type { StoredContent } from '../origin/origin.ts';
import { createTable, type Table } from '../origin/table.ts';
import type { Asset } from './assets.ts';

/**
 * Opens a table written by `diptych export`.
 *
 * @throws {TypeError} one line, if it is no such table
 */
export function openEdgeSite(table: EdgeSite): Table {
  if (table?.version !== edgeSiteVersion)
    throw new TypeError('createHandler: "site" is not a table that this version of diptych wrote; run diptych export again');
  const files = new Map(Object.entries(table.files));
  return createTable(table.facts, files, contentOf, parseRedirects(table.redirects));

  function contentOf(file: string): StoredContent {
    const [tag, size, tokens, part] = files.get(file)!;
    const mediaType = isPageFile(file) ? surfaces.getPage.mediaType : mediaTypeOf(`/${file}`);
    const load = (): Promise<undefined> => Promise.resolve(undefined);
    const stream = (): Promise<never> => Promise.reject(new Error('the handler asks the asset store'));
    const identity: Asset = { coding: 'identity', bytes: undefined, isUsable: true, file, tag, size, tokens, part, load, stream };
    // The host may compress it, so Vary names Accept-Encoding.
    return { compressible: isCompressible(mediaType), identity };
  }
}
