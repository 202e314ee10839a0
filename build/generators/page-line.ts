import type { Page } from '../page/page.ts';
import { type Site, twinUrl } from '../page/site.ts';
import { indexLine, markdownText, sizeOf } from './markdown-text.ts';
import { twinArtifact } from './twin.ts';

/** The line of a page in an index: `- [title](twin): description (1,234 tokens)`. */
export function lineOfPage(site: Site, page: Page, note = markdownText(page.description)): string {
  const size = sizeOf(twinArtifact(site, page).tokens);
  return indexLine(page.title, twinUrl(site, page), note === '' ? size : `${note} ${size}`);
}

/** The line of a page that goes on with a list, which the first page describes. */
export const lineOfFurtherPage = (site: Site, page: Page): string => lineOfPage(site, page, '');
