import type { Page } from '../page/page.ts';
import type { CheckInput } from './finding.ts';
import { type Listing, readListings } from './links/listing.ts';
import { type MarkdownDocument, readMarkdownDocuments } from './links/markdown-document.ts';
import { type PageLinks, readPageLinks } from './links/page-links.ts';
import { createPublished, type Published } from './links/published.ts';

/** What the checks look at, with what several of them need: made once, when the first asks for it. */
export interface Inspection extends CheckInput {
  /** Pages that are in the artifacts. */
  readonly publicPages: readonly Page[];
  /** Pages that people can come to see: all but drafts, and files that the owner excluded. */
  readonly visiblePages: readonly Page[];
  /** What answers at a URL of the site. */
  readonly published: Published;
  /** Where the links of the pages lead. */
  readonly links: PageLinks;
  /** The twins and the other Markdown artifacts, with the links in them that deserve a second look. */
  readonly documents: readonly MarkdownDocument[];
  /** What each index says is there. */
  readonly listings: readonly Listing[];
}

export function createInspection(input: CheckInput): Inspection {
  const publicPages = input.pages.filter((page) => !page.leftOut);
  const visiblePages = input.pages.filter(({ leftOut }) => leftOut !== 'draft' && leftOut !== 'excluded');
  const published = once(() => createPublished(input));
  const links = once(() => readPageLinks(visiblePages, published()));
  const documents = once(() => readMarkdownDocuments(input, published()));
  const listings = once(() => readListings(input, published()));
  return {
    ...input,
    publicPages,
    visiblePages,
    get published() {
      return published();
    },
    get links() {
      return links();
    },
    get documents() {
      return documents();
    },
    get listings() {
      return listings();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
