import { hash as digest } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { inOrder } from '../contract/std/collections.ts';
import { hashOf, writeWhole } from '../files.ts';
import { codeDigest } from './code-digest.ts';
import type { PageReading, ReaderSettings } from './messages.ts';
import type { HtmlFile, ReadPage } from './page.ts';

interface Entry extends Omit<PageReading, 'page'> {
  readonly page: ReadPage;
  /** Hash of the whole HTML of the page. */
  readonly key: string;
}

type Shard = Map<string, Entry>;

/** Read pages, kept between builds. */
export interface PageCache {
  /** Whether the cache is empty: every page will be read. */
  readonly isEmpty: boolean;
  find(file: HtmlFile): ReadPage | undefined;
  /** The last reading of a page whose HTML changed: a new layout changes every page and no content. */
  lastOf(file: HtmlFile): PageReading | undefined;
  keep(file: HtmlFile, reading: Omit<Entry, 'key'>): void;
  /** Writes changes, without removed pages. */
  save(): Promise<void>;
}

/**
 * A cache of pages in `cacheFolder`; in memory only without one. Pages of other settings, code, libraries or Node versions, and
 * broken shards, are ignored. Sharded by output file: a changed page rewrites a 64th of the cache.
 */
export function createPageCache({ cacheFolder, ...settings }: ReaderSettings): PageCache {
  let origin: string | undefined;
  const shards = new Map<string, Shard>();
  const changed = new Set<string>();
  const used = new Set<string>();

  /** Digest of all that decides how pages are read. Lazy. */
  const originOf = (): string => {
    origin ??= hashOf(JSON.stringify([settings, codeDigest('reading')], inOrder));
    return origin;
  };

  function shardOf(file: string): Shard {
    const name = nameOf(file);
    const shard = shards.get(name) ?? (cacheFolder ? readShard(join(cacheFolder, name), originOf()) : new Map());
    shards.set(name, shard);
    return shard;
  }

  return {
    isEmpty: !cacheFolder || !existsSync(cacheFolder),
    find(file) {
      used.add(file.file);
      const entry = shardOf(file.file).get(file.file);
      return entry?.key === keyOf(file) ? entry.page : undefined;
    },
    lastOf: ({ file }) => shardOf(file).get(file),
    keep(file, reading) {
      if (!cacheFolder) return;
      shardOf(file.file).set(file.file, { key: keyOf(file), ...reading });
      changed.add(nameOf(file.file));
    },
    async save() {
      try {
        for (const name of changed) {
          const pages = [...shards.get(name)!].filter(([file]) => used.has(file));
          await writeWhole(join(cacheFolder!, name), serialize({ origin: originOf(), pages }));
        }
      } catch {
        // The next build reads all pages.
      }
      changed.clear();
    },
  };
}

/** Name of the shard of an output file. */
const nameOf = (file: string): string => `${Number.parseInt(digest('sha1', file).slice(0, 2), 16) % 64}.bin`;

const keyOf = ({ html, hash = hashOf(html), source = '', draft = false }: HtmlFile): string => `${hash} ${draft} ${source}`;

function readShard(path: string, origin: string): Shard {
  try {
    const shard = deserialize(readFileSync(path)) as { origin: string; pages: [string, Entry][] };
    if (shard.origin !== origin) return new Map();
    // A body is a view of the whole file: its copy lets go of it.
    return new Map(
      shard.pages.map(([file, { page, ...entry }]) => [file, { ...entry, page: { ...page, body: page.body.slice() } }]),
    );
  } catch {
    return new Map();
  }
}
