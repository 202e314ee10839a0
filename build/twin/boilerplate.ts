import { decodeLoosely } from '../contract/permalinks.ts';
import { memoizeByObject } from '../contract/std/collections.ts';
import { boilerplateShare, fewestSamplePages } from './boilerplate-sample.ts';
import {
  ancestorOf,
  attributeOf,
  childElementsOf,
  elementsOf,
  hasClass,
  isAnchor,
  isElement,
  isHeaderCell,
  isHeading,
  isLink,
  isText,
  leadsWithin,
  outermost,
  wordsOf,
} from './dom.ts';
import { firstWithin } from './first-within.ts';
import { anchorsIn, longestLabel, unlinkedLength, wordsLength } from './measure.ts';
import { isTitle, nameOfPage, titleBlockOf, titlePartsOf, withoutNames } from './page-title.ts';
import { isCalledAround, isLeftOut, marksContent, regionOf } from './regions.ts';
import { isLayoutTable } from './table-parts.ts';

/**
 * The boilerplate of a site: menus, side bars, previous and next links, banners. Learned by comparing pages, so no names of
 * generators are needed.
 */
export interface Boilerplate {
  /** Texts of blocks on many pages. */
  readonly texts: ReadonlySet<string>;
  /** Positions and texts of blocks that nearly all pages have at their end. */
  readonly notices: ReadonlySet<string>;
  /** Labels of links and pictures on many pages: "Next", "Home", the entries of a menu, a logo. */
  readonly labels: ReadonlySet<string>;
  /** Positions where many pages have a block of such links, and those of long lists of links that are equal on some pages. */
  readonly places: ReadonlySet<string>;
  /** Positions where many pages begin with links only, whatever their labels; undefined while learning. */
  readonly rows?: ReadonlySet<string>;
  /** Common parts of most titles: the names of the site. */
  readonly names: ReadonlySet<string>;
}

/** Deeper elements are ignored. */
const deepest = 200;
/** Fewest links of a list that four pages have for no other reason than that it is a menu. */
const longList = 10;
/** Longest block that is compared as a whole, in characters. */
export const longestText = 3_000;

/**
 * Learns the boilerplate of a site from the bodies of a sample of pages; undefined if there are too few.
 *
 * @param begins called with the index of each page before it is read
 */
export function boilerplateOf(bodies: readonly Element[], begins: (at: number) => void = () => {}): Boilerplate | undefined {
  if (bodies.length < fewestSamplePages) return undefined;
  const many = (found: (body: Element) => Iterable<string>, part = boilerplateShare): Set<string> => {
    const least = Math.max(4, Math.ceil(bodies.length * part));
    const counts = new Map<string, number>();
    for (const [at, body] of bodies.entries()) {
      begins(at);
      for (const key of new Set(found(body))) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return new Set([...counts].flatMap(([key, count]) => (count >= least ? [key] : [])));
  };
  const labels = many((body) =>
    [...body.querySelectorAll('a, p, img, iframe, frame, object, embed, video, audio')]
      .flatMap((part) => (isShown(part) ? imageName(part) : part.localName === 'a' ? labelsOf(part) : callToAction(part)))
      .filter(Boolean),
  );
  const names = many(({ ownerDocument }) => titlePartsOf(ownerDocument), 0.6);
  const texts = many((body) =>
    [...body.querySelectorAll('*')].flatMap((element) =>
      (inline.test(element.localName) && !isAmongBlocks(element)) || isEntry(element) ? [] : textsOf(element, names),
    ),
  );
  const notices = many((body) => [...body.querySelectorAll('*')].slice(-mostAtEnd).map(noticeOf), 0.9);
  const known = { texts, notices, labels, names, places: new Set<string>() };
  const menus = many((body) => {
    const tallies = tallyOf(body, known);
    return [...tallies].flatMap(([element, tally]) => (isMenu(tally) ? placeOf(element) || [] : []));
  });
  // The menu of a part of the site is on its pages only.
  const lists = many((body) => [...tallyOf(body, known)].flatMap((entry) => listOf(...entry) ?? []), 0);
  const places = new Set([...menus, ...lists]);
  const learning = { ...known, places };
  return { ...learning, rows: many((body) => Array.from(boilerplateIn(body, learning), placeOf)) };
}

/** Whether a link has a line of its own: no text beside it, and blocks around it. */
function isAlone(link: Element): boolean {
  const endsLine = (node: Node | null, way: 'previousSibling' | 'nextSibling'): boolean => {
    while (node && (node.nodeType === 8 || (isText(node) && node.data.trim() === ''))) node = node[way];
    return node === null || (isElement(node) && !inline.test(node.localName));
  };
  const { localName, previousSibling, nextSibling } = link;
  return localName === 'a' && endsLine(previousSibling, 'previousSibling') && endsLine(nextSibling, 'nextSibling');
}

/** Nodes of the longest row of links to other pages, each counted on both ways. */
const longestRow = 160;

/** The inline elements around one, between blocks; undefined if there are words between them, or if they are many. */
function rowOf(element: Element): readonly Element[] | undefined {
  const row: Element[] = [];
  const isBlock = (node: Node): boolean => isElement(node) && !inline.test(node.localName);
  if (isBlock(element)) return undefined;
  let at: Node = element;
  let length = 0;
  for (; at.previousSibling && !isBlock(at.previousSibling); at = at.previousSibling) if (++length > longestRow) return undefined;
  for (let node: Node | null = at; node && !isBlock(node); node = node.nextSibling) {
    if (++length > longestRow || (isText(node) && /[\p{L}\p{N}]/u.test(node.data))) return undefined;
    if (isElement(node)) row.push(node);
  }
  return row;
}

/** Whether inline elements between blocks are links and labels of many pages: "Next: Options Up: Manual". */
function isRowAround(row: readonly Element[], tallies: ReadonlyMap<Element, Tally>, boilerplate: Boilerplate): boolean {
  const sum = (key: keyof Tally): number => row.reduce((all, part) => all + (tallies.get(part)?.[key] ?? 0), 0);
  if (sum('links') < 3 || sum('headings') > 0 || isInMarked(row[0]!) || isInSection(row[0]!, boilerplate)) return false;
  return sum('repeated') * 2 >= sum('links') && sum('characters') - sum('linked') <= 15 * sum('links');
}

/** Whether an inline element is separate, between blocks: a block itself, or an entry of a menu. */
function isAmongBlocks(element: Element): boolean {
  const { previousSibling: before, nextElementSibling: after } = element;
  if (element.localName === 'a' || !after || inline.test(after.localName)) return false;
  return (!before || (isElement(before) && !inline.test(before.localName))) && anchorsIn(element) === 0;
}

/** Whether an element is only a menu entry: its text is the title of a page, and also on that page. */
const isEntry = (element: Element): boolean =>
  /^(?:li|dt|dd|td|p|div)$/.test(element.localName) && anchorsIn(element) === 1 && unlinkedLength(element) === 0;

/** The outermost elements of a page that are boilerplate. */
export function boilerplateIn(body: Element, boilerplate: Boilerplate): Set<Element> {
  const out = new Set<Element>();
  const tallies = tallyOf(body, boilerplate);
  const whole = tallies.get(body)!;
  /** Excludes from one end of an element up to its first content; returns whether there is none. */
  const trim = (element: Element, from: 'firstElementChild' | 'lastElementChild'): boolean => {
    const next = from === 'firstElementChild' ? 'nextElementSibling' : 'previousElementSibling';
    for (let child = element[from]; child; child = child[next]) {
      const tally = tallies.get(child);
      if (!tally || out.has(child) || isPassedOver(child)) continue;
      const row = tally.characters > 0 || tally.links > 0 ? rowOf(child) : undefined;
      if (row && isRowAround(row, tallies, boilerplate)) {
        for (const part of row) out.add(part);
        continue;
      }
      // A skip link says nothing of the page.
      if (from === 'firstElementChild' && isLink(child) && leadsWithin(child) && isCommon(child, boilerplate)) continue;
      // A word of a sentence.
      if (inline.test(child.localName) && tallies.get(element)!.own > 0 && !isAlone(child)) return false;
      const isOut =
        isBoilerplate(child, tally, boilerplate) ||
        isKnownRow(child, tally, boilerplate, from) ||
        (from === 'lastElementChild' && isNotice(child, tally, boilerplate));
      // What holds all text is around nothing.
      if (isOut && (tally.characters === 0 || tally.characters < whole.characters)) out.add(child);
      // The date of a change stays, and is no end.
      else if (from === 'lastElementChild' && tally.characters < 80 && dated.test(wordsOf(child))) continue;
      else if (
        (tally.characters > 0 || tally.headings > 0) &&
        (isAnnounced(child) ||
          (tally.links === 0 && child.localName === 'table' && firstWithin(child, isHeaderCell) !== undefined) ||
          ((isInMarked(child) || isPlace(child)) && isInSection(child, boilerplate)) ||
          (child.localName === 'form' && firstWithin(child, isLongField) !== undefined) ||
          !container.test(child.localName) ||
          !trim(child, from))
      )
        return false;
    }
    return tallies.get(element)!.own === 0;
  };
  /** @param isBelow whether content of the page precedes the element: a list there may be content, too */
  const menus = (element: Element, isBelow = false): void => {
    /** Whether content of the page precedes: menus are beside content, not inside. */
    let inText = false;
    let isTitled = false;
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) {
      const tally = tallies.get(child);
      if (tally && !out.has(child)) {
        // Below the title, contents of the page are content.
        const isOfSite = !isTitled || tally.repeated * 2 >= tally.links;
        if (
          !inText &&
          ((isOfSite && isKnownMenu(child, tally, boilerplate)) ||
            (!isBelow && !isTitled && isKnownList(child, tally, boilerplate)))
        )
          out.add(child);
        else if (tally.links >= 3 && container.test(child.localName) && !isAnnounced(child)) menus(child, isBelow || inText);
      }
      isTitled ||= child.localName === 'h1' && Boolean(tally?.headings);
      inText ||= /^(?:h[2-6]|p|pre|dl|table)$/.test(child.localName) && (Boolean(tally?.headings) || unlinkedLength(child) > 60);
    }
  };
  menus(body);
  trim(body, 'firstElementChild');
  trim(body, 'lastElementChild');
  for (const own of body.querySelectorAll('h2, h3, h4, h5, h6')) {
    const headed = headedBy(own, out);
    if (headed === 'nothing') out.add(own);
    else if (headed) out.delete(own);
  }
  for (const part of out) if (isPartOfWhole(part) || ancestorOf(part.parentElement!, (at) => out.has(at))) out.delete(part);
  const left = (key: 'characters' | 'headings'): number =>
    whole[key] - [...out].reduce((sum, element) => sum + tallies.get(element)![key], 0);
  const titleHeading = [...body.querySelectorAll('h1, h2')].find((heading) => !boilerplate.texts.has(textIn(heading) ?? ''));
  // A page that is all boilerplate, without sections of its own, is a page of links, but not what precedes its title, and no
  // footer of prose.
  if (left('characters') >= Math.min(60, whole.characters / 2) || left('headings') > (titleHeading ? 1 : 0)) return out;
  const title = titleHeading ?? titleBlockOf(body, (element) => !isPassed(element), boilerplate.names);
  return new Set(
    [...out].filter((element) => {
      const { characters, linked } = tallies.get(element)!;
      return title && (precedes(element, title) || (isCalledAround(element) && linked * 2 < characters));
    }),
  );
}

const dated = /^(?:(?:page )?last )?(?:updated|modified|changed)\b/i;

/** Whether an element is an item of a list or a part of a table of data, which are written whole. */
const isPartOfWhole = (element: Element): boolean =>
  element.localName === 'li' ||
  (/^t(?:[dhr]|body|head|foot)$/.test(element.localName) && !isLayoutTable(element.closest('table') ?? element));

/** In document order. (linkedom's `compareDocumentPosition` compares depths.) */
const precedes = (element: Element, other: Element): boolean =>
  [...elementsOf(element.ownerDocument.body)].find((each) => each === element || each === other) === element &&
  !element.contains(other);

/** Whether a link leads to the previous, next or parent page, according to its `rel`, to the head, or to its class or its item's. */
export function isSequenceLink(link: Element): boolean {
  const href = attributeOf(link, 'href') ?? '';
  // <a rel="prev">, <li class="pager-next"><a>
  //         ^                        ^
  const isCalled = (element: Element): boolean => hasClass(element, calledWay);
  return (
    way.test(attributeOf(link, 'rel') ?? '') || waysOf(link.ownerDocument).has(href) || [link, link.parentElement!].some(isCalled)
  );
}

const calledWay = /(?:^|[\s_-])(?:prev|previous|next|older|newer)(?:\s|$)/i;
const way = /(?:^|\s)(?:prev|previous|next|up|home|start|contents|toc|index|first|last)(?:\s|$)/i;

const waysOf = memoizeByObject(
  ({ head }: Document): ReadonlySet<string> =>
    new Set(
      [...(head?.querySelectorAll('link[rel][href]') ?? [])].flatMap((link) =>
        way.test(attributeOf(link, 'rel')!) ? attributeOf(link, 'href')! : [],
      ),
    ),
);

interface Tally {
  /** Characters of text, of linked text, and of text directly in the element. */
  characters: number;
  linked: number;
  own: number;
  links: number;
  /** Links on many pages, and links to fragments of the page itself. */
  repeated: number;
  inner: number;
  /** Links to the previous, next or parent page. */
  sequence: number;
  /** Headings, code and pictures of the page itself. */
  headings: number;
}

/** Also elements of the site's own (`heading-anchors`, `content`). */
const container =
  /^(?:body|div|section|main|article|center|table|tbody|tr|td|th|form|header|footer|aside|nav|details|content|span|font|ul|.+-.+)$/;
const inline = /^(?:a|abbr|b|code|em|font|i|img|small|span|strong|tt|sub|sup|var|br)$/;
const passed = /^(?:script|style|template|noscript|head|svg)$/;

/** Whether an element has no part in the page as it is read: a dialog, a table of contents. A button ends its form. */
const isPassedOver = (element: Element): boolean => !/^(?:content|control)$/.test(regionOf(element));

/** Elements that are not compared, such as our own line for agents. */
const isPassed = (element: Element): boolean =>
  passed.test(element.localName) || attributeOf(element, 'data-markdown-ignore') !== undefined;

function tallyOf(body: Element, boilerplate: Boilerplate): Map<Element, Tally> {
  const tallies = new Map<Element, Tally>();
  const visit = (element: Element, inLink: boolean, depth: number): Tally => {
    const tally: Tally = { characters: 0, linked: 0, own: 0, links: 0, repeated: 0, inner: 0, sequence: 0, headings: 0 };
    const name = element.localName;
    const href = name === 'a' ? attributeOf(element, 'href') : undefined;
    const isLink = href !== undefined;
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (isText(child)) {
        const { length } = child.data.trim();
        tally.own += length;
        tally.characters += length;
        if (inLink || isLink) tally.linked += length;
      } else if (isElement(child) && !isPassed(child) && depth < deepest) {
        const inner = visit(child, inLink || isLink, depth + 1);
        for (const key of ['characters', 'linked', 'links', 'repeated', 'inner', 'sequence', 'headings'] as const)
          tally[key] += inner[key];
      }
    }
    if (isLink) {
      tally.links++;
      if (isSequenceLink(element)) tally.sequence++;
      // The titles of tabs are no table of contents.
      if (href.startsWith('#') && attributeOf(element, 'role') !== 'tab') tally.inner++;
      else if (isCommon(element, boilerplate) || tally.sequence > 0) tally.repeated++;
    } else if (
      name === 'pre' ||
      (isShown(element) && !inLink && !boilerplate.labels.has(imageName(element))) ||
      (/^h[1-6]$/.test(name) &&
        (!boilerplate.texts.has(textIn(element) ?? '') || (name === 'h1' && isTitleOf(element, boilerplate))))
    )
      tally.headings++;
    tallies.set(element, tally);
    return tally;
  };
  visit(body, false, 0);
  return tallies;
}

const heading = /^h[2-6]$/;

/** Whether an element shows a file: a picture, a film, another page. */
const isShown = ({ localName }: Element): boolean => /^(?:img|i?frame|object|embed|video|audio)$/.test(localName);

/** Whether an element is in what the author marked as content, and not beside it there (HTML §4.3.5). */
const isInMarked = (element: Element): boolean => {
  const around = ancestorOf(element, (part) => part.localName === 'aside' || marksContent(part));
  return around !== undefined && around.localName !== 'aside';
};

/** Whether a block at the top or the end of a page is boilerplate. */
function isBoilerplate(element: Element, tally: Tally, boilerplate: Boilerplate): boolean {
  const [text, untitled] = textsOf(element, boilerplate.names);
  const { characters, linked, links, repeated, sequence, headings } = tally;
  const call = links === 1 ? callToAction(element) : '';
  if (call !== '' && !boilerplate.labels.has(call) && !isSequenceLink(firstWithin(element, isAnchor)!)) return false;
  if (isBanner(element, boilerplate)) return true;
  if (text && boilerplate.texts.has(text) && isOnlyHeadings(element) && !isHeading(element)) return true;
  if (isSectionTitle(element, boilerplate) || isAnnounced(element)) return false;
  if (isSection(element) || isSentence(element, tally, boilerplate) || firstWithin(element, isNamedTerm) !== undefined)
    return false;
  // Links to the previous and the next page, which say so, with words such as "Next", stand below the last section.
  if (links > 0 && sequence === links && headings === 0 && characters - linked <= 30 * links && !endsSentence(element, tally))
    return true;
  const isKnown = (words: string | undefined): boolean => words !== undefined && (words === '' || boilerplate.texts.has(words));
  const repeats = isKnown(text) || (headings === 0 && isKnown(untitled));
  // A bar of links anywhere: on many pages with the same text, or at the same position.
  const isBar = (): boolean =>
    (repeats && isMenu(tally)) || [...element.querySelectorAll('td')].some((cell) => boilerplate.places.has(placeOf(cell)));
  if (text !== '' && isInSection(element, boilerplate) && !isBar()) return false;
  // A list in the content may have entries of the menu: a menu is at the same position on many pages.
  if (links >= 3 && isInMarked(element) && !boilerplate.places.has(placeOf(element))) return false;
  // A table with header cells (HTML §4.9.10) is data of the page.
  const isData = links === 0 && firstWithin(element, isHeaderCell) !== undefined;
  if (repeats)
    return (!isData && isAround(element, boilerplate)) || (links > 0 && characters - linked <= (isInMarked(element) ? 3 : 60));
  if (headings > 0 || characters > 500 || links === 0) return false;
  const unlinked = characters - linked - (untitled ? text!.length - untitled.length : 0);
  // Prose and signatures may contain links of a menu.
  if (unlinked > Math.max(30, linked * 2)) return false;
  // A word beside a single link is a sentence: "J = Herschel".
  return repeated === links ? unlinked <= (links === 1 ? 2 : 120) : repeated >= 2 && repeated * 2 >= links && unlinked <= 240;
}

/** Elements at the end of a page that may be a notice. */
const mostAtEnd = 60;

const noticeOf = (element: Element): string => `${placeOf(element)} ${textIn(element)}`;

/**
 * Whether a block at the end of a page is on nearly all pages: a link, or what has a heading of its own or is below none; or
 * whether it is called a footer and on many.
 */
function isNotice(element: Element, { characters, linked }: Tally, boilerplate: Boilerplate): boolean {
  if ([isHeading, isSection, isAnnounced, isPlace].some((isOwn) => isOwn(element)) || !textIn(element)) return false;
  if (firstWithin(element, isNamedTerm)) return false;
  if (isCalledAround(element) && boilerplate.texts.has(textIn(element)!)) return true;
  if (!boilerplate.notices.has(noticeOf(element))) return false;
  return characters === linked || firstWithin(element, isHeading) !== undefined || !isInSection(element, boilerplate);
}

/** Whether a block at the top or the end of a page is a row of links at a position where many pages have one. */
const isKnownRow = (
  element: Element,
  tally: Tally,
  boilerplate: Boilerplate,
  from: 'firstElementChild' | 'lastElementChild',
): boolean =>
  tally.links >= 2 &&
  tally.headings === 0 &&
  tally.linked >= tally.characters * 0.6 &&
  (boilerplate.rows ? boilerplate.rows.has(placeOf(element)) : from === 'firstElementChild') &&
  !isInMarked(element) &&
  !isAnnounced(element) &&
  !isInSection(element, boilerplate) &&
  firstWithin(element, isHeadingOrHeader) === undefined;

/** The text of a paragraph that is only a link (a call to action); empty for other elements. A menu has the same words elsewhere. */
const callToAction = (element: Element): string => (element.localName === 'p' && isEntry(element) ? `p ${textIn(element)}` : '');

/** Whether all text of a box below the title is headings, which announce nothing: the place of results that a script finds. */
function isOnlyHeadings(element: Element): boolean {
  const headings = outermost(element, isHeading);
  const length = headings.reduce((sum, heading) => sum + wordsLength(heading), 0);
  return (
    length > 0 && headings.every(({ localName }) => localName === 'h1') && wordsOf(element).length <= length + headings.length
  );
}

/** Whether many pages have an element before the first H1: the name of the site as a heading of any level, or a notice. */
const isBanner = (element: Element, { texts }: Boilerplate): boolean =>
  (heading.test(element.localName) || unlinkedLength(element) > longestLabel) &&
  // The text of a long element is undefined, which no page repeats.
  texts.has(textIn(element)!) &&
  precedes(element, element.ownerDocument.querySelector('h1') ?? element);

/** What is below a heading, up to the next of its level: nothing but what is left out, or text; undefined if neither. */
function headedBy(own: Element, out: ReadonlySet<Element>): 'nothing' | 'text' | undefined {
  let isLeft = false;
  for (let node = own.nextSibling; node; node = node.nextSibling) {
    if (isText(node) && node.data.trim() !== '') return 'text';
    if (!isElement(node)) continue;
    if (isHeading(node)) return isLeft && node.localName <= own.localName ? 'nothing' : undefined;
    if (!out.has(node) && !isLeftOut(node)) return wordsLength(node) > 0 && !firstWithin(node, isHeading) ? 'text' : undefined;
    isLeft ||= wordsLength(node) > 0;
  }
  return undefined;
}

/** Whether an element is the heading of a section. The first H1 may be a banner, unless it is the title or in the contents. */
function isSectionTitle(element: Element, boilerplate: Boilerplate): boolean {
  if (isBelowTop(element)) return true;
  return isHeading(element) && (isTitleOf(element, boilerplate) || isPlace(element));
}

/** Whether a heading is the title of its page. Lists on many pages may have it, too. */
const isTitleOf = (heading: Element, { names }: Boilerplate): boolean =>
  isTitle(heading, nameOfPage(heading.ownerDocument, names));

/** The `<title>` of a page, without names of the site. */
const titleIn = memoizeByObject((names: ReadonlySet<string>) =>
  memoizeByObject(({ head }: Document): string => {
    const title = head?.querySelector('title');
    return title ? withoutNames(wordsOf(title), [...names], '') : '';
  }),
);

/** The texts of an element to compare: as it is, and with a sign in place of the title of the page, which begins its twin. */
function textsOf(element: Element, names: ReadonlySet<string>): string[] {
  const text = textIn(element);
  const title = titleIn(names)(element.ownerDocument);
  if (text === undefined) return [];
  return title !== '' && text !== title && text.includes(title) ? [text, text.replace(title, '\0')] : [text];
}

/** Whether an element is a heading below the first level, or after the first H1. */
const isBelowTop = (element: Element): boolean =>
  heading.test(element.localName) || (element.localName === 'h1' && wordsOf(element) !== topOf(element.ownerDocument));

/** The text of the first H1. */
const topOf = memoizeByObject((document: Document): string => wordsOf(document.querySelector('h1') ?? document.documentElement));

/** Whether a link of the page leads to an element: a definition, a section. */
function isPlace(element: Element): boolean {
  const id = attributeOf(element, 'id');
  return id !== undefined && namedIn(element.ownerDocument).has(`#${id}`);
}

/** Targets of a page's fragment links. */
const namedIn = memoizeByObject(
  (document: Document): ReadonlySet<string> =>
    new Set(
      [...document.querySelectorAll('a')].flatMap((link) => {
        const href = attributeOf(link, 'href');
        return href === undefined ? [] : decodeLoosely(href);
      }),
    ),
);

/** Whether an element is a linkable term of a definition. */
const isNamedTerm = (term: Element): boolean =>
  term.localName === 'dt' &&
  [term.parentElement, term, term.firstElementChild].some((holder) => holder !== null && attributeOf(holder, 'id') !== undefined);

/** Line breaks between a heading and the text that it still introduces. */
const mostBreaks = 8;

/** Whether an element begins with a link to itself: the head of a definition. */
const isPermalinked = ({ id, firstElementChild: link }: Element): boolean =>
  id !== '' && link?.localName === 'a' && attributeOf(link, 'href') === `#${id}`;

/** Whether a heading, the head of a definition or a colon directly precedes an element and introduces it. */
function isAnnounced({ previousElementSibling: before }: Element): boolean {
  for (let breaks = 0; before?.localName === 'br' && breaks < mostBreaks; breaks++) before = before.previousElementSibling;
  if (before === null) return false;
  return isBelowTop(before) || isPermalinked(before) || (before.localName === 'p' && /:\s*$/.test(before.textContent));
}

const isBlockOfText = ({ localName }: Element): boolean => /^(?:p|pre|dl|table)$/.test(localName);

const mostSections = 100;

/** Whether an element is one of several sections, with text of the page's own in an earlier one. */
function isSection(element: Element): boolean {
  const first = childElementsOf(element).find((child) => wordsOf(child) !== '');
  if (!heading.test(first?.localName ?? '')) return false;
  let seen = 0;
  for (let at = element.previousElementSibling; at && ++seen <= mostSections; at = at.previousElementSibling) {
    if (at.localName !== element.localName || attributeOf(at, 'class') !== attributeOf(element, 'class')) return false;
    if (unlinkedLength(at) > 60 && firstWithin(at, isBlockOfText) !== undefined) return true;
  }
  return false;
}

/** Whether an element is a paragraph of the content with text around its links. */
const isSentence = (element: Element, { own }: Tally, { texts }: Boilerplate): boolean =>
  element.localName === 'p' && own > 8 && isInMarked(element) && !texts.has(textIn(element) ?? '');

/** Whether an element is a paragraph with text around its links, and a full stop: "Continue with the configuration." */
const endsSentence = (element: Element, { own }: Tally): boolean =>
  element.localName === 'p' && own > 8 && sentenceEnd.test(element.textContent);

/** The end of a sentence, no ellipsis. */
export const sentenceEnd = /[\p{L}\p{N})"'”’][.!?]\s*$|[。！？]\s*$/u;

/** Whether an element is in a section: after a heading that is no banner, without a rule between them. */
const isInSection = (element: Element, boilerplate: Boilerplate): boolean =>
  element.parentElement !== null && sectionedIn(boilerplate)(element.parentElement).has(element);

const sectionedIn = memoizeByObject((boilerplate: Boilerplate) =>
  memoizeByObject((parent: Element): ReadonlySet<Element> => {
    const sectioned = new Set<Element>();
    let within = false;
    for (const child of childElementsOf(parent)) {
      if (within) sectioned.add(child);
      if (child.localName === 'hr') within = false;
      let last: Element | null = child;
      while (last && !isHeading(last)) last = last.lastElementChild;
      if (last) within = isSectionTitle(last, boilerplate) || !boilerplate.texts.has(textIn(last) ?? '');
    }
    return sectioned;
  }),
);

/** Whether a repeated block is around the content, and no section of it. */
const isAround = (element: Element, boilerplate: Boilerplate): boolean =>
  !isInMarked(element) &&
  !/^(?:h[2-6]|pre)$/.test(element.localName) &&
  (firstWithin(element, isSectionOrCode) === undefined || isOfSettings(element)) &&
  !isOwnImage(boilerplate)(element) &&
  firstWithin(element, isOwnImage(boilerplate)) === undefined &&
  (unlinkedLength(element) <= 120 || /©|copyright|rights reserved/i.test(textIn(element) ?? ''));

const isHeadingOrHeader = (element: Element): boolean => isHeading(element) || isHeaderCell(element);

const isSectionOrCode = ({ localName }: Element): boolean => localName === 'pre' || heading.test(localName);

/** Whether an element has fields to choose from, and none to fill in: settings of the reader, whatever its headings. */
const isOfSettings = (element: Element): boolean =>
  firstWithin(element, isChoice) !== undefined && firstWithin(element, isFilledIn) === undefined;

const isChoice = (field: Element): boolean => field.localName === 'select' || /^(?:checkbox|radio)$/.test(typeOf(field));

const isFilledIn = (field: Element): boolean =>
  field.localName === 'textarea' ||
  (field.localName === 'input' && !/^(?:checkbox|radio|hidden|submit|button)$/.test(typeOf(field)));

/** A field for a message: its form is no search. */
const isLongField = ({ localName }: Element): boolean => localName === 'textarea';

const typeOf = (field: Element): string => (field.localName === 'input' ? (attributeOf(field, 'type') ?? '') : '');

const isOwnImage = memoizeByObject(
  ({ labels }: Boilerplate) =>
    (element: Element): boolean =>
      isShown(element) && !labels.has(imageName(element)),
);

/** Whether a block has only links that many pages have, or to fragments of the page. */
const isMenu = ({ characters, linked, links, repeated, inner, headings }: Tally): boolean =>
  links >= 3 && headings === 0 && repeated + inner >= links * 0.8 && linked >= characters * 0.6;

/** Whether an element is a menu at a position where many pages have one. */
const isKnownMenu = (element: Element, tally: Tally, { places }: Boilerplate): boolean =>
  isMenu(tally) && places.has(placeOf(element));

/** Whether an element is a list of links that some pages have at that position. */
const isKnownList = (element: Element, tally: Tally, { places }: Boilerplate): boolean => {
  const list = listOf(element, tally);
  return list !== undefined && places.has(list);
};

/** The position of a long list of links, and what tells it from others; undefined for other elements. */
const listOf = (element: Element, { characters, linked, links, headings }: Tally): string | undefined =>
  links >= longList && headings === 0 && linked >= characters * 0.6
    ? `${placeOf(element)} ${links} ${characters} ${wordsOf(firstWithin(element, isAnchor)!)}`
    : undefined;

function placeOf(element: Element): string {
  const names: string[] = [];
  for (let at: Element | null = element; at && !/^(?:body|main)$/.test(at.localName); at = at.parentElement) {
    const id = attributeOf(at, 'id') ?? '';
    // The first cell of a row is another position than the last.
    const column = at.localName === 'td' ? `${at.previousElementSibling ? '' : '^'}${at.nextElementSibling ? '' : '$'}` : '';
    names.push(`${at.localName}${column}#${/\d/.test(id) ? '' : id}.${/^\S*/.exec(attributeOf(at, 'class') ?? '')![0]}`);
  }
  return names.join('<');
}

/** The name of a picture: its description and its file. */
export const imageName = (image: Attributes): string => `[${image.getAttribute('alt') ?? ''} ${fileOf(image)}]`;

const fileOf = (image: Attributes): string => /[^/]*$/.exec(image.getAttribute('src') ?? '')![0];

interface Attributes {
  getAttribute(name: string): string | null;
}

/** Whether many pages have a link with its label. */
const isCommon = (link: Element, { labels }: Boilerplate): boolean => labelsOf(link).some((label) => labels.has(label));

/** The labels of a link: its text, its title, and a picture of its way, such as `next.png`, whatever its description. */
function labelsOf(link: Element): string[] {
  const image = wordsOf(link) === '' ? link.querySelector('img') : null;
  const file = image ? fileOf(image).replace(/[\W_]+/g, ' ') : '';
  return [textIn(link) ?? '', attributeOf(link, 'title') ?? '', way.test(file) ? `[ ${file}]` : ''].filter(Boolean);
}

/** Nodes of the largest block that is compared as a whole. */
const mostNodes = 10_000;

/** The text of a block, with names of pictures; undefined if it is too long for boilerplate. */
function textIn(element: Element): string | undefined {
  const parts: string[] = [];
  let length = 0;
  let seen = 0;
  const visit = (parent: Node, depth: number): void => {
    for (let node = parent.firstChild; node && depth < deepest && length <= longestText; node = node.nextSibling) {
      if (++seen > mostNodes) length = Number.POSITIVE_INFINITY;
      if (isText(node)) {
        parts.push(node.data);
        length += node.data.length;
      } else if (isElement(node) && !isPassed(node)) {
        if (isShown(node)) parts.push(` ${imageName(node)} `);
        else visit(node, depth + 1);
      }
    }
  };
  visit(element, 0);
  return length > longestText ? undefined : parts.join('').replace(/\s+/g, ' ').trim();
}
