import { isCompressible, mediaTypeOf } from '../../../build/contract/media-types.ts';
import { notFoundFile } from '../../../build/contract/permalinks.ts';
import { sidecarSuffixes } from '../../../build/contract/sidecars.ts';
import { createNearest } from '../nearest.ts';
import type { Redirect, Resource, StoredContent } from '../origin.ts';
import { notFoundOf } from '../resource.ts';
import type { Site, SiteFacts } from '../site.ts';
import { createTable } from '../table.ts';
import type { Inventory } from './inventory.ts';
import { type Shelf, StoredFile } from './stored-file.ts';

/** One build of a folder, as it is served: everything in it is of that build. */
export interface Snapshot {
  readonly build: string | undefined;
  readonly site: Site;
  readonly pages: number;
  /** Every file that is served, in every coding, one by one: each is made when its turn comes. */
  all(): Iterable<StoredFile>;
  /** Those that were made so far. */
  readonly files: readonly StoredFile[];
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
  inventory: Inventory,
  shelf: Shelf,
  facts: SiteFacts,
  redirects: ReadonlyMap<string, Redirect>,
): Snapshot {
  const files: StoredFile[] = [];
  const uncompressed: MutableContent[] = [];
  const { files: listed } = inventory;
  const table = createTable(listed, contentOf, redirects);
  let nearest: ((path: string) => string | undefined) | undefined;

  const site: Site = {
    ...facts,
    has: (path) => table.find(path) !== undefined,
    nearest: (path) => {
      nearest ??= createNearest(table.texts());
      return nearest(path);
    },
    notFound: listed.has(notFoundFile) ? notFoundOf(contentOf(notFoundFile)) : undefined,
  };

  return { build: inventory.build, site, pages: table.pages, all, files, uncompressed, find: table.find };

  function* all(): Generator<StoredFile> {
    let next = 0;
    for (const path of table.paths()) {
      table.find(path);
      while (next < files.length) yield files[next++]!;
    }
  }

  function contentOf(file: string): StoredContent {
    const sidecar = (coding: 'br' | 'gzip'): StoredFile | undefined => {
      const name = file + sidecarSuffixes[coding];
      return listed.has(name) ? store(name, coding) : undefined;
    };
    const br = sidecar('br');
    const gzip = sidecar('gzip');
    const content: MutableContent = {
      kind: 'stored',
      compressible: true,
      identity: store(file, 'identity'),
      br,
      gzip,
    };
    if (br || gzip) return content;
    if (content.identity.size >= smallestCompressed && isCompressible(mediaTypeOf(`/${file}`))) uncompressed.push(content);
    else content.compressible = false;
    return content;
  }

  function store(file: string, coding: 'identity' | 'br' | 'gzip'): StoredFile {
    const stored = new StoredFile(shelf, file, listed.get(file)!, coding);
    files.push(stored);
    return stored;
  }
}
