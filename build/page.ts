import { parseHTML } from 'linkedom';

/** What the build knows of one page, read from the HTML that a browser gets. Plain data: it crosses a worker boundary. */
export interface Page {
  /** Canonical path, percent-encoded: `/about`, `/docs/`. */
  readonly url: string;
  /** Output file, relative to the output folder, forward slashes: `about.html`. */
  readonly file: string;
  /** Template that the page was made of, for messages; absent where another generator built the site. */
  readonly source?: string;
  readonly title: string;
  /** `meta description`, else the first paragraph of the content. */
  readonly description: string;
  /** Absolute canonical URL. */
  readonly canonical: string;
  /** BCP 47 tag of `html lang`, or the site's. */
  readonly language: string;
  /** `article:section`. */
  readonly section?: string;
  /** `order` of `<meta name="diptych">`: place in its section. */
  readonly order?: number;
  /** `optional` of `<meta name="diptych">`: listed under `## Optional` in llms.txt. */
  readonly optional: boolean;
  /** W3C datetime of the last change of the content (`article:modified_time`, JSON-LD `dateModified`). */
  readonly modified?: string;
  /** Why the page is in no artifact; absent on public pages. */
  readonly leftOut?: LeftOut;
  /** Inline Markdown of the first H1 of the content, or the title as Markdown text. */
  readonly heading: string;
  /** The content after the first H1 as Markdown; links to pages of the site are page references (build/twin/page-reference.ts). */
  readonly body: string;
}

export type LeftOut = 'noindex' | 'draft' | 'redirect' | 'duplicate' | 'excluded' | 'not a page';

/** Parses HTML into a document. The only place that knows linkedom. */
export const parseDocument = (html: string): Document => parseHTML(html).document as unknown as Document;
