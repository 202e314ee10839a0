import { counted } from '../contract/counted.ts';
import type { Page } from '../page/page.ts';
import { type Site, twinUrl } from '../page/site.ts';
import { indexLine } from './markdown-text.ts';
import { twinArtifact } from './twin.ts';

/** Cached by site and page, because each index has the line. */
const made = new WeakMap<Site, Map<Page, string>>();

/** The line of a page in every index of Markdown: `- [title](twin): description (1,234 tokens)`. */
export function pageLine(site: Site, page: Page): string {
  const lines = made.get(site) ?? new Map<Page, string>();
  made.set(site, lines);
  const line =
    lines.get(page) ??
    `${indexLine(page.title, twinUrl(site, page), page.description)} ${sizeOf(twinArtifact(site, page).tokens!)}`;
  lines.set(page, line);
  return line;
}

/** `(1,234 tokens)` */
export const sizeOf = (tokens: number): string => `(${counted(tokens, 'token')})`;
