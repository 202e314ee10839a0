import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Boilerplate } from '../twin/boilerplate.ts';
import { fewestSamplePages, samplePagesOf } from '../twin/boilerplate-sample.ts';
import { createPageCache, type PageCache } from './cache.ts';
import type { PageFailure, ReaderSettings } from './messages.ts';
import type { HtmlFile, Page } from './page.ts';
import { createThreads } from './threads.ts';

export type { PageFailure };

/** Reads pages: unchanged ones from the cache, the others in worker threads. */
export interface PageReader {
  /** Begins to read a page whose HTML may be final: a later transform may still change it. */
  begin(file: HtmlFile & { readonly hash: string }): void;
  /**
   * The page, without `boilerplate`; from `begin` if its HTML is unchanged and there is none. A page that cannot
   * become a twin, or hangs, gives a {@link PageFailure}.
   */
  read(file: HtmlFile, boilerplate?: Boilerplate): Promise<Page | PageFailure>;
  /**
   * Learns the boilerplate of a site from a sample of its pages; none if there are too few. A page that crashes the thread, or
   * hangs, is skipped, and becomes a failure.
   */
  learn(
    files: readonly string[],
    pageOf: (file: string) => HtmlFile,
  ): Promise<{ readonly boilerplate: Boilerplate | undefined; readonly failures: readonly PageFailure[] }>;
  save(): Promise<void>;
  close(): Promise<void>;
}

/** @param cores number of free cores */
export function createPageReader(settings: ReaderSettings, cores = availableParallelism()): PageReader {
  const cache = createPageCache(settings);
  const { cacheFolder } = settings;
  /** The pages without the boilerplate that was given last. */
  let without: { readonly boilerplate: Boilerplate; readonly cache: PageCache } | undefined;
  const threads = createThreads(settings, cores);
  const begun = new Map<string, { readonly hash: string; readonly page: Promise<Page | PageFailure> }>();
  if (cache.isEmpty) threads.start();

  function cacheFor(boilerplate: Boilerplate | undefined): PageCache {
    if (!boilerplate) return cache;
    if (without?.boilerplate !== boilerplate) {
      const folder = cacheFolder && { cacheFolder: join(cacheFolder, 'without-boilerplate') };
      without = { boilerplate, cache: createPageCache({ ...settings, boilerplate, ...folder }) };
    }
    return without.cache;
  }

  async function readNow(file: HtmlFile, boilerplate?: Boilerplate): Promise<Page | PageFailure> {
    const known = cacheFor(boilerplate);
    const page = known.find(file);
    if (page) return page;
    const result = await threads.read({ file, last: known.lastOf(file) }, boilerplate);
    if ('failure' in result) return result;
    known.keep(file, result);
    return result.page;
  }

  return {
    begin(file) {
      const page = readNow(file);
      // The caller that requests the page gets the error.
      page.catch(() => {});
      begun.set(file.file, { hash: file.hash, page });
    },
    read(file, boilerplate) {
      if (boilerplate) return readNow(file, boilerplate);
      const early = begun.get(file.file);
      begun.delete(file.file);
      return early && early.hash === file.hash ? early.page : readNow(file);
    },
    async learn(files, pageOf) {
      const failures: PageFailure[] = [];
      let pages = samplePagesOf(files).map(pageOf);
      while (pages.length >= fewestSamplePages) {
        const result = await threads.learn({ learn: pages });
        if (!('failure' in result)) return { boilerplate: result.boilerplate, failures };
        failures.push(result);
        pages = pages.filter(({ file }) => file !== result.file);
      }
      return { boilerplate: undefined, failures };
    },
    async save() {
      await cache.save();
      await without?.cache.save();
    },
    close: () => threads.close(),
  };
}
