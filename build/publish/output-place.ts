import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { makeFolder, moveTree, removeTree, syncPath } from '../files.ts';

/** Paths for publishing an output folder, and how it is replaced. */
export interface OutputPlace {
  /** The new folder, on the same file system. */
  readonly next: string;
  /** The old folder during the swap. */
  readonly previous: string;
  readonly lock: string;
  /** One line about an unusual folder. */
  readonly note?: string;
  /** Replaces the folder by {@link next}. If killed, {@link restore} puts the old one back. */
  swap(): Promise<void>;
  /** Undoes the unfinished swap of a killed build. */
  restore(): Promise<void>;
}

/** The place of an output folder, which may be a symbolic link, a mount point, or missing. */
export function outputPlaceOf(output: string): OutputPlace {
  const target = targetOf(output);
  const led = target === output ? {} : { note: `${output} is a symbolic link; what it leads to, ${target}, was replaced` };
  const why = isMountPoint(target) ? 'a mount point' : isCurrent(target) ? 'the current folder' : undefined;
  if (why === undefined) return { ...led, ...folderPlace(target) };
  return { note: `${output} is ${why}, which cannot be replaced; the files in it were`, ...stayingPlace(target) };
}

/** Whether a folder is the current one: `.` cannot be renamed, and the shell would be left in no folder. */
const isCurrent = (folder: string): boolean => existsSync(folder) && realpathSync(folder) === realpathSync('.');

/** The target of a symbolic link, existing or not, relative to the current folder. */
function targetOf(output: string): string {
  if (!lstatSync(output, { throwIfNoEntry: false })?.isSymbolicLink()) return output;
  const real = existsSync(output) ? realpathSync(output) : resolve(dirname(output), readlinkSync(output));
  return relative('.', real);
}

/** A folder that is renamed as a whole: `dist` → `.dist.next`, `.dist.previous`, `.dist.lock`. */
function folderPlace(output: string): OutputPlace {
  const beside = (suffix: string): string => join(dirname(output), `.${basename(output)}.${suffix}`);
  const [next, previous, lock] = [beside('next'), beside('previous'), beside('lock')];
  return {
    next,
    previous,
    lock,
    async swap() {
      if (existsSync(output)) await moveTree(output, previous);
      await moveTree(next, output);
      await syncPath(dirname(output));
      await removeTree(previous);
    },
    async restore() {
      if (!existsSync(previous)) return;
      if (existsSync(output)) await removeTree(previous);
      else await moveTree(previous, output);
    },
  };
}

/**
 * A folder that cannot be renamed: its entries move, one by one, from `dist` into `.diptych.leaving`, which becomes
 * `.diptych.previous`, and in from `.diptych.next`. So the names show how far a killed swap came.
 */
function stayingPlace(output: string): OutputPlace {
  const within = (suffix: string): string => join(output, `.diptych.${suffix}`);
  const [next, leaving, previous, lock] = [within('next'), within('leaving'), within('previous'), within('lock')];
  // `lost+found` belongs to the file system.
  const reserved = new Set([...[next, leaving, previous].map((path) => basename(path)), 'lost+found']);
  const isContent = (name: string): boolean => !reserved.has(name) && !name.startsWith(basename(lock));
  async function moveAll(from: string, to: string): Promise<void> {
    for (const name of readdirSync(from).filter(isContent)) await moveTree(join(from, name), join(to, name));
  }
  return {
    next,
    previous,
    lock,
    async swap() {
      await makeFolder(leaving);
      await moveAll(output, leaving);
      await moveTree(leaving, previous);
      await moveAll(next, output);
      await syncPath(output);
      await removeTree(next);
      // From here on it must not be restored: half of it may be gone.
      await moveTree(previous, next);
      await removeTree(next);
    },
    async restore() {
      if (existsSync(previous)) {
        for (const name of readdirSync(output).filter(isContent)) await removeTree(join(output, name));
        await moveTree(previous, leaving);
      }
      if (!existsSync(leaving)) return;
      await moveAll(leaving, output);
      await removeTree(leaving);
    },
  };
}

/** Whether a folder is a mount point, also a bind mount of the same file system. */
function isMountPoint(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const real = realpathSync(folder);
  if (statSync(real).dev !== statSync(dirname(real)).dev) return true;
  return existsSync('/proc/self/mountinfo') && mountPoints(readFileSync('/proc/self/mountinfo', 'utf8')).includes(real);
}

/** The fifth field of each line, in which a space is `\040` (proc_pid_mountinfo(5)). */
const mountPoints = (table: string): string[] =>
  table
    .split('\n')
    .map((line) => (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))));
