import { memoizeByObject } from '../contract/std/collections.ts';
import type { SitePage } from '../page/page.ts';
import { type Listing, readListings } from './engine/listing.ts';
import { createPublished, type Published } from './engine/published.ts';
import type { CheckInput } from './finding.ts';

/** The input of the checks, with derived values: computed once, on first use. */
export interface Inspection extends CheckInput {
  readonly publicPages: readonly SitePage[];
  /** Pages that people can see: all but drafts and excluded files. */
  readonly visiblePages: readonly SitePage[];
  readonly published: Published;
  readonly listings: readonly Listing[];
}

const visiblePagesOf = ({ pages }: CheckInput): SitePage[] =>
  pages.filter(({ leftOut }) => leftOut !== 'draft' && leftOut !== 'excluded');
const publicPagesOf = ({ pages }: CheckInput): SitePage[] => pages.filter((page) => !page.leftOut);
const publishedOf = memoizeByObject((input: CheckInput) => createPublished(input));
const listingsOf = memoizeByObject((input: CheckInput) => readListings(input, publishedOf(input)));

export const createInspection = (input: CheckInput): Inspection => ({
  ...input,
  publicPages: publicPagesOf(input),
  visiblePages: visiblePagesOf(input),
  get published() {
    return publishedOf(input);
  },
  get listings() {
    return listingsOf(input);
  },
});
