import { existsSync, type Stats } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { manifestFile, nameBeside } from '#contract/manifest';
import { isPageFile } from '#contract/permalinks';
import type { ProxySettingValues } from '#contract/proxy-settings';
import { sidecarOwner } from '#contract/published-files';
import type { SiteOverrides } from '#contract/site-facts';
import { UserError } from '#contract/std/errors';
import { unpublishable } from '#contract/unpublishable';
import type { Log } from '../observe/log.ts';
import { createSiteBuild, listed, type SiteBuild } from './build.ts';
import { replaced } from './failure.ts';
import type { FileReader, FoundFile } from './file.ts';
import { listFolder } from './list-folder.ts';
import { type Inventory, readInventory } from './manifest.ts';
import type { Origin } from './origin.ts';
import { createPolled } from './polled.ts';
import { readState, stampOf, streamState } from './read-state.ts';

export interface FolderOptions extends SiteOverrides, Pick<ProxySettingValues, 'dir' | 'watch' | 'maxMemory'> {
  readonly log: Log;
}

/** How often a watched folder is looked at, in milliseconds. Looking works on every file system; being told does not. */
const interval = 1_000;
/** Looks after which a folder without manifest that changes all the time is taken as it is. */
const patience = 10;

/**
 * A folder. Files are served with their own validators: the manifest names the build, and shows whether it is complete. A new
 * build replaces the old one at once, after all of it was read.
 */
export function createFolder(options: FolderOptions): Origin {
  const { log } = options;
  const folder = resolve(options.dir);
  /** Where the build moves the folder that it replaces. */
  const moved = join(dirname(folder), nameBeside(basename(folder), 'previous'));
  let seen = '';
  let unsettled = 0;

  const origin = createPolled(
    {
      interval: options.watch ? interval : undefined,
      readsAhead: true,
      async look(current, isThorough) {
        try {
          return await look(current, isThorough);
        } catch (error) {
          throw current === undefined ? await startErrorOf(folder, moved, error) : error;
        }
      },
    },
    options,
    log,
  );
  return origin;

  async function look(current: SiteBuild | undefined, isThorough: boolean): Promise<SiteBuild | undefined> {
    const { root, ino } = await rootOf(folder);
    const manifest = await statsOf(join(root, manifestFile));
    const quick = manifest && `${ino} ${stampOf(manifest)}`;
    if (current && !isThorough && quick !== undefined && quick === seen) return undefined;
    const inventory = manifest && readInventory(await readFile(join(root, manifestFile), 'utf8'));
    const { found, unreadable } = await listFolder(root, inventory);
    if (current?.inventory && !inventory && found.size > 0)
      throw new Error(`${manifestFile} is gone: copy the whole build, .well-known/ included`);
    const whole = quick ?? `${ino} ${[...found].map(([file, { stamp }]) => `${file} ${stamp}`).join('\n')}`;
    const isSettled = !current || quick !== undefined || isThorough || whole === seen || ++unsettled >= patience;
    seen = whole;
    if (!isSettled) return undefined;
    unsettled = 0;
    const lacks = inventory && lackOf(inventory, found);
    if (current && lacks !== undefined) throw new Error(lacks);
    if (current && isSame(current, inventory, found)) return undefined;
    if (unreadable.length > 0) log.warn(`not served, for they may not be read: ${listed(unreadable)}`);
    if (!current && !inventory) sayMissingManifest(found);
    const memoryLimit = options.maxMemory ?? Number.POSITIVE_INFINITY;
    const reader = readerOf(root, ino);
    return { ...(await createSiteBuild({ found, inventory, reader, memoryLimit, overrides: options, earlier: current })), lacks };
  }

  /** Reads the files of one folder, wherever it is moved to. No path of a request is ever joined to it. */
  function readerOf(root: string, ino: number): FileReader {
    const places = [root, moved];
    return {
      async read(file) {
        for (const place of places) {
          const reading = await readState(join(place, file.source ?? file.file));
          const isEmptied = reading?.size === 0 && file.size > 0 && file.listed !== undefined;
          // Asked after reading: if the folder is still in place, it was so before.
          if (reading && !isEmptied && (await statsOf(place))?.ino === ino) return reading;
        }
        throw this.changed(file);
      },
      async stream(file, start, end) {
        for (const place of places) {
          const stream = await streamState(join(place, file.source ?? file.file), file, start, end);
          if (stream) return stream.on('error', () => origin.look());
        }
        throw this.changed(file);
      },
      changed(file) {
        log.debug('a file changed under the snapshot', { file: file.file });
        origin.look();
        return replaced(`${file.file} is not the file that was there when the site was read`);
      },
    };
  }

  /** A copy or an upload that leaves out files that begin with a dot loses it, and all of `.well-known/`; others never had one. */
  function sayMissingManifest(found: ReadonlyMap<string, FoundFile>): void {
    if ([...found.keys()].some((file) => isPageFile(file) && found.has(file.replace(/html?$/, 'md'))))
      log.warn(`there are twins and no ${manifestFile}: if Diptych built this folder, copy .well-known/, too`);
    else log.info(`there is no ${manifestFile}: the folder is served as a plain static site, without Markdown`);
  }
}

const isSame = (current: SiteBuild, inventory: Inventory | undefined, found: ReadonlyMap<string, FoundFile>): boolean =>
  current.files.size === found.size &&
  current.inventory?.build === inventory?.build &&
  [...found].every(([file, facts]) => current.files.get(file)?.isStill(facts));

/** Names the listed files that are not there, which stay in the table, so that they are no 404. A missing coding is no fault. */
function lackOf({ files }: Inventory, found: Map<string, FoundFile>): string | undefined {
  const names: string[] = [];
  for (const [file, listed] of files) {
    if (found.has(file) && (listed.size === 0 || found.get(file)!.size > 0)) continue;
    if (files.has(sidecarOwner(file) ?? '')) found.delete(file);
    else {
      names.push(file);
      found.set(file, { size: listed.size, stamp: '', listed });
    }
  }
  if (names.length === 0) return undefined;
  return `${listed(names)}: in ${manifestFile}, and empty, unreadable or not there; copy the whole build, or build again`;
}

const statsOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

async function rootOf(folder: string): Promise<{ readonly root: string; readonly ino: number }> {
  const root = await realpath(folder);
  const stats = await stat(root);
  if (!stats.isDirectory()) throw new Error('it is not a folder');
  const fault = unpublishable(root, existsSync(join(root, 'package.json')));
  if (fault !== undefined) throw new Error(fault);
  return { root, ino: stats.ino };
}

async function startErrorOf(folder: string, moved: string, error: unknown): Promise<UserError> {
  const { code, message } = error as NodeJS.ErrnoException;
  const why: Record<string, string> = {
    ENOENT: 'there is no such folder',
    EACCES: 'it may not be read',
    ENOTDIR: 'it is not a folder',
  };
  const recovery = code === 'ENOENT' ? recoveryOf(moved, await statsOf(moved)) : '';
  return new UserError(`cannot serve ${folder}: ${why[code ?? ''] ?? message}${recovery}`, { cause: error });
}

const recoveryOf = (moved: string, stats: Stats | undefined): string =>
  stats?.isDirectory()
    ? `; an interrupted build left ${moved}: run "diptych build", which restores it, or name it instead`
    : '; run "diptych build" first, or name the folder to serve';
