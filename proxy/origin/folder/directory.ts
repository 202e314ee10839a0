import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { nameBeside } from '../../../build/contract/manifest.ts';
import { checkRedirectsLength, redirectsFile } from '../../../build/contract/redirects.ts';
import { surfaces } from '../../../build/contract/surfaces.ts';
import type { ResolvedProxyOptions } from '../../options.ts';
import { StartError } from '../../start-error.ts';
import type { Origin } from '../origin.ts';
import { parseRedirects } from '../redirects-file.ts';
import { readSiteFacts } from '../site.ts';
import { compressIdle } from './compress.ts';
import { readInventory } from './inventory.ts';
import { createSnapshot, type Snapshot } from './snapshot.ts';
import type { Shelf } from './stored-file.ts';
import { watchFolder } from './watch.ts';

/** Where the build puts the folder that it replaces, beside it. */
export const previousOf = (folder: string): string => join(dirname(folder), nameBeside(basename(folder), 'previous'));

/** How long the first requests have the processor to themselves, before the rest is read, in milliseconds. */
const firstAnswers = 200;
/** Files read at a time while a snapshot is filled: the thread pool's worth. */
const readers = 4;
/** How long a folder that is gone, or half of it, may be a swap in progress, in milliseconds. */
const patience = 700;
/** How often a folder that stayed broken is looked at again, in milliseconds: a copy may still be under way. */
const secondLook = 2_000;

/**
 * A folder, held in memory. It is served as soon as its files are known; their bytes follow when they are asked for,
 * and all of them in the background. A new build replaces the whole snapshot at once, after every byte of it was read
 * and compared with its manifest.
 *
 * @throws {StartError} when the folder is missing, unreadable, broken or empty
 */
export function createDirectory(options: ResolvedProxyOptions): Origin {
  const folder = resolve(options.dir);
  const { log } = options;
  const listeners: (() => void)[] = [];
  let snapshot = start(folder, options, (file) => stale(file));
  let problem: string | undefined;
  let reloading: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let later: NodeJS.Timeout | undefined;

  const settling = setTimeout(() => void settle(snapshot), firstAnswers);
  const watcher = options.watch ? watchFolder(folder, snapshot.build === undefined, () => void reload()) : undefined;

  /** Reads the rest of a snapshot that is already served. */
  async function settle(current: Snapshot): Promise<void> {
    try {
      await fill(current, () => closed || snapshot !== current);
      await compressIdle(current.uncompressed, () => closed || snapshot !== current);
    } catch (error) {
      if (closed || snapshot !== current) return;
      degrade((error as Error).message);
      void reload();
    }
  }

  function stale(file: string): void {
    log.debug('a file changed under the snapshot', { file });
    // Once it is known that the folder is broken, requests do not make it be read again and again.
    if (!closed && problem === undefined) void reload();
  }

  function reload(): Promise<void> {
    again = reloading !== undefined;
    reloading ??= replace().finally(() => {
      reloading = undefined;
      if (again && !closed) void reload();
    });
    return reloading;
  }

  /** Loads what is there now and swaps to it, or says once why not. */
  async function replace(): Promise<void> {
    const deadline = performance.now() + patience;
    for (let wait = 50; ; wait *= 2) {
      try {
        const next = read(folder, options, stale);
        if (!changed(next)) return recover();
        await fill(next, () => closed, snapshot);
        if (closed) return;
        snapshot = next;
        recover();
        log.info('a new build is live', { build: next.build ?? 'without manifest', pages: next.pages });
        for (const listener of listeners) listener();
        void compressIdle(next.uncompressed, () => closed || snapshot !== next);
        return;
      } catch (error) {
        if (closed) return;
        // A swap is two renames, and a copy takes its time: what is broken now may be whole in a moment.
        if (performance.now() > deadline) return degrade((error as Error).message);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  const changed = (next: Snapshot): boolean => next.build === undefined || next.build !== snapshot.build || problem !== undefined;

  function degrade(reason: string): void {
    if (problem !== reason) log.error(`the new build is not served, the previous one stays: ${reason}`);
    problem = reason;
    clearTimeout(later);
    if (options.watch) later = setTimeout(() => void reload(), secondLook).unref();
  }

  function recover(): void {
    problem = undefined;
    clearTimeout(later);
  }

  return {
    get site() {
      return snapshot.site;
    },
    find: (path) => snapshot.find(path),
    get status() {
      return problem === undefined ? 'ok' : 'degraded';
    },
    onChange: (listener) => void listeners.push(listener),
    reload,
    async close() {
      closed = true;
      watcher?.close();
      clearTimeout(later);
      clearTimeout(settling);
      await reloading;
    },
  };
}

/** The first snapshot: whatever is wrong ends the start with one line. */
function start(folder: string, options: ResolvedProxyOptions, stale: (file: string) => void): Snapshot {
  try {
    return read(folder, options, stale);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why: Record<string, string> = {
      ENOENT: 'there is no such folder',
      EACCES: 'it may not be read',
      ENOTDIR: 'it is not a folder',
    };
    throw new StartError(`cannot serve ${folder}: ${why[code ?? ''] ?? message}${code === 'ENOENT' ? recoveryOf(folder) : ''}`, {
      cause: error,
    });
  }
}

const recoveryOf = (folder: string): string => {
  const previous = previousOf(folder);
  return statSync(previous, { throwIfNoEntry: false })?.isDirectory()
    ? `; an interrupted build left ${previous}: run "diptych build", which restores it, or name it instead`
    : '; run "diptych build" first, or name the folder to serve';
};

/** Reads what a folder holds now, but for the bytes. Throws an Error with one line when it is broken or empty. */
function read(folder: string, options: ResolvedProxyOptions, stale: (file: string) => void): Snapshot {
  const root = realpathSync(folder);
  if (!statSync(root).isDirectory()) throw new Error('it is not a folder');
  const inventory = readInventory(root);
  const { unreadable = [] } = inventory;
  if (unreadable.length > 0)
    options.log.warn(`not served, for they may not be read: ${unreadable.slice(0, 5).join(', ')}`, { files: unreadable.length });
  const shelf: Shelf = {
    root,
    moved: inventory.build === undefined ? undefined : previousOf(folder),
    fileLimit: options.memoryFileLimit,
    room: options.memory ? (options.maxMemory ?? Number.POSITIVE_INFINITY) : 0,
    onStale: stale,
  };
  const text = (file: string): string | undefined =>
    inventory.files.has(file) ? readFileSync(join(root, inventory.files.get(file)!.source ?? file), 'utf8') : undefined;
  const facts = factsOf(text(surfaces.getOpenApi.path.slice(1)), options, inventory.build !== undefined);
  checkRedirectsLength(inventory.files.get(redirectsFile)?.size ?? 0);
  const snapshot = createSnapshot(inventory, shelf, facts, parseRedirects(text(redirectsFile) ?? ''));
  if (snapshot.all()[Symbol.iterator]().next().done) throw new Error('it is empty');
  if (inventory.build !== undefined && snapshot.pages === 0) throw new Error('it holds no page');
  return snapshot;
}

/** Someone else's openapi.json may be anything; the build's own is JSON, or the build is broken. */
function factsOf(openApi: string | undefined, options: ResolvedProxyOptions, own: boolean): ReturnType<typeof readSiteFacts> {
  try {
    return readSiteFacts(openApi, options);
  } catch (error) {
    if (own) throw new Error(`${surfaces.getOpenApi.path} is not JSON`, { cause: error });
    return readSiteFacts(undefined, options);
  }
}

/**
 * Reads and verifies every file, several at a time. Rejects at the first that is not what it should be.
 *
 * @param from an older snapshot, whose bytes stand in for those that did not change
 */
async function fill(snapshot: Snapshot, stop: () => boolean, from?: Snapshot): Promise<void> {
  const held = new Map(from?.files.filter(({ hash }) => hash !== undefined).map((file) => [file.hash, file]));
  const queue = snapshot.all()[Symbol.iterator]();
  let failed = false;
  const readOn = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !failed && !stop(); next = queue.next()) {
      const bytes = held.get(next.value.hash)?.bytes;
      if (bytes) next.value.adopt(bytes);
      await next.value.load();
    }
  };
  await Promise.all(Array.from({ length: readers }, readOn)).catch((error) => {
    failed = true;
    throw error;
  });
}
