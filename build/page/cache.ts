import { hash as digest } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, writeWhole } from '../files.ts';
import type { Conversion, HtmlFile, Page } from './page.ts';
import type { Content, ReaderSettings } from './reader.ts';

interface Entry {
  /** Of the HTML of the page as a whole. */
  readonly key: string;
  readonly page: Page;
  /** Of the conversion, what the page does not hold. */
  readonly content?: Pick<Content, 'key'> & Omit<Conversion, 'heading' | 'body'>;
}

type Shard = Map<string, Entry>;

/** Pages as they were read, kept between builds. */
export interface PageCache {
  /** Stands for the settings and for the code that reads: what was kept under another is not used. */
  readonly salt: string;
  /** The page of this HTML. */
  find(file: HtmlFile): Page | undefined;
  /** What is known of the content of a page whose HTML changed: a new layout changes each page and no content. */
  contentOf(file: HtmlFile): Content | undefined;
  keep(file: HtmlFile, result: { readonly page: Page; readonly content?: Content }): void;
  /** Writes what changed; pages that are gone are dropped with it. */
  save(): Promise<void>;
}

/**
 * Sharded by output file: few files to open, and a touched page rewrites a 64th of them. An unreadable shard counts as
 * empty.
 */
export function createPageCache(folder: string, settings: ReaderSettings): PageCache {
  const salt = hashOf(`${JSON.stringify(settings)}\0${readerCode()}`);
  const shards = new Map<string, Shard>();
  const changed = new Set<string>();
  const used = new Set<string>();

  function shardOf({ file }: HtmlFile): Shard {
    const name = nameOf(file);
    let shard = shards.get(name);
    if (!shard) {
      shard = readShard(join(folder, `${name}.json`), salt);
      shards.set(name, shard);
    }
    return shard;
  }

  return {
    salt,
    find(file) {
      used.add(file.file);
      const entry = shardOf(file).get(file.file);
      return entry?.key === keyOf(file) ? entry.page : undefined;
    },
    contentOf(file) {
      const { page, content } = shardOf(file).get(file.file) ?? {};
      if (!page || !content) return undefined;
      const { key, ...rest } = content;
      return { key, conversion: { heading: page.heading, body: page.body, ...rest } };
    },
    keep(file, { page, content }) {
      const { heading: _, body: __, ...rest } = content?.conversion ?? {};
      const entry = { key: keyOf(file), page, ...(content && { content: { key: content.key, ...rest } }) } as Entry;
      shardOf(file).set(file.file, entry);
      changed.add(nameOf(file.file));
    },
    async save() {
      try {
        for (const name of changed) {
          const kept = [...shards.get(name)!].filter(([file]) => used.has(file));
          await writeWhole(join(folder, `${name}.json`), JSON.stringify({ salt, pages: kept }));
        }
      } catch {
        // Where the cache cannot be written, the next build reads every page again.
      }
      changed.clear();
    },
  };
}

/** Name of the shard of an output file. */
const nameOf = (file: string): string => String(Number.parseInt(digest('sha1', file).slice(0, 2), 16) % 64);

const keyOf = ({ html, hash = hashOf(html), source = '', draft = false }: HtmlFile): string => `${hash} ${draft} ${source}`;

/** The code that reads: entries of other versions of it are unused, without a number that someone must raise. */
function readerCode(): string {
  const folder = new URL('../', import.meta.url);
  return ['contract', 'page', 'twin']
    .flatMap((room) =>
      readdirSync(new URL(`${room}/`, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter((file) => /\.[jt]s$/.test(file))
    .sort()
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\0');
}

function readShard(path: string, salt: string): Shard {
  try {
    const shard = JSON.parse(readFileSync(path, 'utf8')) as { salt: string; pages: [string, Entry][] };
    return new Map(shard.salt === salt ? shard.pages : []);
  } catch {
    return new Map();
  }
}
