import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** Paths for publishing an output folder. */
export interface OutputPlace {
  /** The folder that is replaced: the output folder, or what it leads to as a symbolic link. */
  readonly target: string;
  /** The new folder, on the same file system. */
  readonly next: string;
  /** The old folder during the swap. */
  readonly previous: string;
  readonly lock: string;
}

/**
 * The places of an output folder, which may be a symbolic link, or missing.
 *
 * @example outputPlaceOf('dist').next // '.dist.next'
 */
export function outputPlaceOf(output: string): OutputPlace {
  const target = targetOf(output);
  const beside = (suffix: string): string => join(dirname(target), `.${basename(resolve(target))}.${suffix}`);
  return { target, next: beside('next'), previous: beside('previous'), lock: beside('lock') };
}

/** The target of a symbolic link, existing or not, relative to the current folder. */
function targetOf(output: string): string {
  if (!lstatSync(output, { throwIfNoEntry: false })?.isSymbolicLink()) return output;
  const real = existsSync(output) ? realpathSync(output) : resolve(dirname(output), readlinkSync(output));
  return relative('.', real);
}
