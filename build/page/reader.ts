import { availableParallelism } from 'node:os';
import { createPageCache } from './cache.ts';
import type { PageFailure, ReaderSettings } from './messages.ts';
import type { HtmlFile, ReadPage } from './page.ts';
import { createThreads } from './threads.ts';

export type { PageFailure };

/** Reads pages: unchanged ones from the cache, the others in worker threads. */
export interface PageReader {
  /** Begins to read a page whose HTML may be final: a later transform may still change it. */
  begin(file: HtmlFile & { readonly hash: string }): void;
  /**
   * The page; from `begin` if its HTML is unchanged. A page that cannot become a twin, or hangs, gives a {@link PageFailure}.
   */
  read(file: HtmlFile): Promise<ReadPage | PageFailure>;
  save(): Promise<void>;
  close(): Promise<void>;
}

/** @param cores number of free cores */
export function createPageReader(settings: ReaderSettings, cores = availableParallelism()): PageReader {
  const cache = createPageCache(settings);
  const threads = createThreads(settings, cores);
  const begun = new Map<string, { readonly hash: string; readonly page: Promise<ReadPage | PageFailure> }>();
  if (cache.isEmpty) threads.start();

  async function readNow(file: HtmlFile): Promise<ReadPage | PageFailure> {
    const known = cache.find(file);
    if (known) return known;
    const result = await threads.read({ file, last: cache.lastOf(file) });
    if ('failure' in result) return result;
    cache.keep(file, result);
    return result.page;
  }

  return {
    begin(file) {
      // After the transform that hands it over: Eleventy measures how long that takes.
      const page = new Promise(setImmediate).then(() => readNow(file));
      // The caller that requests the page gets the error.
      page.catch(() => {});
      begun.set(file.file, { hash: file.hash, page });
    },
    read(file) {
      const early = begun.get(file.file);
      begun.delete(file.file);
      return early && early.hash === file.hash ? early.page : readNow(file);
    },
    save: () => cache.save(),
    close: () => threads.close(),
  };
}
