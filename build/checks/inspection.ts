import type { Page } from '../page.ts';
import type { CheckInput } from './check.ts';
import { type Listing, readListings } from './listing.ts';
import { type MarkdownDocument, readMarkdownDocuments } from './markdown-document.ts';
import { createPublished, type Published } from './published.ts';

/** What the checks look at, with what several of them need: made once, when the first asks for it. */
export interface Inspection extends CheckInput {
  /** Pages that are in the artifacts. */
  readonly publicPages: readonly Page[];
  /** Pages that people can come to see: all but drafts, and files that the owner excluded. */
  readonly visiblePages: readonly Page[];
  /** What answers at a URL of the site. */
  readonly published: Published;
  /** The twins and the other Markdown artifacts, with the links in them that deserve a second look. */
  readonly documents: readonly MarkdownDocument[];
  /** What each index says is there. */
  readonly listings: readonly Listing[];
}

export function createInspection(input: CheckInput): Inspection {
  let published: Published | undefined;
  let documents: readonly MarkdownDocument[] | undefined;
  let listings: readonly Listing[] | undefined;
  return {
    ...input,
    publicPages: input.pages.filter((page) => !page.leftOut),
    visiblePages: input.pages.filter(({ leftOut }) => leftOut !== 'draft' && leftOut !== 'excluded'),
    get published() {
      published ??= createPublished(input);
      return published;
    },
    get documents() {
      documents ??= readMarkdownDocuments(input, this.published);
      return documents;
    },
    get listings() {
      listings ??= readListings(input, this.published);
      return listings;
    },
  };
}
