import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Folders that are watched at most: a project whose input is a whole disk is not. */
const most = 2_000;
/** Milliseconds without a further change. */
const quiet = 50;

/** Notices changes of files. */
export interface ProjectWatch {
  /** Whether anything has changed since this watch began. */
  readonly changed: boolean;
  /** Calls back at the next change. */
  onChange(listener: () => void): void;
  close(): void;
}

/**
 * Watches the project of the current folder: what is installed, built or hidden is no part of it. For the time in which
 * the configuration is broken and nobody knows what the project is made of.
 */
export function watchProject(): ProjectWatch {
  const watchers: FSWatcher[] = [];
  let changed = false;
  let listener = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const note = (name: string): void => {
    if (!isPart(name)) return;
    changed = true;
    clearTimeout(timer);
    timer = setTimeout(() => listener(), quiet);
  };
  for (const folder of foldersBelow('.')) {
    try {
      watchers.push(watch(folder, (_event, name) => note(name ?? '')).on('error', () => {}));
    } catch {
      // Gone meanwhile, or the system watches no more: the others are enough.
    }
  }
  return {
    get changed() {
      return changed;
    },
    onChange(callback) {
      listener = callback;
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.splice(0)) watcher.close();
    },
  };
}

const isPart = (name: string): boolean => name !== 'node_modules' && (!name.startsWith('.') || name.startsWith('.eleventy'));

function foldersBelow(root: string): string[] {
  const folders = [root];
  for (const folder of folders) {
    if (folders.length > most) break;
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      folders.push(...entries.filter((entry) => entry.isDirectory() && isPart(entry.name)).map(({ name }) => join(folder, name)));
    } catch {
      // Not ours to read.
    }
  }
  return folders;
}
