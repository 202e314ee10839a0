import type { HtmlFile, Page } from './page.ts';
import type { PageFailure, PageReader } from './reader.ts';

/** Pages that are being read while Eleventy still renders others. */
export interface EarlyReading {
  /** Begins to read a page whose HTML may be final: transforms that come later may still change it. */
  begin(file: HtmlFile, reader: PageReader): void;
  /** The page that was begun, where its HTML was final; each is given once. */
  take(file: HtmlFile): Page | Promise<Page | PageFailure> | undefined;
}

export function createEarlyReading(): EarlyReading {
  const begun = new Map<string, { html: string; page: Page | Promise<Page | PageFailure> }>();
  return {
    begin(file, reader) {
      begun.set(file.file, { html: file.html, page: reader.read(file) });
    },
    take({ file, html }) {
      const entry = begun.get(file);
      begun.delete(file);
      return entry?.html === html ? entry.page : undefined;
    },
  };
}
