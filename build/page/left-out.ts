import picomatch from 'picomatch';
import { notFoundFile } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import { elementsOf, isText } from '../twin/dom.ts';
import { namesAnother } from './names-another.ts';
import { type Conversion, fewCharacters, type LeftOut, type PageSettings } from './page.ts';
import type { PageContent } from './parse-html.ts';
import type { HtmlScan } from './scanned-facts.ts';

/** Why a page has no twin, by its file and its head; undefined if nothing speaks against one. */
export function leftOutOf(
  file: string,
  scan: HtmlScan,
  declared: { readonly draft: boolean; readonly older: boolean },
  settings: PageSettings,
  canonical: string,
  url: string,
): LeftOut | undefined {
  // Also for a language: `pt-br/404.html` or `pt-br/404/index.html` with `lang="pt-BR"`.
  const notFound = [notFoundFile, `${scan.language?.toLowerCase()}/${notFoundFile}`];
  if (notFound.includes(file.toLowerCase().replace('/index.html', '.html')) || scan.elements === 0) return 'not a page';
  if (declared.draft) return 'draft';
  // Hugo's alias pages are both a redirect and noindex.
  if (scan.refresh) return 'redirect';
  if (/\b(noindex|none)\b/i.test(scan.meta.get('robots') ?? '')) return 'noindex';
  if (settings.exclude.length > 0 && picomatch.isMatch(file, settings.exclude)) return 'excluded';
  const isHere = pathWithin(settings.url, new URL(canonical).href) !== undefined;
  if (!declared.older && isHere && namesAnother(canonical, settings.url, url)) return 'duplicate';
  return undefined;
}

/** Whether scripts render the whole page, such as a CMS in `/admin/`. */
export const isEmpty = (scan: HtmlScan, part: PageContent, { heading, body }: Pick<Conversion, 'heading' | 'body'>): boolean =>
  scan.main === undefined && ((heading === '' && body.trim() === '' && isSilent(part.document().body)) || isFrameOfScript(scan));

/** Whether a page without title (HTML §4.2.2), headings and links has a box that its scripts fill: the results of a search. */
const isFrameOfScript = ({ title, meta, headings, references, scripts, mounts, textLength }: HtmlScan): boolean =>
  !title &&
  !meta.get('og:title') &&
  headings.length === 0 &&
  references.every(({ kind }) => kind !== 'link') &&
  scripts > 0 &&
  mounts.length > 0 &&
  textLength < fewCharacters;

/** Whether an element shows no text: a script may hold templates of a CMS. */
const isSilent = (shown: Element): boolean =>
  [shown, ...elementsOf(shown)].every(
    ({ localName, childNodes }) =>
      localName === 'script' ||
      localName === 'style' ||
      [...childNodes].every((node) => !isText(node) || node.data.trim() === ''),
  );
