import type { Parity } from '../contract/manifest.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { SectionStart } from '../twin/section-id.ts';
import type { Twin } from '../twin/to-markdown.ts';
import type { HtmlScan } from './scanned-facts.ts';

/** The text of an HTML file, with its SHA-256 as base64url. */
export interface Html {
  readonly html: string;
  readonly hash: string;
}

export interface HtmlFile {
  /** Output file, relative to the output folder, forward slashes: `docs/about.html`. */
  readonly file: string;
  readonly html: string;
  /** SHA-256 of the HTML as base64url, if known. */
  readonly hash?: string;
  /** Its template, for messages; absent on a site of another generator. */
  readonly source?: string;
  /** A draft according to its front matter, whatever its HTML says. */
  readonly draft?: boolean;
}

/** What the head of a page says of it. */
export interface Stated {
  /** `og:title`, else `title`, else the first H1, without the names of the site that are known; without any the path. */
  readonly title: string;
  /** Name of the site (`og:site_name`). */
  readonly siteName?: string;
  /** `meta description`. */
  readonly description?: string;
  /** `article:section`. */
  readonly section?: string;
  /** `order` of `<meta name="diptych">`: place in its section. */
  readonly order?: number;
  /** The page's own URLs, absolute. */
  readonly canonical?: string;
  readonly ogUrl?: string;
}

/** One page alone: facts that are read from its final HTML. Plain data, for messages between threads. */
export interface ReadPage {
  readonly file: string;
  readonly source?: string;
  readonly stated: Stated;
  /** The first paragraph of the content; may be empty. */
  readonly summary: string;
  /** URL paths in the site that it links to, for the form of the site's URLs: distinct, one a line. */
  readonly links?: string;
  /** BCP 47 tag of `html lang`, or the site's. */
  readonly language: string;
  /** `optional` of `<meta name="diptych">`: listed under `## Optional` in llms.txt. */
  readonly optional: boolean;
  /** `older` of `<meta name="diptych">`: of an older version, whose pages have twins but are in no index. */
  readonly older?: boolean;
  /** Its parent, its next page and the page that searches the site according to its links: URL paths without extension. */
  readonly up?: string;
  readonly next?: string;
  readonly search?: string;
  /** The groups of its link in its own navigation, outermost first, and the number of links before it. */
  readonly sidebar?: { readonly labels: readonly string[]; readonly order: number };
  /** Day of publication, `2026-05-01` (`article:published_time`, `datePublished`, `dt-published`, another `time`, the URL). */
  readonly published?: string;
  /** W3C datetime of the last change of the content (`article:modified_time`, JSON-LD `dateModified`). */
  readonly modified?: string;
  /** Why the page has no artifacts; absent on public pages. */
  readonly leftOut?: LeftOut;
  /** Inline Markdown of its H1; may be empty. */
  readonly heading: string;
  /** Plain text of that H1, or of the page's only one if the content has none; absent if it is the stated title. */
  readonly headingText?: string;
  /** Plain text of a heading at the beginning of a page without H1, or with its title as H1. */
  readonly opening?: string;
  /**
   * The content without its H1, as Markdown in UTF-8 (see {@link bodyTextOf}); links to pages of the site are page references. As
   * strings, the content of a large site takes twice the memory, and V8 keeps room for as much garbage.
   */
  readonly body: Uint8Array;
  /** The beginnings of the sections of the body, in order. */
  readonly sections?: readonly SectionStart[];
  /** Its content element: `main`, `div#content`. */
  readonly root?: string;
  /** Whether the selector of the settings matches nothing. */
  readonly isUnnamed?: true;
  /** What was left out and why, if that was asked for. */
  readonly decisions?: readonly string[];
  /** Parity of the twin; absent if not measured. */
  readonly parity?: Parity;
  /** `no-parity` of `<meta name="diptych">`: the author switched off parity. */
  readonly unmeasured: boolean;
  readonly facts: PageFacts;
}

/** A page among the others of its site, which decide on its URLs, its title and its place: see {@link sitePagesOf}. */
export interface SitePage extends ReadPage {
  /** Canonical path, percent-encoded: `/about` or `/about.html`, `/docs/`. */
  readonly url: string;
  /** URL path of its twin. */
  readonly twin: string;
  /** Absolute canonical URL. */
  readonly canonical: string;
  readonly title: string;
  /** `meta description`, else the first paragraph of the content; may be empty. */
  readonly description: string;
  /** Whether its `meta description` is that of all pages, and thus none of its own. */
  readonly sharesDescription: boolean;
  readonly section?: string | undefined;
  /** Its group in the section: the title of a chapter. */
  readonly within?: string | undefined;
  /** Its place in the section. */
  readonly order?: number | undefined;
  /** Name of the site according to the page, or to the titles of the others if it is the home page. */
  readonly siteName?: string | undefined;
  /** Whether another page says that it searches the site: it has a twin but is in no index, for it only repeats them. */
  readonly isSearch: boolean;
  /** URL of the first page of its pagination, if it is not the first. */
  readonly continues?: string | undefined;
}

/** A page whose title and place are not decided yet. */
export type LocatedPage = ReadPage & Pick<SitePage, 'url' | 'twin' | 'canonical'>;

export type LeftOut = 'noindex' | 'draft' | 'redirect' | 'duplicate' | 'excluded' | 'not a page';

export type PageFacts = Pick<HtmlScan, 'base' | 'ids' | 'references' | 'headings'> & {
  /** Characters of the HTML. */
  readonly characters: number;
  /** The element that scripts fill, if there is almost no text. */
  readonly mount?: { readonly tag: string; readonly line: number };
};

/** The content of a page as Markdown. */
export interface Conversion extends Twin {
  readonly firstParagraph: string;
  /** The content element: `main`, `div#content`. */
  readonly root?: string;
  /** Whether the selector of the settings matches nothing. */
  readonly isUnnamed?: true;
  readonly parity?: Parity;
  /** What was left out and why, if that was asked for. */
  readonly decisions?: readonly string[];
}

export type PageSettings = Pick<ResolvedSettings, 'url' | 'name' | 'language' | 'content' | 'exclude' | 'adopted'> & {
  /** Whether drafts are converted: in a preview, where they have twins. */
  readonly drafts?: boolean;
  /** Whether to omit {@link PageFacts}, which take much memory, because no check runs. */
  readonly withoutFacts?: boolean;
  /** Whether every page is converted, also excluded ones: nothing is published. */
  readonly all?: boolean;
};

/** The content of a page as text. */
export const bodyTextOf = ({ body }: Pick<ReadPage, 'body'>): string => decoder.decode(body);

/** Text as the content of a page. */
export const bodyFrom = (markdown: string): Uint8Array => encoder.encode(markdown);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Whether only a preview shows a page. */
export const isDraft = ({ leftOut }: Pick<ReadPage, 'leftOut'>): boolean => leftOut === 'draft';
