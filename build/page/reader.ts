import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Frame } from '../twin/frame.ts';
import { fewestFramePages, framePagesOf } from '../twin/frame-sample.ts';
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
   * The page, without the boilerplate of `frame`; from `begin` if its HTML is unchanged and there is none. A page that cannot
   * become a twin, or hangs, gives a {@link PageFailure}.
   */
  read(file: HtmlFile, frame?: Frame): Promise<Page | PageFailure>;
  /**
   * Learns the boilerplate of a site from a sample of its pages; none if there are too few. A page that crashes the thread, or
   * hangs, is skipped, and becomes a failure.
   */
  learn(
    files: readonly string[],
    pageOf: (file: string) => HtmlFile,
  ): Promise<{ readonly frame: Frame | undefined; readonly failures: readonly PageFailure[] }>;
  /** Writes the cache. */
  save(): Promise<void>;
  close(): Promise<void>;
}

/** @param cores number of free cores */
export function createPageReader(settings: ReaderSettings, cores = availableParallelism()): PageReader {
  const cache = createPageCache(settings);
  const { cacheFolder } = settings;
  /** The pages without the boilerplate that was given last. */
  let framed: { readonly frame: Frame; readonly cache: PageCache } | undefined;
  const threads = createThreads(settings, cores);
  const begun = new Map<string, { readonly hash: string; readonly page: Promise<Page | PageFailure> }>();
  if (cache.isEmpty) threads.start();

  function cacheFor(frame: Frame | undefined): PageCache {
    if (!frame) return cache;
    if (framed?.frame !== frame) {
      const folder = cacheFolder && { cacheFolder: join(cacheFolder, 'framed') };
      framed = { frame, cache: createPageCache({ ...settings, frame, ...folder }) };
    }
    return framed.cache;
  }

  async function readNow(file: HtmlFile, frame?: Frame): Promise<Page | PageFailure> {
    const known = cacheFor(frame);
    const page = known.find(file);
    if (page) return page;
    const result = await threads.read({ file, last: known.lastOf(file) }, frame);
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
    read(file, frame) {
      if (frame) return readNow(file, frame);
      const early = begun.get(file.file);
      begun.delete(file.file);
      return early && early.hash === file.hash ? early.page : readNow(file);
    },
    async learn(files, pageOf) {
      const failures: PageFailure[] = [];
      let pages = framePagesOf(files).map(pageOf);
      while (pages.length >= fewestFramePages) {
        const result = await threads.learn({ learn: pages });
        if (!('failure' in result)) return { frame: result.frame, failures };
        failures.push(result);
        pages = pages.filter(({ file }) => file !== result.file);
      }
      return { frame: undefined, failures };
    },
    async save() {
      await cache.save();
      await framed?.cache.save();
    },
    close: () => threads.close(),
  };
}
