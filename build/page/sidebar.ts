import { collapsed } from '../contract/std/words.ts';

/** A link of a navigation, with the labels of the groups that it stands in, outermost first. */
export interface SidebarLink {
  readonly href: string;
  labels: readonly string[];
  /** Text of a link to `#`: that leads to the page itself, or to nothing. */
  name?: string;
  /** All links of its navigation, and those to other pages in lists. */
  readonly among: { size: number; pages: number };
  /** Whether the outermost list that it stands in leads to another page. */
  readonly list?: { leadsOut: boolean } | undefined;
}

/** A text that may name a group: of a heading, or the last one before a list. */
interface Text {
  words: string;
  /** Depth of the element that holds it, until that is closed. */
  end: number | undefined;
  readonly level: number | undefined;
  /** Whether it stands in place of a link (HTML §4.5.1), such as "Previous" on the first page. */
  readonly isPlaceholder?: boolean;
  link?: SidebarLink | undefined;
}

/** The name of a group, until the element at the depth of `scope` is closed. */
interface Label {
  readonly name: string;
  readonly level: number | undefined;
  scope: number;
  /** Whether a link followed it in its scope. */
  isUsed: boolean;
  /** The link that holds the name, until it is known whether the group has links to other pages. */
  link: SidebarLink | undefined;
}

const lists = new Set(['ul', 'ol', 'menu']);
/** Elements without text that names a group; a footer lists the most important pages again. */
const mute = new Set(['button', 'script', 'style', 'svg', 'template', 'noscript', 'select', 'footer']);
/** Longest name of a group, in characters. */
const longest = 80;
/** Links to other pages from which on a navigation is one of the site. */
const fewestPages = 5;

/** Levels of what names the following links. */
const levels = new Map(Object.entries({ h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6, dt: 7, summary: 7 }));

/**
 * Reads the links of a page's navigations (`nav`, `aside`) and the groups that they stand in: below a heading, in `details`, or
 * in a list below an item or another text. Expects the elements and texts of a page in order.
 */
export function createSidebar() {
  const links: SidebarLink[] = [];
  let region: number | undefined;
  let first = 0;
  let openLists = 0;
  let among = { size: 0, pages: 0 };
  let list: { leadsOut: boolean } | undefined;
  let muted: number | undefined;
  let labels: Label[] = [];
  let names: readonly string[] = [];
  let text: Text | undefined;
  /** Whether there is a label that no link followed yet. */
  let isNamed = false;
  /** Whether the next text belongs to another item. */
  let isNext = true;
  /** Depth of an `a` without `href`. */
  let placeholder: number | undefined;

  const group = (more: readonly Label[]): void => {
    labels = [...more];
    names = labels.map(({ name }) => name);
  };

  function add({ words, level, link }: Text, scope: number): void {
    const name = collapsed(words).trim().replace(/:$/, '');
    if (!/[\p{L}\p{N}]/u.test(name) || name.length > longest) return;
    group([...labelsOver(level, scope), { name, level, scope, isUsed: false, link }]);
    isNamed = true;
  }

  /** The groups that hold a text: a heading ends the group of its equal. */
  function labelsOver(level: number | undefined, scope: number): Label[] {
    return labels.filter(
      (one) => level === undefined || one.level === undefined || one.level < level || (one.isUsed && one.scope < scope),
    );
  }

  function follow(href: string): void {
    const own = text?.end === undefined || text.level === undefined ? labels : labelsOver(text.level, text.end - 1);
    const link = { href, labels: own === labels ? names : own.map(({ name }) => name), among, list };
    among.size++;
    if (list && !href.startsWith('#')) {
      list.leadsOut = true;
      among.pages++;
    }
    links.push(link);
    if (text?.end !== undefined) text.link ??= link;
    else if (isNext || !text?.link) text = { words: '', end: undefined, level: undefined, link };
    if (!isNamed || href.startsWith('#')) return;
    isNamed = false;
    for (const [index, label] of own.entries()) {
      label.isUsed = true;
      // The page of a group belongs to it.
      if (label.link) label.link.labels = own.slice(0, index + 1).map(({ name }) => name);
      label.link = undefined;
    }
  }

  return {
    links,
    open(name: string, attributes: Readonly<Record<string, string | undefined>>, depth: number): void {
      if (muted !== undefined) return;
      if (mute.has(name)) muted = depth;
      if (region === undefined) {
        if (name !== 'nav' && name !== 'aside' && attributes.role !== 'navigation') return;
        region = depth;
        group([]);
        text = undefined;
        isNext = true;
        [first, openLists, among] = [links.length, 0, { size: 0, pages: 0 }];
      }
      const level = levels.get(name);
      if (level !== undefined) text = { words: '', end: depth, level, ...(text?.end !== undefined && { link: text.link }) };
      else if (name === 'a' && attributes.href !== undefined) {
        follow(attributes.href);
        if (text && text.end === undefined && text.words === '') text.end = depth;
        isNext = false;
      } else if (name === 'a') placeholder = depth;
      else if (name === 'li') isNext = true;
      else if (lists.has(name)) {
        // Otherwise the link leads to the site, above its menu.
        if (text && (!text.link || openLists > 0)) add(text, depth);
        if (openLists === 0) list = { leadsOut: false };
        openLists++;
        text = undefined;
        isNext = true;
      }
    },
    text(data: string, depth: number): void {
      if (region === undefined || muted !== undefined) return;
      if (text?.end !== undefined) text.words += data;
      else if ((isNext || !text?.link) && data.trim() !== '') {
        text = { words: data, end: depth, level: undefined, isPlaceholder: placeholder !== undefined };
        isNext = false;
      }
    },
    close(name: string, depth: number): void {
      if (muted === depth) muted = undefined;
      if (placeholder === depth) placeholder = undefined;
      if (region === undefined) return;
      if (text?.end === depth) {
        text.end = undefined;
        if (text.link?.href === '#') text.link.name = text.words;
        if (text.level !== undefined && text.words.trim() !== '') {
          add(text, depth - 1);
          text = undefined;
          isNext = true;
        }
      }
      // An item without link names the items after it.
      if (name === 'li' && text && !isNext && !text.link && !text.isPlaceholder) add({ ...text, level: 7 }, depth - 1);
      if (lists.has(name)) {
        openLists--;
        if (openLists === 0) list = undefined;
        text = undefined;
        isNext = true;
      }
      if (labels[labels.length - 1]?.scope === depth) {
        const open = labels.filter(({ scope, isUsed, level }) => scope !== depth || (level !== undefined && !isUsed));
        for (const label of open) if (label.scope === depth) label.scope--;
        group(open);
      }
      if (region !== depth) return;
      region = undefined;
      // Contents of the page: all links of the navigation, or of a list that stands in no navigation of the site.
      const isContents = ({ list }: SidebarLink): boolean => among.pages < fewestPages && list?.leadsOut === false;
      const own = links.splice(first);
      if (own.some(({ href }) => !href.startsWith('#'))) links.push(...own.filter((link) => !isContents(link)));
    },
  };
}
