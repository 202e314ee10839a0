import { wholeText } from '../contract/std/text.ts';
import type { Page } from './page.ts';

/** Where the contents lists of a site have a page. */
export interface ContentsPlace {
  /** What it stands below, outermost first: headings of the home page, titles of pages. */
  readonly trail: readonly string[];
  /** Its place in reading order. */
  readonly rank: number;
}

interface Node {
  readonly page: Page;
  /** The heading that its list stands below, on the home page. */
  readonly heading: string;
  readonly children: Node[];
}

/** A line of a list whose first link leads to a page of the site, not to a place of one; or a heading. */
const line = /^(?:#{2,6} (.+)|( *)(?:[-*]|\d+[.)]) [^\n\u0081]*?\]\(\u0081([^\u008D#?]*)\u008D.*)$/gm;

/** Share of the pages that the lists must lead to: a few links on a home page are no contents. */
const most = 0.6;

/**
 * The places of pages in the contents that the site itself gives: the lists of links of its home page, and below each page the
 * lists of that page. Undefined where they do not lead to most pages.
 *
 * @param pages those of the indexes
 * @param pageAt the page at a path, whatever its form
 */
export function contentsOf(
  pages: readonly Page[],
  pageAt: (path: string) => Page | undefined,
): ReadonlyMap<Page, ContentsPlace> | undefined {
  const home = pages.find(({ url }) => url === '/');
  if (!home) return undefined;
  const listed = new Set(pages);
  const placed = new Set([home]);
  const root: Node = { page: home, heading: '', children: [] };
  // Level by level: what stands nearer to the home page is where the site has it.
  for (let level = [root]; level.length > 0; ) {
    const next: Node[] = [];
    for (const node of level) next.push(...addChildren(node));
    level = next;
  }
  if (placed.size < Math.max(3, pages.length * most)) return undefined;
  const places = new Map<Page, ContentsPlace>();
  const headings = new Set(root.children.map(({ heading }) => heading));
  const note = (node: Node, trail: readonly string[]): void => {
    const own = node.children.length > 0 && node !== root ? [...trail, node.page.title] : trail;
    places.set(node.page, { trail: own, rank: places.size });
    for (const child of node.children) note(child, node === root && headings.size > 1 ? [child.heading].filter(Boolean) : own);
  };
  note(root, []);
  return places;

  function addChildren(node: Node): Node[] {
    const added: Node[] = [];
    const open: { readonly indent: number; readonly node: Node }[] = [];
    let heading = '';
    for (const [, title, pad = '', path = ''] of wholeText(node.page.body).matchAll(line)) {
      if (title !== undefined) {
        heading = title.replace(/[*_`\\]|\[|\]\(.*?\)/g, '');
        continue;
      }
      while (open.length > 0 && open.at(-1)!.indent >= pad.length) open.pop();
      const page = pageAt(path);
      if (page === undefined || !listed.has(page)) continue;
      const parent = open.at(-1)?.node ?? node;
      let child = parent.children.find((each) => each.page === page);
      if (!child && !placed.has(page)) {
        child = { page, heading, children: [] };
        placed.add(page);
        parent.children.push(child);
        added.push(child);
      }
      if (child) open.push({ indent: pad.length, node: child });
    }
    return added;
  }
}
