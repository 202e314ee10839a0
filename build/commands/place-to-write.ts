import { existsSync, mkdtempSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { UserError } from '../contract/std/errors.ts';

/**
 * Checks that a file or folder can be made at a path, before the work that is to be written there.
 *
 * @param option the option with its value, for the message
 * @throws {UserError} if something else is there, or the folder above cannot be written to
 */
export function checkPlaceToWrite(option: string, path: string, kind: 'file' | 'folder'): void {
  const other = kind === 'file' ? 'folder' : 'file';
  if (existsSync(path) && statSync(path).isDirectory() !== (kind === 'folder'))
    throw new UserError(`${option}: is a ${other}; name a ${kind}`);
  if (existsSync(path)) return;
  let above = dirname(resolve(path));
  while (!existsSync(above)) above = dirname(above);
  if (!statSync(above).isDirectory()) throw new UserError(`${option}: ${above} is a file; name a ${kind} elsewhere`);
  try {
    // Tried, not asked: Node never returns from making folders in /proc, whose mode allows it.
    rmdirSync(mkdtempSync(join(above, '.diptych-')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`${option}: cannot be made, ${above} allows no new files (${code}); name a ${kind} elsewhere`);
  }
}

/**
 * Whether a file or folder is another one, or lies in it. Either may not exist yet.
 *
 * @example isWithin('dist/report.txt', 'dist') // true
 */
export const isWithin = (inner: string, outer: string): boolean =>
  `${realPathOf(inner)}${sep}`.startsWith(`${realPathOf(outer)}${sep}`);

/** A path without symbolic links, as far as it exists. */
export function realPathOf(path: string): string {
  const full = resolve(path);
  if (existsSync(full)) return realpathSync(full);
  return full === dirname(full) ? full : join(realPathOf(dirname(full)), basename(full));
}
