import { twinUrlOf } from '../contract/permalinks.ts';

/** Markdown as it stands in a twin: links to pages of the site lead to their twins, absolute. */
export const twinLinksOf = (markdown: string, siteUrl: string): string =>
  markdown.replace(
    /\]\((\/[^)\s#.]*)(#[^)\s]*)?\)/g,
    (_, path: string, fragment = '') => `](${siteUrl}${twinUrlOf(path)}${fragment})`,
  );
