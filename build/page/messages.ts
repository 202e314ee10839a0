import type { WithoutTwin } from '../contract/manifest.ts';
import type { Boilerplate } from '../twin/boilerplate.ts';
import type { ConvertSettings } from './convert.ts';
import type { Conversion, HtmlFile, Page, PageSettings } from './page.ts';

export interface PageFailure extends WithoutTwin {
  readonly source?: string;
  /** Whether the only reason is that its twin would have the path of a document. */
  readonly isTaken?: true;
}

export type ReaderSettings = PageSettings & Omit<ConvertSettings, 'content'> & { readonly cacheFolder?: string };

/** A page with results of its conversion that are not part of it. */
export interface Reading {
  readonly page: Page;
  /** `key` is the hash of the HTML that was converted. Absent if nothing was converted. */
  readonly content?: { readonly key: string } & Omit<Conversion, 'heading' | 'body' | 'sections'>;
}

/** A page to read, with its last reading: unchanged content is not converted again. */
export interface ReadRequest {
  readonly file: HtmlFile;
  readonly last?: Reading | undefined;
}

export type ReadResult = Reading | PageFailure;

/** Pages to learn the boilerplate of their site from. */
export interface LearnRequest {
  readonly learn: readonly HtmlFile[];
}

export interface Learned {
  readonly boilerplate: Boilerplate | undefined;
}

/** Message to a worker thread; `boilerplate` is what it leaves out from now on. */
export type ThreadMessage = ReadRequest | LearnRequest | Learned;

/** Message from a worker thread: the page that it learns from now, or a result. */
export type ThreadAnswer = { readonly at: string } | ReadResult | Learned;
