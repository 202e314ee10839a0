import { memoizeByObject } from '../../contract/std/collections.ts';
import { attributeOf, isAriaHidden, leadsWithin, wordsOf } from '../dom.ts';
import { firstWithin } from '../first-within.ts';
import { type Frame, isWay } from '../frame.ts';
import { isDrawn, isStyledAway } from '../hidden-style.ts';
import { anchorsIn, muchProse, unlinkedLength, wordsLength } from '../measure.ts';
import { isTitle, nameOfPage, titleBlockOf } from '../page-title.ts';
import { marksContent } from '../regions.ts';
import { type Block, BlockReader } from './blocks.ts';

/** The blocks of a page, and what in it is no content. */
export interface PageBlocks {
  readonly blocks: readonly Block[];
  /** Elements that were passed over. */
  readonly passedOver: readonly Element[];
}

/**
 * Reads the blocks of a page from its DOM, by what HTML and ARIA say of its elements, not by class names. Does not recurse.
 *
 * @param root what is measured
 * @param frame what many pages of the site have
 * @param repeated elements that many pages of the site have
 */
export function pageBlocks(
  root: Element,
  urlOf: (href: string) => string | undefined,
  frame?: Frame,
  repeated?: ReadonlySet<Element>,
): PageBlocks {
  const reader = new BlockReader(urlOf, frame);
  const passedOver: Element[] = [];
  // Prose of the page's own is content, whatever stands beside it.
  const isRepeated = (element: Element): boolean =>
    repeated?.has(element) === true && ownProse(element, frame) <= Math.max(muchProse, wordsLength(element) * 0.4);
  // What stands before the title leads to the page.
  const hasHeading = root.querySelector('h1') !== null;
  const isBanner = (element: Element): boolean => element.localName === 'h1' && frame?.texts.has(wordsOf(element)) === true;
  const title = !frame
    ? undefined
    : titleBlockOf(
        root,
        (element) =>
          !isRepeated(element) && !isBanner(element) && isContent(element, false) && (hasHeading || marginOf(element) < 2),
        frame.names,
      );
  reader.title = title && isTitle(title, nameOfPage(root.ownerDocument, frame?.names)) ? wordsOf(title) : '';
  let before = title !== undefined;
  const margins: { readonly element: Element; readonly margin: 0 | 1 | 2 }[] = [];
  let content: Element | undefined;
  let whole: number | undefined;
  /** What holds the heading that was read last. */
  let section: Element | undefined;
  let tab: Element | undefined;
  const settle = (): void => {
    reader.inTab = tab !== undefined;
    reader.margin = margins.at(-1)?.margin || (before ? 1 : 0);
  };
  settle();
  let node: Node | null = root.firstChild;
  while (node) {
    let entered = false;
    if (node.nodeType === 3 || node.nodeType === 4) reader.text((node as Text).data);
    else if (node.nodeType === 1) {
      const element = node as Element;
      if (isRepeated(element) || !isContent(element, reader.inHeading)) passedOver.push(element);
      else if (!addDrawn(element, reader)) {
        if (margins.length === 0 && /^h[1-6]$/.test(element.localName)) before = false;
        if (content === undefined && marksContent(element)) {
          content = element;
          // What its author marked as the content begins before the title.
          before = false;
        }
        reader.marked = content !== undefined;
        if (element.localName === 'hr') section = undefined;
        reader.open(nameOf(element), element, element.localName === 'a' && frame !== undefined && isWay(element));
        tab ??= isTab(element) ? element : undefined;
        const around = margins.at(-1)?.margin ?? 0;
        const margin = around < 2 ? marginOf(element) : 0;
        if (margin > around && !holdsTitle(element) && !isMost(element)) margins.push({ element, margin });
        settle();
        entered = element.firstChild !== null;
        if (!entered) close(element);
      }
    }
    if (entered) {
      node = node.firstChild;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (node === root) node = null;
      else if (node) close(node as Element);
    }
    node = node?.nextSibling ?? null;
  }
  return { blocks: reader.end(), passedOver };

  function holdsTitle(element: Element): boolean {
    if (frame) return title !== undefined && title !== element && element.contains(title);
    return element.localName !== 'h1' && element.querySelector('h1') !== null;
  }

  /** Whether most of what is no link stands in an element: it holds the content, whatever its class says, and is no footer. */
  function isMost(element: Element): boolean {
    if (/footer/i.test(`${element.localName} ${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`))
      return false;
    whole ??= unlinkedLength(root);
    return unlinkedLength(element) * 2 > whole;
  }

  function close(element: Element): void {
    reader.close(nameOf(element), element);
    if (element === section) section = undefined;
    if (/^h[2-6]$/.test(element.localName) && margins.length === 0 && !before) section = element.parentElement!;
    reader.inSection = section !== undefined;
    if (element === content) content = undefined;
    reader.marked = content !== undefined;
    if (margins.at(-1)?.element === element) margins.pop();
    if (element === title) before = false;
    if (element === tab) tab = undefined;
    settle();
  }
}

/** Characters in an element that are no link and that few other pages have. */
function ownProse(element: Element, frame: Frame | undefined): number {
  if (unlinkedLength(element) <= muchProse) return 0;
  let length = 0;
  const stack = [element];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (frame?.texts.has(wordsOf(next))) continue;
    const inner = [...next.children].filter(({ localName }) => localName !== 'a');
    length += unlinkedLength(next) - inner.reduce((sum, child) => sum + unlinkedLength(child), 0);
    stack.push(...inner);
  }
  return length;
}

/** What an element is read as: Doxygen's lines of code are divisions. */
const nameOf = (element: Element): string =>
  element.localName === 'div' && /^fragment\b/.test(attributeOf(element, 'class') ?? '') ? 'pre' : element.localName;

/**
 * Whether an element may be about the page instead of part of it: 1, all in it but headings and prose; 2, all but prose.
 * A name is a hint only, in the words by which people call navigation and its like; what holds the title is asked nothing.
 */
function marginOf(element: Element): 0 | 1 | 2 {
  if (/^(?:a|h[1-6])$/.test(element.localName)) return 0;
  if (element.hasAttributes()) {
    const names = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`;
    if (navigation.test(names) && attributeOf(element, 'role') !== 'tablist' && !isBox(element, names)) return 2;
    if (
      contents.test(names) &&
      (anchorsIn(element) > 0 || !firstWithin(element, isSubstance)) &&
      unlinkedLength(element) <= Math.max(60, wordsLength(element) / 2) &&
      leadsWithin(element)
    )
      return 2;
  }
  const name = element.localName;
  return name === 'header' ||
    name === 'footer' ||
    name === 'address' ||
    (name === 'aside' && !firstWithin(element, isParagraphOrCode) && !isProseList(element))
    ? 1
    : 0;
}

const isTab = (element: Element): boolean =>
  attributeOf(element, 'role') === 'tab' || (element.localName === 'label' && attributeOf(element, 'for') !== undefined);
const isSubstance = ({ localName }: Element): boolean => /^(?:p|pre|table|img)$/.test(localName);
const isParagraphOrCode = ({ localName }: Element): boolean => localName === 'p' || localName === 'pre';
const isItem = ({ localName }: Element): boolean => localName === 'li';
const isProseList = (element: Element): boolean =>
  firstWithin(element, isItem) !== undefined && unlinkedLength(element) * 2 >= wordsLength(element);
const isDownload = (element: Element): boolean => element.localName === 'a' && element.hasAttribute('download');

/** Whether an element beside the text is a part of it: most of it is no link, or it offers a download. */
const isBox = (element: Element, names: string): boolean =>
  firstWithin(element, isDownload) !== undefined ||
  (!/footer/i.test(names) && unlinkedLength(element) > Math.max(muchProse, wordsLength(element) * 0.7));

const navigation =
  /(?:^|[\s_-])(?:nav(?!-)|nav-?(?:path|bar|row\d*|panel|header|footer|menu|links|tree|igation\w*)|breadcrumbs?|sidebar|menu|pager|pagination|footer|edit)(?:$|[\s_-])/i;
const contents = /(?:^|[\s_-])(?:list-of-\w+|toc|contents)(?:$|[\s_-])/i;

/** For listeners only, or over the page, or a copy that a script made. */
const forListeners =
  /(?:^|\s)(?:sr-only|screen-reader-(?:only|text)|visually-?hidden|modal|offcanvas|slick-cloned|cloned|ttc|lineno|viewcode-back)(?:\s|$)/;
const iconFont = /(?:^|\s)material-(?:icons|symbols)/;

const never = new Set(
  'nav button style template noscript head title meta link base canvas datalist search script video audio iframe object dialog'.split(
    ' ',
  ),
);
const controls = /^(?:navigation|banner|search|searchbox|menu|menubar|toolbar|tooltip|dialog|alertdialog|doc-toc|directory)$/;

function isContent(element: Element, inHeading: boolean): boolean {
  const name = element.localName;
  if (name === 'textarea' && isBeside(element, 'pre')) return false;
  if (!element.hasAttributes()) return !never.has(name);
  const has = (name: string): boolean => element.getAttributeNode(name) !== null;
  if (has('data-markdown-only')) return true;
  if (has('data-markdown-ignore')) return false;
  const role = attributeOf(element, 'role') ?? '';
  if (never.has(name))
    return (
      (name === 'script' && /^math\/tex/.test(attributeOf(element, 'type') ?? '')) ||
      (name === 'dialog' && has('open')) ||
      // What is shown when a button is pressed has it as its title.
      (name === 'button' && (role === 'tab' ? hasOwnPanel(element) : inHeading && has('aria-expanded')))
    );
  if (controls.test(role)) return false;
  // A live editor is a field over the code that it shows.
  if (name === 'pre' && isBeside(element, 'textarea')) return true;
  // A panel of tabs is hidden until it is chosen.
  if (role === 'tabpanel' || (name === 'tr' && hasControl(element.parentElement!))) return true;
  return (
    !has('hidden') &&
    !isAriaHidden(element) &&
    !forListeners.test(attributeOf(element, 'class') ?? '') &&
    !(iconFont.test(attributeOf(element, 'class') ?? '') && /^[a-z\d_]*$/.test(wordsOf(element))) &&
    !has('inert') &&
    !has('popover') &&
    !isStyledAway(attributeOf(element, 'style'))
  );
}

/** Whether a click on one of the rows opens others. */
const hasControl = memoizeByObject((rows: Element): boolean => rows.querySelector('[onclick]') !== null);

const isBeside = ({ previousElementSibling, nextElementSibling }: Element, name: string): boolean =>
  previousElementSibling?.localName === name || nextElementSibling?.localName === name;

/** Tabs that share a panel filter what is in it. */
function hasOwnPanel(tab: Element): boolean {
  const panel = tab.getAttribute('aria-controls');
  const other = tab.nextElementSibling ?? tab.previousElementSibling;
  return panel === null || other?.getAttribute('aria-controls') !== panel;
}

/** Adds what is not text in the page: a formula as TeX, else the signs of it; a drawing as its title, else the text in it. */
function addDrawn(element: Element, reader: BlockReader): boolean {
  const name = element.localName;
  let text: string | null | undefined;
  if (name === 'script') text = element.textContent;
  else if (name === 'math') {
    const notes = [...element.getElementsByTagName('annotation')];
    text =
      notes.find((note) => /tex/i.test(note.getAttribute('encoding') ?? ''))?.textContent ??
      element.getAttribute('alttext') ??
      // Others than these are commands in TeX.
      textsOf(element, 'mi', 'mn', 'mtext', 'ms')
        .filter((sign) => /^[\x20-\x7e]*$/.test(sign))
        .join(' ');
  } else if (name === 'svg')
    text =
      [...element.children].find(({ localName }) => localName === 'title')?.textContent ??
      element.getAttribute('aria-label') ??
      textsOf(element, 'text').join(' ');
  if (text === undefined) return false;
  reader.open(name, element);
  reader.text(` ${text} `);
  reader.close(name);
  return true;
}

const textsOf = (element: Element, ...names: string[]): string[] =>
  names.flatMap((name) => [...element.getElementsByTagName(name)].filter(isDrawn).map(({ textContent }) => textContent ?? ''));
