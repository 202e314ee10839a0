import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Every regular file below a folder, relative to it, with forward slashes, sorted; none where there is no folder. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll(sep, '/'))
    .sort();
}
