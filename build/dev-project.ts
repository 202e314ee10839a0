import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Folders that are watched at most: a project whose input is a whole disk is not. */
const most = 2_000;
/** Milliseconds without a further change. */
const quiet = 50;

/**
 * Calls once, when anything in the project of the current folder has changed: what is installed, built or hidden is no
 * part of it. For the time in which the configuration is broken and nobody knows what the project is made of.
 */
export function watchProject(onChange: () => void): { close(): void } {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(timer);
    for (const watcher of watchers.splice(0)) watcher.close();
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      close();
      onChange();
    }, quiet);
  };
  for (const folder of foldersBelow('.')) {
    try {
      watchers.push(watch(folder, (_event, name) => (isPart(name ?? '') ? changed() : undefined)).on('error', () => {}));
    } catch {
      // Gone meanwhile, or the system watches no more: the others are enough.
    }
  }
  return { close };
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
