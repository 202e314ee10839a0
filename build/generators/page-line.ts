import type { Page } from '../page/page.ts';
import { type Site, twinUrl } from '../page/site.ts';
import { indexLine, sizeOf } from './markdown-text.ts';
import { twinArtifact } from './twin.ts';

/** The line of a page in an index: `- [title](twin): description (1,234 tokens)`. */
export const lineOfPage = (site: Site, page: Page, toText?: (text: string) => string): string =>
  `${indexLine(page.title, twinUrl(site, page), page.description, toText)} ${sizeOf(twinArtifact(site, page).tokens)}`;
