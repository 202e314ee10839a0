import { setImmediate as turn } from 'node:timers/promises';
import { FolderContent } from './folder-content.ts';
import type { FolderListing } from './list-folder.ts';
import type { Snapshot } from './snapshot.ts';

/** Contents read at a time: the thread pool's worth. */
const readers = 4;
/** Contents between two turns of the event loop: those that did not change are not read, and take no turn by themselves. */
const slice = 100;

/** What reading a snapshot has shown. */
export interface Filled {
  /** Files that could not be read, sorted. */
  readonly failed: readonly string[];
  /** Whether anything is not what the older listing held. */
  readonly isNew: boolean;
}

/**
 * Reads everything in a snapshot, several files at a time.
 *
 * @param older a listing whose files were read; codings that were made of the same bytes are taken over
 */
export async function fill(snapshot: Snapshot, stop: () => boolean, older?: FolderListing['files']): Promise<Filled> {
  const queue = snapshot.all()[Symbol.iterator]();
  const failed: string[] = [];
  let done = 0;
  let news = 0;
  const readOn = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !stop(); next = queue.next()) {
      const { value: content } = next;
      const files = [...content.files()];
      await content.settle().catch(() => {});
      for (const { file, tag } of files) {
        if (tag === undefined) failed.push(file);
        if (older?.get(file)?.tag !== tag) news++;
      }
      const before = older?.get(content.identity.file);
      if (before?.content instanceof FolderContent && before.tag === content.identity.tag) content.takeOver(before.content);
      if (++done % slice === 0) await turn();
    }
  };
  await Promise.all(Array.from({ length: readers }, readOn));
  return { failed: failed.sort(), isNew: news > 0 };
}
