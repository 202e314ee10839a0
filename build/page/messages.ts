import type { WithoutTwin } from '../contract/manifest.ts';
import type { ConvertSettings } from './convert.ts';
import type { Conversion, HtmlFile, PageSettings, ReadPage } from './page.ts';

export interface PageFailure extends WithoutTwin {
  readonly source?: string;
  /** Whether the only reason is that its twin would have the path of a document. */
  readonly isTaken?: true;
}

export type ReaderSettings = PageSettings & Omit<ConvertSettings, 'content'> & { readonly cacheFolder?: string };

/** A page with results of its conversion that are not part of it. */
export interface PageReading {
  readonly page: ReadPage;
  /** `key` is the hash of the HTML that was converted. Absent if nothing was converted. */
  readonly content?: { readonly key: string } & Omit<Conversion, 'heading' | 'body' | 'sections'>;
}

/** A page to read, with its last reading: unchanged content is not converted again. */
export interface ReadRequest {
  readonly file: HtmlFile;
  readonly last?: PageReading | undefined;
}

export type ReadResult = PageReading | PageFailure;
