import { isCompressible, mediaTypeOf } from '../../../build/contract/media-types.ts';
import { notFoundFile } from '../../../build/contract/permalinks.ts';
import { sidecarSuffixes } from '../../../build/contract/published-files.ts';
import { siteOf } from '../nearest.ts';
import type { Redirect, Resource, Site, SiteFacts } from '../origin.ts';
import { notFoundOf } from '../resource.ts';
import { createTable } from '../table.ts';
import { FolderContent, type Storage } from './folder-content.ts';
import type { FolderListing } from './list-folder.ts';
import type { StoredFile } from './stored-file.ts';

/** One build of a folder, as it is served: everything in it is of that build. */
export interface Snapshot {
  readonly site: Site;
  readonly pages: number;
  /** Everything that is served, one by one: each is made when its turn comes. */
  all(): Iterable<FolderContent>;
  find(path: string): Resource | undefined;
}

/** Smaller files gain nothing by compression that a packet would notice, in bytes. */
const smallestCompressed = 1024;

/** What a folder publishes: the table of its files, with their bytes. No path of a request is ever joined to a folder. */
export function createSnapshot(
  { files, canonicals }: FolderListing,
  storage: Storage,
  facts: SiteFacts,
  redirects: ReadonlyMap<string, Redirect>,
): Snapshot {
  const table = createTable(files, contentOf, redirects, facts.htmlUrls);

  return {
    site: siteOf(
      { ...facts, canonicals },
      table,
      files.has(notFoundFile) ? notFoundOf(contentOf(notFoundFile)) : undefined,
      (work) => setImmediate(work).unref(),
    ),
    pages: table.pages,
    all: table.all,
    find: table.find,
  };

  function contentOf(file: string): FolderContent {
    const own = files.get(file)!;
    const known = own.content instanceof FolderContent ? own.content : undefined;
    if (known?.storage === storage) return known;
    const br = files.get(file + sidecarSuffixes.br);
    const gzip = files.get(file + sidecarSuffixes.gzip);
    const content =
      known?.isOf('br', br) && known.isOf('gzip', gzip)
        ? known
        : new FolderContent(storage, free(own), br && free(br), gzip && free(gzip));
    content.compressible ||= own.size >= smallestCompressed && isCompressible(mediaTypeOf(`/${file}`));
    content.storage = storage;
    return content;
  }

  /** An older snapshot has its own. */
  function free(file: StoredFile): StoredFile {
    if (!file.content) return file;
    const copy = file.unread();
    files.set(file.file, copy);
    return copy;
  }
}
