import { twinUrlOf } from '../contract/permalinks.ts';

/** A date of front matter as W3C datetime, without the time if it is midnight UTC, as which YAML reads a day. Strings stay as they are. */
export function dayOf(date: Date | string | undefined): string {
  if (!(date instanceof Date)) return date ?? '';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** The id of a heading, as GitHub makes it: `Why “two panels”?` → `why-two-panels`. Never empty. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-') || 'section';

/** The content of `<meta name="diptych">`: front matter that HTML has no element for. Empty if there is none. */
export const pageMetaOf = ({ order, optional, draft, parity }: Facts): string =>
  [
    ...(order === undefined ? [] : [`order=${order}`]),
    ...(optional ? ['optional'] : []),
    ...(draft ? ['draft'] : []),
    ...(parity === false ? ['no-parity'] : []),
  ].join(', ');

interface Facts {
  readonly order?: number;
  readonly optional?: boolean;
  readonly draft?: boolean;
  readonly parity?: boolean;
}

/** Markdown as in a twin: links to pages of the site become absolute links to their twins. */
export const twinLinksOf = (markdown: string, siteUrl: string): string =>
  markdown.replace(
    /\]\((\/[^)\s#.]*)(#[^)\s]*)?\)/g,
    (_, path: string, fragment = '') => `](${siteUrl}${twinUrlOf(path)}${fragment})`,
  );
