import { collapsed } from '../contract/std/words.ts';

/** A link of a navigation, with the labels of the groups that it stands in, outermost first. */
export interface SidebarLink {
  readonly href: string;
  labels: readonly string[];
  /** Text of a link to `#`: that leads to the page itself, or to nothing. */
  name?: string;
  /** All links of its navigation. */
  readonly among: { size: number };
}

/** A text that may name a group: of a heading, or the last one before a list. */
interface Text {
  words: string;
  /** Depth of the element that holds it, until that is closed. */
  end: number | undefined;
  readonly level?: number;
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

/**
 * Reads the links of a page's navigations (`nav`, `aside`) and the groups that they stand in: below a heading, or in a list below
 * a text. Expects the elements and texts of a page in order.
 */
export function createSidebar() {
  const links: SidebarLink[] = [];
  /** Depth of the current navigation, and of the outermost list in it, and the number of links before them. */
  let [region, list]: [number?, number?] = [];
  let [beforeRegion, beforeList] = [0, 0];
  let among = { size: 0 };
  let muted: number | undefined;
  let labels: Label[] = [];
  let text: Text | undefined;
  /** Whether the next text belongs to another item. */
  let isNext = true;

  function endItem(): void {
    text = undefined;
    isNext = true;
  }

  function add({ words, level, link }: Text, scope: number): void {
    const name = collapsed(words).trim().replace(/:$/, '');
    if (!/[\p{L}\p{N}]/u.test(name) || name.length > longest) return;
    labels = [...labelsOver(level), { name, level, scope, isUsed: false, link }];
  }

  /** The groups that hold a text: a heading ends the group of its equal. */
  const labelsOver = (level: number | undefined): Label[] =>
    level === undefined ? labels : labels.filter((one) => one.level === undefined || one.level < level);

  function follow(href: string): void {
    const own = labelsOver(text?.end === undefined ? undefined : text.level);
    const link = { href, labels: own.map(({ name }) => name), among };
    among.size++;
    links.push(link);
    if (text?.end !== undefined) text.link ??= link;
    else if (isNext || !text?.link) text = { words: '', end: undefined, link };
    if (href.startsWith('#')) return;
    for (const [index, label] of own.entries()) {
      label.isUsed = true;
      // The page of a group belongs to it.
      if (label.link) label.link.labels = link.labels.slice(0, index + 1);
      label.link = undefined;
    }
  }

  function closeText(held: Text, depth: number): void {
    held.end = undefined;
    if (held.link?.href === '#') held.link.name = held.words;
    if (held.level === undefined || held.words.trim() === '') return;
    add(held, depth - 1);
    endItem();
  }

  /** Removes the last links if all lead within the page. */
  function dropContents(before: number): undefined {
    if (links.slice(before).every(({ href }) => href.startsWith('#'))) links.length = before;
  }

  return {
    links,
    open(name: string, attributes: Readonly<Record<string, string | undefined>>, depth: number): void {
      if (muted !== undefined) return;
      if (mute.has(name)) muted = depth;
      if (region === undefined) {
        if (name !== 'nav' && name !== 'aside' && attributes.role !== 'navigation') return;
        [region, beforeRegion, labels, among] = [depth, links.length, [], { size: 0 }];
        endItem();
      }
      if (/^h[1-6]$/.test(name))
        text = { words: '', end: depth, level: Number(name[1]), ...(text?.end !== undefined && { link: text.link }) };
      else if (name === 'a' && attributes.href !== undefined) {
        follow(attributes.href);
        if (text && text.end === undefined && text.words === '') text.end = depth;
        isNext = false;
      } else if (name === 'li') isNext = true;
      else if (lists.has(name)) {
        if (text) add(text, depth);
        endItem();
        if (list === undefined) [list, beforeList] = [depth, links.length];
      }
    },
    text(data: string, depth: number): void {
      if (region === undefined || muted !== undefined) return;
      if (text?.end !== undefined) text.words += data;
      else if ((isNext || !text?.link) && data.trim() !== '') {
        text = { words: data, end: depth };
        isNext = false;
      }
    },
    close(name: string, depth: number): void {
      if (muted === depth) muted = undefined;
      if (region === undefined) return;
      if (text?.end === depth) closeText(text, depth);
      if (lists.has(name)) endItem();
      if (list === depth) list = dropContents(beforeList);
      if (labels.at(-1)?.scope === depth) {
        // A heading in a box of its own names what follows the box.
        labels = labels.filter(({ scope, isUsed, level }) => scope !== depth || (level !== undefined && !isUsed));
        for (const label of labels) if (label.scope === depth) label.scope--;
      }
      if (region !== depth) return;
      region = dropContents(beforeRegion);
    },
  };
}
