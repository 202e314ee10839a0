import type { Parity } from '../contract/manifest.ts';
import type { Text } from '../contract/std/text.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { SectionStart } from '../twin/section-id.ts';
import type { Twin } from '../twin/to-markdown.ts';
import type { HtmlScan } from './html-scan.ts';

/** The text of an HTML file, with its SHA-256 as base64url. */
export interface Html {
  readonly html: string;
  readonly hash: string;
}

/** A built HTML file. */
export interface HtmlFile {
  /** Output file, relative to the output folder, forward slashes: `docs/about.html`. */
  readonly file: string;
  readonly html: string;
  /** SHA-256 of the HTML as base64url, where it is known already. */
  readonly hash?: string;
  /** Template that it was made of, for messages; absent where another generator built the site. */
  readonly source?: string;
  /** Its front matter says that it is a draft, whatever its HTML says. */
  readonly draft?: boolean;
}

/** What the build knows of one page, read from the HTML that a browser gets. Plain data: it crosses a worker boundary. */
export interface Page {
  /** Canonical path, percent-encoded: `/about` or `/about.html`, `/docs/`. As it is read, `/about`: see {@link assignUrls}. */
  readonly url: string;
  /** URL path of its twin, which depends on the other pages of its site: see {@link assignUrls}. */
  readonly twin: string;
  readonly file: string;
  readonly source?: string;
  readonly title: string;
  /** `meta description`, else the first paragraph of the content. */
  readonly description: string;
  /** Whether the description is the page's own `meta description`. */
  readonly described: boolean;
  /** The first paragraph of the content, where {@link description} is not made of it. */
  readonly summary?: string;
  /** Absolute canonical URL. */
  readonly canonical: string;
  /** The URLs that the page itself states as its own, absolute. */
  readonly stated?: { readonly canonical?: string; readonly ogUrl?: string };
  /** URL paths of the site that it links to, by which the form of the site's URLs can be told: one a line, each once. */
  readonly links?: string;
  /** BCP 47 tag of `html lang`, or the site's. */
  readonly language: string;
  /** `article:section`. */
  readonly section?: string;
  /** What it belongs to in its section: the title of a chapter. */
  readonly within?: string;
  /** `order` of `<meta name="diptych">`: place in its section. */
  readonly order?: number;
  /** `optional` of `<meta name="diptych">`: listed under `## Optional` in llms.txt. */
  readonly optional: boolean;
  /** `older` of `<meta name="diptych">`: of an older version, whose pages have twins and are in no index. */
  readonly older?: boolean;
  /** The pages above and after it, as it names them: URL paths without the ending of a page. */
  readonly up?: string;
  readonly next?: string;
  /** URL of the first page of the pagination that it belongs to, where it is another one. */
  readonly continues?: string;
  /** Day of publication, `2026-05-01` (`article:published_time`, `datePublished`, `dt-published`). */
  readonly published?: string;
  /** W3C datetime of the last change of the content (`article:modified_time`, JSON-LD `dateModified`). */
  readonly modified?: string;
  /** Name of the site as the page gives it (`og:site_name`). */
  readonly siteName?: string;
  /** Why the page is in no artifact; absent on public pages. */
  readonly leftOut?: LeftOut;
  /** Inline Markdown of the first H1 of the content; empty where it has none. */
  readonly heading: string;
  /** Plain text of that H1, where {@link title} says something else. */
  readonly headingText?: string;
  /** The content without its first H1, as Markdown; links to pages of the site are page references. */
  readonly body: Text;
  /** Where the sections of the body begin, in its order. */
  readonly sections?: readonly SectionStart[];
  /** The element that was taken for its content: `main`, `div#content`. */
  readonly root?: string;
  /** Whether the selector of the settings names nothing on it. */
  readonly isUnnamed?: true;
  /** What the twin holds of the page; absent where parity was not measured. */
  readonly parity?: Parity;
  /** `no-parity` of `<meta name="diptych">`: the page's author chose not to have its twin measured. */
  readonly unmeasured: boolean;
  readonly facts: PageFacts;
}

/** A page as it was just read: its content is at hand. */
export type ReadPage = Page & { readonly body: string };

export type LeftOut = 'noindex' | 'draft' | 'redirect' | 'duplicate' | 'excluded' | 'not a page';

/** What the checks look at. */
export type PageFacts = Pick<
  HtmlScan,
  'base' | 'ids' | 'references' | 'headings' | 'images' | 'hidden' | 'jsonLd' | 'templateSyntax' | 'policed'
> & {
  /** Characters of the HTML. */
  readonly characters: number;
  /** Number of scripts that it loads, and characters that it says without them. */
  readonly scripts: number;
  readonly said: number;
  /** What scripts fill where that is next to nothing. */
  readonly mount?: { readonly tag: string; readonly line: number };
};

/** The content of a page as Markdown. */
export interface Conversion extends Twin {
  readonly firstParagraph: string;
  /** The element that was taken for the content: `main`, `div#content`. */
  readonly root?: string;
  /** Whether the selector of the settings names nothing on the page. */
  readonly isUnnamed?: true;
  readonly parity?: Parity;
}

export type PageSettings = Pick<ResolvedSettings, 'url' | 'name' | 'language' | 'content' | 'exclude' | 'adopted'> & {
  /** Whether drafts are converted, too: in a preview, where they have twins. */
  readonly drafts?: boolean;
  /** Whether no check will look at {@link PageFacts}: they take much room. */
  readonly withoutFacts?: boolean;
  /** Whether every page is converted, also those that are in no artifact: nobody publishes them. */
  readonly all?: boolean;
};

/** Whether only a preview shows a page. */
export const isDraft = ({ leftOut }: Pick<Page, 'leftOut'>): boolean => leftOut === 'draft';

/** Share of the words of a page that its twin holds, below which the content was looked for in the wrong place. */
export const leastWords = 0.5;

/** Characters that a page may say if scripts fill it: about twenty words. */
export const fewCharacters = 120;
