import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { manifestFile, nameBeside } from '../../../build/contract/manifest.ts';
import { isPageFile } from '../../../build/contract/permalinks.ts';
import { checkRedirectsLength, parseRedirects, redirectsFile } from '../../../build/contract/redirects.ts';
import { readSiteFacts } from '../../../build/contract/site-facts.ts';
import { UserError } from '../../../build/contract/std/errors.ts';
import { surfaces } from '../../../build/contract/surfaces.ts';
import { unpublishable } from '../../../build/contract/unpublishable.ts';
import type { Origin, OriginOptions } from '../origin.ts';
import { inSlices, runAtOnce } from '../slices.ts';
import { compressIdle } from './compress.ts';
import { type FolderListing, listFolder } from './list-folder.ts';
import { createSnapshot, type Snapshot } from './snapshot.ts';
import { FolderWatcher } from './watch.ts';

/** Where the build moves the folder that it replaces. */
const previousOf = (folder: string): string => join(dirname(folder), nameBeside(basename(folder), 'previous'));

/** Delay before the rest of the folder is read, so that first requests are fast, in milliseconds. */
const firstAnswers = 200;
/** How long a missing folder, or half of one, may be a swap in progress, in milliseconds. */
const patience = 700;
/** How long served files must be missing, without manifest, to count as removed, in milliseconds. */
const refill = 2_000;
/** Interval of scans of a folder that is unwatched or incomplete (perhaps being copied), in milliseconds. */
const secondLook = 2_000;
/** Largest share of time for such scans: those of a large folder are rarer. */
const lookShare = 0.1;

/**
 * A folder, held in memory. It is served as soon as its files are known; their bytes are read on demand, and all of them in the
 * background. Files are served with their own validators: the manifest names the build, and shows whether it is complete. A
 * new build replaces the whole snapshot at once, after all of it was read.
 *
 * @throws {UserError} if the folder is missing, unreadable, broken or empty
 */
export function createDirectory(options: OriginOptions): Origin {
  const folder = resolve(options.dir);
  const { log } = options;
  const listeners: (() => void)[] = [];
  let problem: string | undefined;
  let reported = '';
  let reloading: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let later: NodeJS.Timeout | undefined;
  /** Set when watching has ended: whether the folder is scanned instead. */
  let unwatched: 'not looked at' | 'looked at' | undefined;
  let lookTime = 0;

  const watcher = options.watch ? new FolderWatcher(folder, () => void reload(), lapse) : undefined;
  let snapshot = start();
  warnOfMissingManifest(snapshot.listing);
  const readingRest = setTimeout(() => void readRest(snapshot), firstAnswers);
  lookLater();

  /** A copy or an upload that leaves out files that begin with a dot loses the manifest and all of `.well-known/`. */
  function warnOfMissingManifest({ build, files }: FolderListing): void {
    if (build === undefined && [...files.keys()].some((file) => isPageFile(file) && files.has(file.replace(/html?$/, 'md'))))
      log.warn(`there are twins and no ${manifestFile}: if Diptych built this folder, copy .well-known/, too`);
  }

  /** The first snapshot: any fault ends the start with one line. */
  function start(): Snapshot {
    try {
      return read(folder, runAtOnce(look()), options, stale);
    } catch (error) {
      watcher?.close();
      clearTimeout(later);
      throw startErrorOf(folder, error);
    }
  }

  function* look(earlier?: FolderListing): Generator<undefined, FolderListing> {
    const begun = performance.now();
    let found: FolderListing | undefined;
    try {
      found = yield* listFolder(rootOf(folder), earlier, (each) => watcher?.add(each));
      return found;
    } finally {
      watcher?.renew(found?.build !== undefined);
      lookTime = performance.now() - begun;
    }
  }

  async function readRest(current: Snapshot): Promise<void> {
    const isOver = (): boolean => closed || snapshot !== current;
    const failed = await current.fill(isOver);
    if (isOver()) return;
    report(failed);
    if (failed.length > 0) void reload();
    await compressIdle(current.all(), isOver);
  }

  /** Logs once how the folder differs from its manifest, and which files are not served. */
  function report(failed: readonly string[]): void {
    const { listing } = snapshot;
    const differences = new Set(listing.differences);
    for (const { files } of listing.files.values())
      for (const each of files) if (each.differs) differences.add(`${each.file} changed`);
    const line = listed([...differences].sort());
    if (line !== '' && line !== reported) log.warn(`served as it is, though not what ${manifestFile} lists: ${line}`);
    reported = line;
    if (failed.length > 0) degrade(reasonOf(listing, failed), 'not all of the folder is served');
    else lookLater();
  }

  function stale(file: string): void {
    log.debug('a file changed under the snapshot', { file });
    // In a folder that is known to be broken, requests do not cause further scans.
    if (!closed && problem === undefined) void reload();
  }

  function reload(): Promise<void> {
    again = reloading !== undefined;
    reloading ??= replace().finally(() => {
      reloading = undefined;
      if (unwatched) unwatched = 'looked at';
      if (again && !closed) void reload();
      else lookLater();
    });
    return reloading;
  }

  /** Loads the current folder and swaps to it, or logs once why not. */
  async function replace(): Promise<void> {
    const begun = performance.now();
    let gone = 0;
    let goneSince = begun;
    for (let wait = 50; !closed; wait = Math.min(2 * wait, 400)) {
      // A swap is two renames, and a copy takes time: a broken folder may be whole in a moment.
      const isLast = performance.now() - begun > patience;
      try {
        const found = await inSlices(look(snapshot.listing), () => closed);
        if (!found || (isServed(found) && problem === undefined)) return;
        const nowGone = found.build === undefined ? found.gone : 0;
        if (nowGone !== gone) [gone, goneSince] = [nowGone, performance.now()];
        const isSettled = gone > 0 ? performance.now() - goneSince > refill : isLast || found.differences.length === 0;
        if (isSettled && (await take(found, isLast))) return;
      } catch (error) {
        if (isLast && !closed) degrade((error as Error).message, 'the new build is not served, the previous one stays');
        if (isLast) return;
      }
      if (!closed) await pause(wait);
    }
  }

  function isServed({ fresh, gone, build }: FolderListing): boolean {
    return fresh === 0 && gone === 0 && build === snapshot.listing.build;
  }

  /**
   * Swaps to a listing, once all of it was read. Without manifest, a file may change all the time: others do not wait for
   * it forever.
   */
  async function take(found: FolderListing, isLast: boolean): Promise<boolean> {
    if (found.files.size > 0 && found.build === undefined && snapshot.listing.build !== undefined)
      throw new Error(`${manifestFile} is gone: copy the whole build, .well-known/ included`);
    if (found.missing.length > 0) throw new Error(reasonOf(found, found.missing));
    const isNew = !isServed(found);
    const next = read(folder, found, options, stale);
    const failed = await next.fill(() => closed);
    if (closed) return true;
    if (failed.length > 0 && found.build !== undefined) throw new Error(reasonOf(found, failed));
    if (failed.length > 0 && !isLast) return false;
    snapshot = next;
    if (failed.length === 0 && problem !== undefined && !isNew) log.info('the folder holds the served build again');
    if (failed.length === 0) problem = undefined;
    report(failed);
    if (isNew) {
      log.info('a new build is live', { build: found.build ?? 'without manifest', pages: next.pages });
      for (const listener of listeners) listener();
    }
    void compressIdle(next.all(), () => closed || snapshot !== next);
    return true;
  }

  function degrade(reason: string, what: string): void {
    if (problem !== reason) log.error(`${what}: ${reason}`);
    problem = reason;
    lookLater();
  }

  function lapse(error: Error): void {
    log.warn(`${folder} cannot be watched, and is looked at now and then instead: ${error.message}`);
    unwatched = 'not looked at';
    lookLater();
  }

  function lookLater(): void {
    clearTimeout(later);
    if (closed || !options.watch || !(unwatched || problem !== undefined || reported !== '')) return;
    later = setTimeout(() => void reload(), Math.max(secondLook, lookTime / lookShare)).unref();
  }

  return {
    get site() {
      return snapshot.site;
    },
    get build() {
      return snapshot.listing.build;
    },
    find: (path) => snapshot.find(path),
    get status() {
      return problem === undefined && unwatched !== 'not looked at' ? 'ok' : 'degraded';
    },
    onChange: (listener) => void listeners.push(listener),
    reload,
    async close() {
      closed = true;
      watcher?.close();
      clearTimeout(later);
      clearTimeout(readingRest);
      await reloading;
    },
  };
}

/** The first few names, and the number of others. */
const listed = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');

const reasonOf = ({ missing }: FolderListing, failed: readonly string[]): string =>
  missing.length > 0
    ? `${listed(missing)}: in ${manifestFile}, and empty, unreadable or not there; copy the whole build, or build again`
    : `${listed(failed)}: cannot be read, or changes all the time`;

function startErrorOf(folder: string, error: unknown): UserError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why: Record<string, string> = {
    ENOENT: 'there is no such folder',
    EACCES: 'it may not be read',
    ENOTDIR: 'it is not a folder',
  };
  return new UserError(`cannot serve ${folder}: ${why[code ?? ''] ?? message}${code === 'ENOENT' ? recoveryOf(folder) : ''}`, {
    cause: error,
  });
}

const recoveryOf = (folder: string): string => {
  const previous = previousOf(folder);
  return statSync(previous, { throwIfNoEntry: false })?.isDirectory()
    ? `; an interrupted build left ${previous}: run "diptych build", which restores it, or name it instead`
    : '; run "diptych build" first, or name the folder to serve';
};

function rootOf(folder: string): string {
  const root = realpathSync(folder);
  if (!statSync(root).isDirectory()) throw new Error('it is not a folder');
  const fault = unpublishable(root, existsSync(join(root, 'package.json')));
  if (fault !== undefined) throw new Error(fault);
  return root;
}

/** Reads a listing, except the bytes. Throws an Error with one line if it is broken or empty. */
function read(folder: string, found: FolderListing, options: OriginOptions, onStale: (file: string) => void): Snapshot {
  const root = rootOf(folder);
  const { build, files, unreadable, ino } = found;
  if (unreadable.length > 0)
    options.log.warn(`not served, for they may not be read: ${unreadable.slice(0, 5).join(', ')}`, { files: unreadable.length });
  const text = (file: string): string | undefined => {
    const description = files.get(file)?.identity;
    return description && readFileSync(join(root, description.source ?? file), 'utf8');
  };
  const facts = factsOf(text(surfaces.getOpenApi.path.slice(1)), options, build !== undefined);
  checkRedirectsLength(files.get(redirectsFile)?.identity.size ?? 0);
  const budget = options.memory ? (options.maxMemory ?? Number.POSITIVE_INFINITY) : 0;
  const snapshot = createSnapshot(
    found,
    { root, ino, moved: previousOf(folder), fileLimit: options.memoryFileLimit, budget, onStale },
    facts,
    parseRedirects(text(redirectsFile) ?? ''),
  );
  if (snapshot.all()[Symbol.iterator]().next().done) throw new Error('it is empty');
  if (build !== undefined && snapshot.pages === 0) throw new Error('it holds no page');
  return snapshot;
}

/** A foreign openapi.json may be anything; the build's own must be JSON. */
function factsOf(openApi: string | undefined, options: OriginOptions, isOurs: boolean): ReturnType<typeof readSiteFacts> {
  try {
    return readSiteFacts(openApi, options);
  } catch (error) {
    if (isOurs) throw new Error(`${surfaces.getOpenApi.path} is not JSON`, { cause: error });
    return readSiteFacts(undefined, options);
  }
}
