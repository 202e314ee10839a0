import { isCompressible, mediaTypeOf } from '../../../build/contract/media-types.ts';
import { notFoundFile } from '../../../build/contract/permalinks.ts';
import { sidecarSuffixes } from '../../../build/contract/published-files.ts';
import type { Coding } from '../../http/negotiate.ts';
import { siteOf } from '../nearest.ts';
import type { Redirect, Resource, Site, SiteFacts, StoredContent } from '../origin.ts';
import { notFoundOf } from '../resource.ts';
import { createTable } from '../table.ts';
import type { Inventory } from './inventory.ts';
import { type Coded, type Shelf, StoredFile } from './stored-file.ts';

/** One build of a folder, as it is served: everything in it is of that build. */
export interface Snapshot {
  readonly site: Site;
  readonly pages: number;
  /** Every file that is served, in every coding, one by one: each is made when its turn comes. */
  all(): Iterable<StoredFile>;
  /** Those that were made so far. */
  readonly files: readonly StoredFile[];
  /** One of them, by its path in the folder. */
  named(file: string): StoredFile | undefined;
  /** Contents that could be compressed and that the build left as they are, of the files that were made so far. */
  readonly uncompressed: readonly MutableContent[];
  find(path: string): Resource | undefined;
}

/** Codings that the build did not make are added when there is time. */
export type MutableContent = { -readonly [K in keyof StoredContent]: StoredContent[K] } & { readonly identity: StoredFile };

/** Smaller files gain nothing by compression that a packet would notice, in bytes. */
const smallestCompressed = 1024;

/** What a folder publishes: the table of its files, with their bytes. No path of a request is ever joined to a folder. */
export function createSnapshot(
  { files: listed, canonicals }: Inventory,
  shelf: Shelf,
  facts: SiteFacts,
  redirects: ReadonlyMap<string, Redirect>,
): Snapshot {
  const files: StoredFile[] = [];
  const byName = new Map<string, StoredFile>();
  const uncompressed: MutableContent[] = [];
  const table = createTable(listed, contentOf, redirects, facts.htmlUrls);

  return {
    site: siteOf(
      { ...facts, canonicals },
      table,
      listed.has(notFoundFile) ? notFoundOf(contentOf(notFoundFile)) : undefined,
      (work) => setImmediate(work).unref(),
    ),
    pages: table.pages,
    all,
    files,
    named: (file) => byName.get(file),
    uncompressed,
    find: table.find,
  };

  function* all(): Generator<StoredFile> {
    let next = 0;
    for (const path of table.paths()) {
      table.find(path);
      while (next < files.length) yield files[next++]!;
    }
  }

  function contentOf(file: string): StoredContent {
    const content: MutableContent = { kind: 'stored', compressible: true, identity: store(file, 'identity') };
    for (const coding of ['br', 'gzip'] as const) {
      const name = file + sidecarSuffixes[coding];
      if (listed.has(name)) content[coding] = store(name, coding, { identity: content.identity, refuse });
    }
    if (content.br || content.gzip) return content;
    if (content.identity.size >= smallestCompressed && isCompressible(mediaTypeOf(`/${file}`))) uncompressed.push(content);
    else content.compressible = false;
    return content;

    function refuse({ coding }: StoredFile): void {
      content[coding as 'br' | 'gzip'] = undefined;
      if (!content.br && !content.gzip) uncompressed.push(content);
    }
  }

  function store(file: string, coding: Coding, coded?: Coded): StoredFile {
    const stored = new StoredFile(shelf, file, listed.get(file)!, coding, coded);
    files.push(stored);
    byName.set(file, stored);
    return stored;
  }
}
