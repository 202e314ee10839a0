import type { WithoutTwin } from '../contract/manifest.ts';
import type { Frame } from '../twin/frame.ts';
import type { ConvertSettings } from './convert.ts';
import type { Conversion, HtmlFile, PageSettings, ReadPage } from './page.ts';

/** A page that cannot become a twin. */
export interface PageFailure extends WithoutTwin {
  readonly source?: string;
  /** Whether it is only that its twin would be a document of the site. */
  readonly isTaken?: true;
}

/** What a worker thread is started with. */
export type ReaderSettings = PageSettings & Omit<ConvertSettings, 'content'> & { readonly cacheFolder?: string };

/** A page with what it does not hold of the conversion of its content. */
export interface Reading {
  readonly page: ReadPage;
  /** `key` is the hash of the HTML that was converted. Absent if nothing was converted. */
  readonly content?: { readonly key: string } & Omit<Conversion, 'heading' | 'body' | 'sections'>;
}

/** A page to read, and its last reading: content that did not change is not converted again. */
export interface ReadRequest {
  readonly file: HtmlFile;
  readonly last?: Reading | undefined;
}

export type ReadResult = Reading | PageFailure;

/** What the thread that learns the frame of a site says: which page it is at, or what it has learned. */
export type Learned = { readonly at: string } | { readonly frame: Frame | undefined };
