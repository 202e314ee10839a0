import type { Page } from '../page/page.ts';
import type { CheckInput } from './finding.ts';
import { type Listing, readListings } from './links/listing.ts';
import { type MarkdownDocument, readMarkdownDocuments } from './links/markdown-document.ts';
import { type PageLinks, readPageLinks } from './links/page-links.ts';
import { createPublished, type Published } from './links/published.ts';

/** The input of the checks, and what several of them derive from it: made once, on first use. */
export interface Inspection extends CheckInput {
  /** Pages that belong in the artifacts. */
  readonly publicPages: readonly Page[];
  /** Those of them, and those of all pages, that may have defects of their own: nobody checked them as they are now. */
  readonly newPages: readonly Page[];
  readonly allNewPages: readonly Page[];
  /** Pages that people can see: all except drafts and files that the owner excluded. */
  readonly visiblePages: readonly Page[];
  /** Looks up what answers at a URL of the site. */
  readonly published: Published;
  /** Targets of the links of the pages. */
  readonly links: PageLinks;
  /** The twins and the other Markdown artifacts, with their relative and dead links. */
  readonly documents: readonly MarkdownDocument[];
  /** The pages that each index lists. */
  readonly listings: readonly Listing[];
}

export function createInspection(input: CheckInput): Inspection {
  const publicPages = input.pages.filter((page) => !page.leftOut);
  const visiblePages = input.pages.filter(({ leftOut }) => leftOut !== 'draft' && leftOut !== 'excluded');
  const isNew = (page: Page): boolean => !input.isClean?.(page);
  const published = once(() => createPublished(input));
  const links = once(() => readPageLinks(visiblePages, published()));
  const documents = once(() => readMarkdownDocuments(input, published()));
  const listings = once(() => readListings(input, published()));
  return {
    ...input,
    publicPages,
    visiblePages,
    newPages: publicPages.filter(isNew),
    allNewPages: input.pages.filter(isNew),
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
