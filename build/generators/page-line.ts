import type { Page } from '../page/page.ts';
import { type Site, twinUrl } from '../page/site.ts';
import { indexLine } from './markdown-text.ts';

/** Made once a site and page: each index has the line. */
const made = new WeakMap<Site, Map<Page, string>>();

/** The line of a page in every index of Markdown: `- [title](twin): description`. */
export function pageLine(site: Site, page: Page): string {
  const lines = made.get(site) ?? new Map<Page, string>();
  made.set(site, lines);
  const line = lines.get(page) ?? indexLine(page.title, twinUrl(site, page), page.description);
  lines.set(page, line);
  return line;
}
