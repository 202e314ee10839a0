import type { SidebarLink } from './sidebar.ts';

/** Builds the tree of a page from the events of a parser. */
export interface Tree {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(data: string): void;
  close(): void;
  /** Stops building, because the tree is not needed. */
  abandon(): void;
}

/** A reference of a page: its target as written, and its line in the HTML (1-based). */
export interface Reference {
  readonly kind: 'link' | 'image' | 'resource';
  readonly target: string;
  readonly line: number;
}

/** The facts of a page from one streaming pass over its HTML. */
export interface HtmlScan {
  readonly language?: string;
  readonly title?: string;
  /** `meta` by lower-case name or property; the first one wins. */
  readonly meta: ReadonlyMap<string, string>;
  readonly canonical?: string;
  /** `href` of the first `base` element. */
  readonly base?: string;
  /** Its parent page (`rel="up"`, else the last linked breadcrumb), and the next page. */
  readonly up?: string;
  readonly crumbs: readonly string[];
  readonly next?: string;
  /** What searches the site (`rel="search"`). */
  readonly search?: string;
  /** The links of its navigations, with their groups. */
  readonly sidebar: readonly SidebarLink[];
  /** `time` of publication: as microdata or microformat, else the first of at most two that is not of a change. */
  readonly published?: string;
  /** Whether a `meta http-equiv=refresh` redirects. */
  readonly refresh: boolean;
  /** The texts of its JSON-LD. */
  readonly jsonLd: readonly string[];
  readonly ids: readonly string[];
  readonly references: readonly Reference[];
  readonly headings: readonly { readonly level: number; readonly text: string; readonly line: number }[];
  /** Classes that the page's own style sheets hide. */
  readonly hiddenClasses: ReadonlySet<string>;
  /** Offsets of the `main` element, if there is exactly one and it is closed. */
  readonly main?: { readonly start: number; readonly end: number };
  readonly scripts: number;
  /** Characters of visible text without JavaScript: in `main` if there is exactly one, else outside boilerplate elements. Links count as more, because they lead to text. */
  readonly textLength: number;
  /** Start tags of empty boxes that a script may fill: `<div id="root"></div>`. */
  readonly mounts: readonly { readonly start: number; readonly end: number }[];
  /** Whether tags are omitted whose position linkedom does not infer (HTML §13.1.2.4, and a row around cells). */
  readonly omitsTags: boolean;
  readonly elements: number;
  /** Depth of the most deeply nested element. */
  readonly deepest: number;
}
