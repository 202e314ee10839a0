import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { makeFolder, moveTree, removeTree, syncPath } from '../files.ts';

/** Where an output folder is published: the paths that this takes, and how a new folder comes into its place. */
export interface OutputPlace {
  /** Where the new folder is made: on the same file system. */
  readonly next: string;
  /** Where the old one lies while they are swapped. */
  readonly previous: string;
  readonly lock: string;
  /** What is unusual about the place, in one line; absent where nothing is. */
  readonly note?: string;
  /** Puts {@link next} into its place. Killed in the midst of it, {@link restore} puts the old one back. */
  swap(): Promise<void>;
  /** Puts back what a build that was killed in its swap left. */
  restore(): Promise<void>;
}

/** The place of an output folder, which may be a symbolic link, a mount point, or not there yet. */
export function outputPlaceOf(output: string): OutputPlace {
  const target = targetOf(output);
  const led = target === output ? {} : { note: `${output} is a symbolic link; what it leads to, ${target}, was replaced` };
  const why = isMountPoint(target) ? 'a mount point' : isCurrent(target) ? 'the current folder' : undefined;
  if (why === undefined) return { ...led, ...folderPlace(target) };
  return { note: `${output} is ${why}, which cannot be replaced; the files in it were`, ...stayingPlace(target) };
}

/** Whether the command runs in a folder: `.` cannot be renamed, and the shell would be left in no folder. */
const isCurrent = (folder: string): boolean => existsSync(folder) && realpathSync(folder) === realpathSync('.');

/** What a symbolic link leads to, there or not, as seen from the current folder. */
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
 * A folder that stays: what lies in it is renamed, entry by entry, out of `dist` into `.diptych.leaving`, which then is
 * `.diptych.previous`, and in from `.diptych.next`. So a later look tells whether anything new is there.
 */
function stayingPlace(output: string): OutputPlace {
  const within = (suffix: string): string => join(output, `.diptych.${suffix}`);
  const [next, leaving, previous, lock] = [within('next'), within('leaving'), within('previous'), within('lock')];
  // `lost+found` belongs to the file system.
  const own = new Set([...[next, leaving, previous].map((path) => basename(path)), 'lost+found']);
  const isContent = (name: string): boolean => !own.has(name) && !name.startsWith(basename(lock));
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
      // From here on nobody is to put it back: half of it may be gone.
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

/** Whether something is mounted at a folder: another file system, or a folder of the same one. */
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
