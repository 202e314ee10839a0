import {
  ancestorOf,
  attributeOf,
  childElementsOf,
  elementsOf,
  following,
  hasClass,
  hasOnlyElements,
  inlineElements,
  isElement,
  isHeading,
  isLink,
  isText,
  outermost as outermostIn,
  wordsOf,
} from './dom.ts';
import { firstWithin } from './first-within.ts';
import { collapsedLength, isNeverProse, longestLabel, muchProse, proseLength, unlinkedLength, wordsLength } from './measure.ts';
import { isTitle, nameOfPage, titlePartsOf } from './page-title.ts';
import { isAround, isCalledAround, isContentsOfBook, isLeftOut, isMain } from './regions.ts';
import { isListing } from './rules/code.ts';

/**
 * The content element of a page: the one its author marked, else the densest block of text; widened if it lacks a heading, the
 * title or much prose.
 *
 * @param selector the `content` setting; ignored if it matches nothing on this page
 * @param out elements that are not content (`boilerplate.ts`); menus beside the content are added
 * @param trusted whether the content is not widened
 * @param names names of the site, as parts of titles
 * @param texts texts of blocks on many pages
 * @throws SyntaxError if the selector is invalid
 */
export function contentRootOf(
  document: Document,
  selector?: string,
  {
    out = new Set<Element>(),
    trusted = false,
    names,
    texts,
  }: {
    out?: Set<Element>;
    trusted?: boolean | undefined;
    names?: ReadonlySet<string> | undefined;
    texts?: ReadonlySet<string> | undefined;
  } = {},
): Element {
  const chosen = selector ? document.querySelector(selector) : null;
  if (chosen) return chosen;
  const { body } = document;
  const marked = markedIn(body);
  const found = marked ?? densest(body, out);
  // A content element found by its text is trusted less than a marked one.
  const much = marked ? muchProse : Math.min(muchProse, unlinkedLength(found) / 10);
  return trusted ? found : withNotices(widened(found, body, out, much, names), out, texts);
}

function markedIn(top: Element): Element | undefined {
  const candidates = candidatesOf(top);
  for (const rank of ranks) {
    const own = candidates.get(rank);
    const found = own && (own.length === 1 ? own[0]! : outermost(top, own, rank));
    if (found) return listOf(found) ?? found;
  }
  return undefined;
}

/** The outermost list of articles that contains an element. */
function listOf(element: Element): Element | undefined {
  let list: Element | undefined;
  for (let at = element; at.parentElement; at = at.parentElement)
    if (
      at.localName === 'article' &&
      childElementsOf(at.parentElement).some((other) => other !== at && other.localName === 'article')
    )
      list = at.parentElement;
  return list;
}

type Rank = 'container' | 'main' | 'article';
const ranks: readonly Rank[] = ['container', 'main', 'article'];

/** Containers of generators whose `main` contains more than the content, or that have none. */
const containers: readonly { readonly of: string; readonly is: (element: Element, classes: string) => boolean }[] = [
  { of: 'Docusaurus', is: (_, classes) => has(classes, 'theme-doc-markdown') },
  { of: 'VitePress', is: ({ localName }, classes) => localName === 'div' && (has(classes, 'vp-doc') || has(classes, 'VPHome')) },
  { of: 'MkDocs Material', is: (_, classes) => has(classes, 'md-content__inner') },
  {
    of: 'Sphinx',
    is: (element, classes) =>
      attributeOf(element, 'itemprop') === 'articleBody' || (has(classes, 'body') && attributeOf(element, 'role') === 'main'),
  },
  { of: 'Hugo (Docsy)', is: (_, classes) => has(classes, 'td-content') },
  {
    // Its title, and a manual page's name and purpose, are in a header beside the content.
    of: 'AsciiDoctor',
    is: (element, classes) =>
      element.localName === 'body' &&
      /^(?:article|book|manpage)\b/.test(classes) &&
      firstWithin(element, isCalledContent) !== undefined,
  },
  { of: 'GitHub', is: (_, classes) => has(classes, 'markdown-body') },
];

const isCalledContent = (element: Element): boolean => attributeOf(element, 'id') === 'content';

const has = (classes: string, name: string): boolean => ` ${classes} `.includes(` ${name} `);

function candidatesOf(top: Element): Map<Rank, Element[]> {
  const found = new Map<Rank, Element[]>();
  const add = (rank: Rank, element: Element): void => {
    const own = found.get(rank);
    if (own) own.push(element);
    else found.set(rank, [element]);
  };
  const consider = (element: Element): void => {
    const { localName } = element;
    const classes = element.hasAttributes() ? attributeOf(element, 'class') : undefined;
    if (classes !== undefined && containers.some(({ is }) => is(element, classes))) add('container', element);
    if (isMain(element)) add('main', element);
    // An article inside a link is an entry of a list.
    else if (localName === 'article' && !ancestorOf(element, isLink)) add('article', element);
  };
  consider(top);
  for (const element of elementsOf(top)) consider(element);
  return found;
}

/** Of several candidates the ancestor of all others, else the one with most text; of articles without such one, their common ancestor. */
function outermost(top: Element, own: readonly Element[], rank: Rank): Element | undefined {
  const those = new Set(own);
  const outer = those.has(top) ? [top] : outermostIn(top, (element) => those.has(element));
  const lengths = outer.map(collapsedLength);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return rank === 'article' && longest < all * 0.6 ? holderOf(outer) : outer[lengths.indexOf(longest)];
}

function holderOf([first, ...others]: readonly Element[]): Element {
  const path: Element[] = [];
  for (let at: Element | null = first!; at; at = at.parentElement) path.push(at);
  /** Where the ancestors of an element meet those of the first one. */
  const met = new Map(path.map((element, level) => [element, level]));
  let highest = 0;
  for (const other of others) {
    const way: Element[] = [];
    let at: Element | null = other;
    for (; at && !met.has(at); at = at.parentElement) way.push(at);
    const level = at ? met.get(at)! : path.length - 1;
    for (const element of way) met.set(element, level);
    highest = Math.max(highest, level);
  }
  return path[highest]!;
}

/** The content element, widened by content outside of it. */
function widened(content: Element, body: Element, out: Set<Element>, much: number, names?: ReadonlySet<string>): Element {
  if (content === body || !body.contains(content)) return content;
  const beside = contentBeside(content, body, out, much, names);
  if (beside.length === 0) return content;
  const kept = [content, ...beside];
  const holder = holderOf(kept);
  const ways = new Set<Element>([holder]);
  const around = new Set<Element>();
  for (const piece of kept)
    for (let at = piece; !ways.has(at); at = at.parentElement!) {
      ways.add(at);
      around.add(at.parentElement!);
    }
  for (const at of around) for (const other of childElementsOf(at)) if (!ways.has(other) && isLinkList(other)) out.add(other);
  return holder;
}

/**
 * The content with the notices above it in the element that its author marked as the content: alerts, and labels such as that of a
 * version, if they are not on many pages.
 */
function withNotices(content: Element, out: Set<Element>, texts: ReadonlySet<string> | undefined): Element {
  const holder = content.parentElement && ancestorOf(content.parentElement, isMain);
  if (!holder) return content;
  const notices: Element[] = [];
  for (let node: Node | null = holder.firstChild; node && node !== content; ) {
    const isPassed = !isElement(node) || out.has(node) || isAround(node);
    const isFound = !isPassed && isNotice(node as Element);
    if (isFound && !texts?.has(wordsOf(node))) notices.push(node as Element);
    node = (isPassed || isFound ? null : node.firstChild) ?? following(node, holder);
  }
  if (notices.length === 0) return content;
  const kept = new Set([content, ...notices]);
  const root = holderOf([...kept]);
  const besides = [root];
  for (let at = besides.pop(); at; at = besides.pop())
    for (const child of childElementsOf(at))
      if (kept.has(child)) continue;
      else if ([...kept].some((one) => child.contains(one))) besides.push(child);
      else out.add(child);
  return root;
}

/** Whether an element above the content is about the page: an alert, or a label on a line of its own. */
const isNotice = (element: Element): boolean =>
  wordsLength(element) > 0 &&
  (attributeOf(element, 'role') === 'alert' ||
    (element.localName === 'span' &&
      element.firstElementChild === null &&
      wordsLength(element) <= longestLabel &&
      isBetweenBlocks(element)));

const isBetweenBlocks = ({ parentElement, previousElementSibling: before, nextElementSibling: after }: Element): boolean =>
  after !== null &&
  ![before, after].some((beside) => beside && inlineElements.has(beside.localName)) &&
  hasOnlyElements(parentElement!);

/** Headings, the title and prose outside the content; empty without title, and with at most `much` prose. */
function contentBeside(
  content: Element,
  body: Element,
  out: ReadonlySet<Element>,
  much: number,
  names: ReadonlySet<string> | undefined,
): Element[] {
  const title = nameOfPage(body.ownerDocument, names);
  const levels = [...content.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) => Number(localName[1]));
  const highest = levels.reduce((least, level) => Math.min(least, level), 6);
  const hasTitle = highest === 1;
  // Of several H1 none is the title of the page.
  const tops = [...content.querySelectorAll('h1')];
  // In an element found by its text, the only H1 may belong to its first section.
  const isOnly =
    tops.length === 1 &&
    (markedIn(body) !== undefined || titlePartsOf(body.ownerDocument).some((part) => isTitle(tops[0]!, part)));
  const isTitled = hasTitle && (isOnly || title === '' || tops.some((heading) => isTitle(heading, title)));
  /** Whether a heading before the content is its title: no heading of the content is above it. */
  const isTitleOf = (name: string): boolean => !hasTitle && !passed && /^h[2-6]$/.test(name) && Number(name[1]) <= highest;
  let passed = false;
  const found: Element[] = [];
  let prose = 0;
  let worth = false;
  for (let node: Node | null = body.firstChild; node; ) {
    let inside = true;
    if (isElement(node)) {
      const name = node.localName;
      passed ||= node === content;
      if (node === content || out.has(node) || isAround(node)) inside = false;
      else if (
        /^(?:h[12]|p|pre|blockquote)$/.test(name) ||
        isTitleOf(name) ||
        (!isTitled && title !== '' && isTitle(node, title)) ||
        (!hasTitle && !passed && hasClass(node, /(?:^|\s)title(?:\s|$)/))
      ) {
        inside = false;
        const unlinked = !passed && isEntryHeading(node, names) ? wordsLength(node) : unlinkedLength(node);
        if (name === 'p' && !passed && !isTitled && title !== '' && isTitle(node, title)) worth = true;
        else if (/^(?:p|pre|blockquote)$/.test(name)) prose += unlinked;
        else if (name === 'h1' || isTitleOf(name) ? unlinked > 0 : name !== 'h2' && !isTitled) worth = true;
        if (unlinked > 0) found.push(node);
      } else if (holdsProse(node)) {
        prose += unlinkedLength(node);
        found.push(node);
      }
    }
    node = (inside ? node.firstChild : null) ?? following(node, body);
  }
  return worth || prose > much ? found : [];
}

/** Whether a heading links to what it heads, as blogs do: not the name of the site, which links home. */
function isEntryHeading(element: Element, names: ReadonlySet<string> | undefined): boolean {
  const link = isHeading(element) ? firstWithin(element, isLink) : undefined;
  return link !== undefined && !home.test(attributeOf(link, 'href')!) && !names?.has(wordsOf(element));
}

/** A reference to the first page of a site, as pages at any depth write it. */
const home = /^(?!#.)(?:https?:\/\/[^/]*)?(?:\.{0,2}\/)*(?:index\.html?)?(?:[?#].*)?$/i;

/** Whether a heading of the first two levels, or much prose, is beside the marked content, which may be incomplete. */
export function hasBesideMain({ documentElement: top }: Document): boolean {
  let prose = 0;
  for (let node: Node | null = top.firstChild; node && prose <= muchProse; ) {
    let inside = true;
    if (isElement(node)) {
      inside = !isMain(node) && node.localName !== 'a' && !isCalledAround(node);
      if (inside && /^h[12]$/.test(node.localName)) return true;
    } else if (isText(node)) {
      const { length } = node.data.trim();
      if (length > longText || node.parentElement?.localName === 'p') prose += length;
    }
    node = (inside ? node.firstChild : null) ?? following(node, top);
  }
  return prose > muchProse;
}

/** Length of a text that is a paragraph, even without `p`, in characters. */
const longText = 60;

/** Whether an element directly contains text as long as a paragraph. */
function holdsProse(element: Element): boolean {
  for (let node = element.firstChild; node; node = node.nextSibling)
    if (isText(node) && node.data.trim().length > longText) return true;
  return false;
}

/** A menu: mostly links, no prose, and no pictures beside them, as in a gallery. */
function isLinkList(element: Element): boolean {
  if (/^h[1-6]$/.test(element.localName) || element.querySelectorAll('a[href]').length < 3) return false;
  if (firstWithin(element, isUnlinkedPicture) !== undefined) return false;
  return unlinkedLength(element) < wordsLength(element) * 0.3;
}

/**
 * The smallest element with nearly all prose of the body: descends while one child has most of the unlinked text, and its
 * siblings do not look like content.
 */
function densest(body: Element, out: ReadonlySet<Element>): Element {
  let at = body;
  for (;;) {
    const children = childElementsOf(at).filter(({ localName }) => !isNeverProse(localName));
    let best: Element | undefined;
    for (const child of children) if (!out.has(child) && proseLength(child) > (best ? proseLength(best) : 0)) best = child;
    let weight = proseLength(at);
    for (const child of children)
      if (child !== best && isList.test(child.localName) && isAround(child)) weight -= proseLength(child);
    if (!best || !descends.test(best.localName) || isListing(best) || proseLength(best) < weight * 0.9) return at;
    for (const child of children) if (child !== best && !out.has(child) && looksLikeContent(child)) return at;
    at = best;
  }
}

/** A heading, a paragraph, a list (the heading of a long list is its sibling); a form for personal data. */
function looksLikeContent(element: Element): boolean {
  const { localName } = element;
  const classes = attributeOf(element, 'class');
  if (isNeverProse(localName) || isLeftOut(element, localName, classes)) return false;
  if (isContentsOfBook(element)) return true;
  if (surroundings.test(`${classes ?? ''} ${attributeOf(element, 'id') ?? ''}`)) return false;
  return content.test(localName) || firstWithin(element, isTelling) !== undefined;
}

/** A field of a form other than search. */
const isPersonal = (element: Element): boolean =>
  element.localName === 'input' && /^(?:email|password|tel)$/i.test(attributeOf(element, 'type') ?? '');

const isUnlinkedPicture = (element: Element): boolean => element.localName === 'img' && ancestorOf(element, isLink) === undefined;

/** A picture without link that has a description or is in a list, unlike a logo. */
const isFigure = (element: Element): boolean =>
  isUnlinkedPicture(element) && (Boolean(attributeOf(element, 'alt')) || element.parentElement!.localName === 'li');

const isTelling = (element: Element): boolean => isHeading(element) || isFigure(element) || isPersonal(element);

const surroundings = /head(?!ing)|foot(?!note)|nav|side|menu|banner|toc|crumb|search|logo|copyright|social|widget|cookie/i;
const content = /^(?:h[1-6]|p|pre|blockquote|ul|ol|dl|table|figure|picture|img)$/;

const isList = /^(?:ul|ol)$/;
const descends = /^(?:body|div|section|main|article|center)$/;
