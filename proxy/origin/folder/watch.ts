import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { manifestFile } from '../../../build/contract/manifest.ts';

/** How long a folder must be quiet before it is read, in milliseconds: a swap is two renames, a copy without manifest many writes. */
const quietSwap = 30;
const quietCopy = 250;
export interface FolderWatcher {
  close(): void;
}

/**
 * Notices that a folder was replaced or its manifest rewritten; without manifest, that anything in it changed.
 *
 * @param everything the folder has no manifest: watch all that lies in it
 */
export function watchFolder(folder: string, everything: boolean, onChange: () => void): FolderWatcher {
  const name = basename(folder);
  let timer: NodeJS.Timeout | undefined;
  let inside: FSWatcher | undefined;

  const changed = (quiet: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      lookInside();
      onChange();
    }, quiet);
  };

  const open = (path: string, recursive: boolean, listen: (file: string | null) => void): FSWatcher | undefined => {
    try {
      return watch(path, { recursive, persistent: false }, (_event, file) => listen(file)).on('error', () => {});
    } catch {
      return undefined;
    }
  };

  // The folder's own watcher stays with the folder that was moved away: a new one is needed after every swap.
  const lookInside = (): void => {
    inside?.close();
    inside = open(folder, everything, (file) => {
      if (everything) changed(quietCopy);
      else if (file === manifestFile) changed(quietSwap);
    });
  };

  const outside = open(dirname(folder), false, (file) => {
    if (file === name || file === null) changed(quietSwap);
  });
  lookInside();

  return {
    close() {
      clearTimeout(timer);
      outside?.close();
      inside?.close();
    },
  };
}
