import { withoutNumber } from '../contract/std/words.ts';
import { referencesIn } from '../twin/page-reference.ts';
import { plainTitle } from '../twin/plain-title.ts';
import { bodyTextOf, type Page } from './page.ts';

/** Pages below an item that make it a section of its own. */
const fewest = 3;

/** Paragraphs between a heading and the list that it names. */
const mostBlocks = 2;

/** An item that begins with a link, perhaps after a number: others mention pages in a sentence. */
const entry = /^( *)(?:[-*]|\d+[.)]) [^\p{L}\p{N}[]*(?:(?:\p{L}+ )?[\dIVXLC.]+[.:)]? )?[^\p{L}\p{N}[]*\[/u;

/** Where a list of contents has a page: the section that it stands in, if that has a name, and its place. */
export interface ContentsPlace {
  readonly section: string | undefined;
  readonly order: number;
}

/**
 * The places of pages in the contents on a home page: lists of links, each below a heading (which names no list below a bold
 * caption), or an item with items below it. Empty where they do not name most pages, or no two sections. News stand in no contents.
 *
 * @param home the home page
 * @param pageAt the page at a path of the site
 */
export function contentsPlacesOf(
  home: Page | undefined,
  pages: readonly Page[],
  pageAt: (path: string) => Page | undefined,
  titleOf: (page: Page) => string,
): ReadonlyMap<Page, ContentsPlace> {
  const entries = new Map<Page, { readonly heading: string | undefined; readonly item: Page }>();
  let heading: string | undefined;
  let item: Page | undefined;
  let blocks = 0;
  for (const line of (home ? bodyTextOf(home) : '').split('\n')) {
    const [, title, caption] = /^#{2,6} (.+)$|^(\*\*[^*]+\*\*)$/.exec(line) ?? [];
    if (title || caption) [heading, blocks] = [title && plainTitle(title), 0];
    else if (line !== '' && !/^[\s|>]|^[-*] |^\d+[.)] /.test(line)) blocks++;
    // A section of its own text is not what the list after it is about.
    if (blocks > mostBlocks) heading = undefined;
    const [, indent] = entry.exec(line) ?? [];
    const [path] = indent === undefined ? [] : referencesIn(line);
    const page = path === undefined ? undefined : pageAt(path);
    if (indent === '') item = page;
    if (page && item && page.url !== '/' && page.published === undefined && !entries.has(page))
      entries.set(page, { heading, item });
  }
  const held = new Map<Page, number>();
  for (const { item } of entries.values()) held.set(item, (held.get(item) ?? 0) + 1);
  const places = [...entries].map(([page, { heading, item }], order) => {
    const section = held.get(item)! > fewest ? withoutNumber(titleOf(item)) : heading;
    return [page, { section, order }] as const;
  });
  const names = new Set(places.map(([, { section }]) => section));
  return new Map(places.length > pages.length / 2 && names.size > 1 ? places : []);
}
