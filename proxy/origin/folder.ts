import { existsSync, type Stats } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { manifestFile, nameBeside } from '#contract/manifest';
import type { ProxySettingValues } from '#contract/proxy-settings';
import { sidecarOwner } from '#contract/published-files';
import type { SiteOverrides } from '#contract/site-facts';
import { UserError } from '#contract/std/errors';
import { unpublishable } from '#contract/unpublishable';
import type { Log } from '../observe/log.ts';
import { type FoundFiles, listed, type SiteBuild } from './build.ts';
import { type OriginFailure, replaced } from './failure.ts';
import { createDiffers, type FileReader, type FoundFile, type StoredFile } from './file.ts';
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
  let saidUnreadable = '';

  const origin = createPolled(
    {
      interval: options.watch ? interval : undefined,
      readsAhead: true,
      memoryLimit: options.maxMemory ?? Number.POSITIVE_INFINITY,
      look,
      startErrorOf: (error) => startErrorOf(folder, moved, error),
    },
    options,
    log,
  );
  const differs = createDiffers(log);
  return origin;

  async function look(current: SiteBuild | undefined, isThorough: boolean): Promise<FoundFiles | undefined> {
    const root = await rootOf(folder);
    const manifest = await statsOf(join(root, manifestFile));
    if (current && !isThorough && manifest && seen === stampOf(manifest)) return undefined;
    const inventory = manifest && readInventory(await readFile(join(root, manifestFile), 'utf8'));
    const { found, unreadable } = await listFolder(root, inventory);
    if (current?.inventory && !inventory && found.size > 0)
      throw new Error(`${manifestFile} is gone: copy the whole build, .well-known/ included`);
    const state = manifest ? stampOf(manifest) : [...found].map(([file, { stamp }]) => `${file} ${stamp}`).join('\n');
    // Without manifest, nothing but two equal looks says that writing has stopped.
    const isSettled = !current || manifest !== undefined || isThorough || state === seen;
    seen = state;
    if (!isSettled) return undefined;
    if (!current && !inventory) log.info(`there is no ${manifestFile}: if Diptych built this folder, copy .well-known/, too`);
    sayUnreadable(listed(unreadable));
    return { found, inventory, reader: readerOf(root), lacks: inventory && lackOf(inventory, found) };
  }

  function sayUnreadable(files: string): void {
    if (files !== saidUnreadable && files !== '') log.warn(`not served, for they may not be read: ${files}`);
    saidUnreadable = files;
  }

  /** Reads the files of one folder, wherever it is moved to. No path of a request is ever joined to it. */
  function readerOf(root: string): FileReader {
    async function inPlace<T>(file: StoredFile, read: (path: string) => Promise<T | undefined>): Promise<T> {
      for (const place of [root, moved]) {
        const found = await read(join(place, file.source ?? file.file));
        if (found !== undefined) return found;
      }
      throw changed(file);
    }
    function changed({ file }: StoredFile): OriginFailure {
      log.debug('a file changed under the snapshot', { file });
      origin.look();
      return replaced(`${file} is not the file that was there when the site was read`);
    }
    return {
      read: (file) => inPlace(file, (path) => readState(path, file)),
      async stream(file, start, end) {
        const stream = await inPlace(file, (path) => streamState(path, file, start, end));
        return stream.on('error', () => origin.look());
      },
      changed,
      differs,
    };
  }
}

/** Names the listed files that are not there. A missing coding is no fault. */
function lackOf({ files }: Inventory, found: ReadonlyMap<string, FoundFile>): string | undefined {
  const isThere = (file: string): boolean => found.has(file) && (files.get(file)!.size === 0 || found.get(file)!.size > 0);
  const names = [...files.keys()].filter((file) => !isThere(file) && !files.has(sidecarOwner(file) ?? ''));
  if (names.length === 0) return undefined;
  return `${listed(names)}: in ${manifestFile}, and empty, unreadable or not there; copy the whole build, or build again`;
}

const statsOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

async function rootOf(folder: string): Promise<string> {
  const root = await realpath(folder);
  if (!(await stat(root)).isDirectory()) throw new Error('it is not a folder');
  const fault = unpublishable(root, existsSync(join(root, 'package.json')));
  if (fault !== undefined) throw new Error(fault);
  return root;
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
