import { textOf } from '../contract/std/html-text.ts';
import { shorten } from '../contract/std/words.ts';

/** Filters that read rendered HTML, so that a page without front matter has a title, a description and an outline. */

const H1 = /<h1\b[^>]*>([\s\S]*?)<\/h1>\s*/i;
const FIRST_H1 = new RegExp(`^(?:\\s|<!--[\\s\\S]*?-->)*${H1.source}`, 'i');
const HEADING = /<h([23])\b[^>]*?\bid="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/gi;
const PARAGRAPH = /<p\b[^>]*>([\s\S]*?)<\/p>/gi;
const MARKED = /<(a|time)\b[^>]*>[\s\S]*?<\/\1>/gi;
const LONGEST_DESCRIPTION = 160;

/** The inside of the H1 that a content begins with, or an empty string: the layout prints it with the link to the twin. */
export const headingOf = (html: string): string => FIRST_H1.exec(html)?.[1]?.trim() ?? '';

/** The inside of the first H1, wherever it stands; or an empty string. */
export const anyHeadingOf = (html: string): string => H1.exec(html)?.[1]?.trim() ?? '';

/** The content without the H1 that it begins with. */
export const bodyOf = (html: string): string => html.replace(FIRST_H1, '');

/** The text of the first non-empty paragraph that is more than links and dates, at most 160 characters, cut between words. */
export function summaryOf(html: string): string {
  for (const [paragraph, inner = ''] of bodyOf(html).matchAll(PARAGRAPH)) {
    if (paragraph.startsWith('<p class="callout-title"')) continue;
    if (/[\p{L}\p{N}]/u.test(textOf(inner.replace(MARKED, '')))) return shorten(textOf(inner), LONGEST_DESCRIPTION);
  }
  return '';
}

/** The second and third level headings that can be linked to. */
export const outlineOf = (html: string): { level: number; id: string; text: string }[] =>
  [...html.matchAll(HEADING)].map(([, level, id = '', inner = '']) => ({ level: Number(level), id, text: textOf(inner) }));

/** Adds links to headings themselves; a heading that contains a link is unchanged. */
export const withAnchors = (html: string): string =>
  html.replace(/(<h([2-4])\b[^>]*?\bid="([^"]+)"[^>]*>)([\s\S]*?)(<\/h\2>)/gi, (whole, open, _, id, inner: string, close) =>
    /<a\b/i.test(inner) ? whole : `${open}<a class="anchor" href="#${id}">${inner}</a>${close}`,
  );

/** Whether HTML contains what the style sheet of containers is for, which is a file of its own. */
export const hasContainers = (html: string): boolean =>
  /\sclass="[^"]*\b(?:callout|tabs|steps|cards|file-tree|line|diagram|footnotes|task)\b/.test(html);
