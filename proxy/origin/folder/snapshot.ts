import { setImmediate as turn } from 'node:timers/promises';
import { notFoundFile, notFoundFiles } from '../../../build/contract/permalinks.ts';
import { siteOf } from '../nearest.ts';
import type { Redirect, Resource, Site, SiteFacts } from '../origin.ts';
import { notFoundOf } from '../resource.ts';
import { createTable } from '../table.ts';
import type { FolderContent, Storage } from './folder-content.ts';
import type { FolderListing } from './list-folder.ts';

/** One build of a folder, as served: everything in it is of that build. */
export interface Snapshot {
  readonly listing: FolderListing;
  readonly site: Site;
  readonly pages: number;
  /** All served contents. */
  all(): Iterable<FolderContent>;
  find(path: string): Resource | undefined;
  /** Reads all unread files, several at a time. Returns the files that could not be read, sorted. */
  fill(stop: () => boolean): Promise<string[]>;
}

/** Contents read at a time: the size of the thread pool. */
const readers = 4;
/** Contents between two turns of the event loop: unchanged ones are not read, and take no turn by themselves. */
const slice = 100;

/** The published files of a folder, by a table. No path of a request is ever joined to a folder. */
export function createSnapshot(
  listing: FolderListing,
  storage: Storage,
  facts: SiteFacts,
  redirects: ReadonlyMap<string, Redirect>,
): Snapshot {
  const { files, canonicals, missingTwins } = listing;
  for (const content of files.values()) {
    storage.budget -= content.weight;
    content.storage = storage;
  }
  const table = createTable(files, (file) => files.get(file)!, redirects, facts.htmlUrls);
  const notFound = files.get(notFoundFile);
  const below = [...notFoundFiles(files)].map(([folder, file]) => [folder, notFoundOf(files.get(file)!)] as const);

  return {
    listing,
    site: siteOf({ ...facts, canonicals, missingTwins }, table, notFound && notFoundOf(notFound), new Map(below), (work) =>
      setImmediate(work).unref(),
    ),
    pages: table.pages,
    all: table.all,
    find: table.find,
    async fill(stop) {
      const queue = table.all()[Symbol.iterator]();
      const failed: string[] = [];
      let done = 0;
      const readOn = async (): Promise<void> => {
        for (let next = queue.next(); !next.done && !stop(); next = queue.next()) {
          const { value: content } = next;
          if (!content.identity.isRead) await content.ensureRead().catch(() => {});
          for (const { file, isRead } of content.files) if (!isRead) failed.push(file);
          if (++done % slice === 0) await turn();
        }
      };
      await Promise.all(Array.from({ length: readers }, readOn));
      return failed.sort();
    },
  };
}
