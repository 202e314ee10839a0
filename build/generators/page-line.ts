import type { Page } from '../page/page.ts';
import { type Site, twinUrl } from '../page/site.ts';
import { indexLine, markdownText, sizeOf } from './markdown-text.ts';
import { twinArtifact } from './twin.ts';

/** The line of a page in an index: `- [title](twin): description (1,234 tokens)`. */
export const lineOfPage = (site: Site, page: Page): string =>
  `${indexLine(page.title, twinUrl(site, page), markdownText(page.description))} ${sizeOf(twinArtifact(site, page).tokens)}`;

/** The line of a page that goes on with a list, which the first page describes. */
export const lineOfFurtherPage = (site: Site, page: Page): string =>
  `${indexLine(page.title, twinUrl(site, page))} ${sizeOf(twinArtifact(site, page).tokens)}`;
