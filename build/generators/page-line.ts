import { memoizeByObject } from '../contract/std/collections.ts';
import { shorten } from '../contract/std/words.ts';
import { isNews } from '../page/news.ts';
import type { Page } from '../page/page.ts';
import { absoluteUrl, type Site, twinUrl } from '../page/site.ts';
import { indexLine, markdownText, sizeOf } from './markdown-text.ts';
import { partsOfPage } from './parts/page-parts.ts';
import { twinArtifact } from './twin.ts';

/**
 * The line of a page in an index: `- [title](twin): description (1,234 tokens)`, for news with a leading date. Of a long page also
 * the outline, which costs a reader less than the beginning of the twin.
 *
 * @param about most characters of the description; with 0 there is no date either
 */
export function lineOfPage(site: Site, page: Page, about = Number.POSITIVE_INFINITY): string {
  const [contents] = partsOfPage(site, page)?.parts ?? [];
  const size = sizeOf(twinArtifact(site, page).tokens, contents && `, [outline](${absoluteUrl(site, contents.url)})`);
  const note = about === 0 || page.description === page.title ? '' : markdownText(shorten(page.description, about));
  const date = about > 0 && newsOf(site).has(page) ? (page.published ?? '') : '';
  return `${indexLine(page.title, twinUrl(site, page), [date && note ? `${date}.` : date, note].filter(Boolean).join(' '))} ${size}`;
}

const newsOf = memoizeByObject((site: Site) => new Set(site.sections.flatMap(({ pages }) => (isNews(pages) ? pages : []))));

/** The line of a later page of a pagination. */
export const lineOfFurtherPage = (site: Site, page: Page): string => lineOfPage(site, page, 0);
