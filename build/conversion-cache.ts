import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './artifact.ts';
import type { Conversion } from './page.ts';

interface Entry {
  readonly key: string;
  readonly conversion: Conversion;
}

/**
 * Conversions by page, kept between builds. An entry holds as long as the HTML that was converted, the settings
 * and the converter are the same. Sharded by page URL: a touched page rewrites one small file, and no file
 * grows with the site beyond a 256th of it. An unreadable shard counts as empty.
 */
export function createConversionCache(folder: string, settings: string) {
  const salt = digest(`${settings}\0${converterCode()}`);
  const shards = new Map<string, Map<string, Entry>>();
  const changed = new Set<string>();
  const used = new Set<string>();

  function shardOf(pageUrl: string): [name: string, shard: Map<string, Entry>] {
    const name = createHash('sha256').update(pageUrl).digest('hex').slice(0, 2);
    let shard = shards.get(name);
    if (!shard) {
      shard = readShard(join(folder, `${name}.json`));
      shards.set(name, shard);
    }
    return [name, shard];
  }

  return {
    /** The conversion of this HTML at this URL: from the cache, or made by `make` and kept. */
    get(html: string, pageUrl: string, make: () => Conversion): Conversion {
      const [name, shard] = shardOf(pageUrl);
      const key = digest(`${salt}\0${html}`);
      used.add(pageUrl);
      const entry = shard.get(pageUrl);
      if (entry?.key === key) return entry.conversion;
      const conversion = make();
      shard.set(pageUrl, { key, conversion });
      changed.add(name);
      return conversion;
    },
    /** Writes the shards that changed; entries of pages that are gone are dropped with them. */
    async save(): Promise<void> {
      for (const name of changed) {
        const kept = [...shards.get(name)!].filter(([pageUrl]) => used.has(pageUrl));
        await writeWhole(join(folder, `${name}.json`), JSON.stringify(kept));
      }
      changed.clear();
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The code that converts: entries of other versions of it are unused, without a number that someone must raise. */
function converterCode(): string {
  const folder = new URL('./twin/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[jt]s$/.test(file));
  const own = files.sort().map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return [readFileSync(new URL('./convert.js', import.meta.url), 'utf8'), ...own].join('\0');
}

function readShard(path: string): Map<string, Entry> {
  try {
    return new Map(JSON.parse(readFileSync(path, 'utf8')) as [string, Entry][]);
  } catch {
    return new Map();
  }
}
