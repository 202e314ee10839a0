import { memoizeByObject } from '../contract/std/collections.ts';
import { isNews } from '../page/news.ts';
import type { Page } from '../page/page.ts';
import { absoluteUrl, type Site, twinUrl } from '../page/site.ts';
import { indexLine, markdownText, sizeOf } from './markdown-text.ts';
import { partsOfPage } from './parts/page-parts.ts';
import { twinArtifact } from './twin.ts';

/**
 * The line of a page in an index: `- [title](twin): description (1,234 tokens)`, for news with a leading date; a brief one has
 * neither description nor date. Of a long page also the outline, which costs a reader less than the beginning of the twin.
 */
export function lineOfPage(site: Site, page: Page, isBrief = false): string {
  const [contents] = partsOfPage(site, page)?.parts ?? [];
  const size = sizeOf(twinArtifact(site, page).tokens, contents && `, [outline](${absoluteUrl(site, contents.url)})`);
  const note = isBrief || page.description === page.title ? '' : markdownText(page.description);
  const date = !isBrief && newsOf(site).has(page) ? (page.published ?? '') : '';
  return indexLine(page.title, twinUrl(site, page), [date && note ? `${date}.` : date, note, size].filter(Boolean).join(' '));
}

const newsOf = memoizeByObject((site: Site) => new Set(site.sections.flatMap(({ pages }) => (isNews(pages) ? pages : []))));

/** The line of a later page of a pagination. */
export const lineOfFurtherPage = (site: Site, page: Page): string => lineOfPage(site, page, true);
