import { createPageCache } from './cache.ts';
import type { ConvertSettings } from './convert.ts';
import type { Conversion, HtmlFile, Page, PageSettings } from './page.ts';
import { createReaderPool } from './reader-pool.ts';

/** Reads pages: from the cache where nothing changed, else in worker threads. */
export interface PageReader {
  /** Begins at once. A page that cannot be read gives a {@link PageFailure}; the others are read all the same. */
  read(file: HtmlFile): Page | Promise<Page | PageFailure>;
  /** Writes the cache. */
  save(): Promise<void>;
  close(): Promise<void>;
}

/** A page whose conversion failed or ran out of time: one line that names the limit. */
export interface PageFailure {
  readonly file: string;
  readonly source?: string;
  readonly failure: string;
}

export type ReaderSettings = PageSettings & ConvertSettings & { readonly cacheFolder?: string };

/** A page to read, and what is known of its content: of the last time, where its HTML was another. */
export interface ReadRequest {
  readonly file: HtmlFile;
  readonly known?: Content | undefined;
}

/** A page, and its content as it was converted; absent where it was not, or is not kept. */
export type ReadResult = { readonly page: Page; readonly content?: Content } | PageFailure;

/** The content of a page as Markdown, under the key of the HTML that it was made of. */
export interface Content {
  readonly key: string;
  readonly conversion: Conversion;
}

export function createPageReader(settings: ReaderSettings): PageReader {
  const cache = settings.cacheFolder ? createPageCache(settings.cacheFolder, settings) : undefined;
  const pool = createReaderPool({ settings, ...(cache && { salt: cache.salt }) });

  async function readAnew(file: HtmlFile): Promise<Page | PageFailure> {
    const result = await pool.read({ file, known: cache?.contentOf(file) });
    if ('failure' in result) return result;
    cache?.keep(file, result);
    return result.page;
  }

  return {
    read: (file) => cache?.find(file) ?? readAnew(file),
    save: async () => cache?.save(),
    close: () => pool.close(),
  };
}
