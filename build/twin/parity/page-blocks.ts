import { memoizeByObject } from '../../contract/std/collections.ts';
import { type Boilerplate, isSequenceLink, longestText } from '../boilerplate.ts';
import { changeMark } from '../changed-lines.ts';
import { ancestorOf, attributeOf, isAriaHidden, isHeading, leadsWithin, wordsOf } from '../dom.ts';
import { firstWithin } from '../first-within.ts';
import { isDrawn, isStyledAway } from '../hidden-style.ts';
import { anchorsIn, muchProse, proseLength, unlinkedLength, wordsLength } from '../measure.ts';
import { isTitle, nameOfPage, titleBlockOf } from '../page-title.ts';
import {
  isAllOfArticle,
  isAsideOfPage,
  isBreadcrumb,
  isChoiceOfLanguage,
  isContentsOfPage,
  isInSentence,
  isListOfContents,
  isOfQuotation,
  isPrompt,
  isSequenceRow,
  isTitleOfContents,
  marksContent,
} from '../regions.ts';
import { type Block, BlockReader } from './blocks.ts';

/** The element of a page that became its twin, and elements in it that did not. */
export interface Converted {
  readonly root: Element;
  readonly out: ReadonlySet<Element>;
}

/** The blocks of a page, and the elements without content. */
export interface PageBlocks {
  readonly blocks: readonly Block[];
  /** Skipped elements. */
  readonly passedOver: readonly Element[];
}

/**
 * Reads the blocks of a page from its DOM, by HTML and ARIA, not by class names. Does not recurse.
 *
 * @param root the measured element
 * @param boilerplate boilerplate of the site
 * @param repeated elements of the page that are boilerplate
 * @param converted the element that was converted, and elements in it that were not
 */
export function pageBlocks(
  root: Element,
  urlOf: (href: string) => string | undefined,
  boilerplate?: Boilerplate,
  repeated?: ReadonlySet<Element>,
  converted: Converted = { root, out: new Set() },
): PageBlocks {
  const reader = new BlockReader(urlOf, boilerplate);
  const passedOver: Element[] = [];
  // The page's own prose is content, whatever is beside it.
  const isRepeated = (element: Element): boolean =>
    repeated?.has(element) === true && ownProse(element, boilerplate) <= Math.max(muchProse, wordsLength(element) * 0.4);
  // Text before the title is navigation.
  const hasHeading = root.querySelector('h1') !== null;
  const isBanner = (element: Element): boolean => element.localName === 'h1' && boilerplate?.texts.has(wordsOf(element)) === true;
  const title = !boilerplate
    ? undefined
    : titleBlockOf(
        root,
        (element) =>
          !isRepeated(element) && !isBanner(element) && isContent(element, false) && (hasHeading || marginOf(element) < 2),
        boilerplate.names,
      );
  reader.title = title && isTitle(title, nameOfPage(root.ownerDocument, boilerplate?.names)) ? wordsOf(title) : '';
  let before = title !== undefined;
  const margins: { readonly element: Element; readonly margin: 0 | 1 | 2 }[] = [];
  let content: Element | undefined;
  let whole: number | undefined;
  /** The container of the last heading. */
  let section: Element | undefined;
  let tab: Element | undefined;
  /** An element around the content whose whole text many pages have. */
  let known: Element | undefined;
  let isConverted = root === converted.root;
  let beside: Element | undefined;
  const settle = (): void => {
    reader.inTab = tab !== undefined;
    reader.inKnown = known !== undefined;
    reader.isOutside = !isConverted || beside !== undefined;
    reader.margin = margins.at(-1)?.margin || (before ? 1 : 0);
  };
  settle();
  let node: Node | null = root.firstChild;
  while (node) {
    let entered = false;
    // Browsers show only the options of a choice.
    if (node.nodeType === 3 || node.nodeType === 4) reader.text(isChoice(node.parentElement!) ? '' : (node as Text).data);
    else if (node.nodeType === 1) {
      const element = node as Element;
      if (isRepeated(element) || !isContent(element, reader.inHeading)) passedOver.push(element);
      else if (!addDrawn(element, reader)) {
        if (margins.length === 0 && /^h[1-6]$/.test(element.localName)) before = false;
        if (content === undefined && marksContent(element)) {
          content = element;
          // Marked content may begin before the title.
          before = false;
        }
        reader.marked = content !== undefined;
        if (element.localName === 'hr') section = undefined;
        reader.open(nameOf(element), element, element.localName === 'a' && boilerplate !== undefined && isSequenceLink(element));
        if (reader.inCode && element.hasAttributes()) reader.text(changeMark(element));
        tab ??= isTab(element) ? element : undefined;
        const around = margins.at(-1)?.margin ?? 0;
        const margin = around < 2 ? marginOf(element) : 0;
        if (margin > around && !holdsTitle(element) && !isMost(element)) margins.push({ element, margin });
        isConverted ||= element === converted.root;
        beside ??= converted.out.has(element) && !repeated?.has(element) ? element : undefined;
        known ??= margins.length > 0 && isKnown(element) ? element : undefined;
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

  /** Whether many pages have its text. Longer texts were never compared; reading them takes quadratic time where margins nest. */
  function isKnown(element: Element): boolean {
    return boilerplate !== undefined && wordsLength(element) <= longestText && boilerplate.texts.has(wordsOf(element));
  }

  function holdsTitle(element: Element): boolean {
    if (boilerplate)
      return (title !== undefined && title !== element && element.contains(title)) || headsOwn(element, boilerplate);
    return element.localName !== 'h1' && element.querySelector('h1') !== null;
  }

  /** Whether an element has most of the unlinked text, which is more than spaces between links: the content, whatever its class, and no footer. */
  function isMost(element: Element): boolean {
    if (/footer/i.test(`${element.localName} ${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`))
      return false;
    whole ??= unlinkedLength(root);
    const own = unlinkedLength(element);
    return own > anchorsIn(element) && own * 2 > whole;
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
    if (element === known) known = undefined;
    if (element === converted.root) isConverted = false;
    if (element === beside) beside = undefined;
    settle();
  }
}

/** Whether an element is the header of a section, or of a page without title: with a heading that few other pages have. */
const headsOwn = (element: Element, { texts }: Boilerplate): boolean =>
  element.localName === 'header' && firstWithin(element, isOwnHeading(texts)) !== undefined;

const isOwnHeading = memoizeByObject(
  (texts: ReadonlySet<string>) =>
    (element: Element): boolean =>
      isHeading(element) && !texts.has(wordsOf(element)),
);

/** Characters of unlinked text that few other pages have. */
function ownProse(element: Element, boilerplate: Boilerplate | undefined): number {
  if (unlinkedLength(element) <= muchProse) return 0;
  let length = 0;
  const stack = [element];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (boilerplate?.texts.has(wordsOf(next))) continue;
    const inner = [...next.children].filter(({ localName }) => localName !== 'a');
    length += unlinkedLength(next) - inner.reduce((sum, child) => sum + unlinkedLength(child), 0);
    stack.push(...inner);
  }
  return length;
}

/** The name that an element is read as: Doxygen's lines of code are `div`s. */
const nameOf = (element: Element): string =>
  element.localName === 'div' && /^fragment\b/.test(attributeOf(element, 'class') ?? '') ? 'pre' : element.localName;

/**
 * Whether an element may be about the page instead of part of it: 1, all in it but headings and prose; 2, all but prose. By
 * common names of navigation and the like, which are hints only; elements with the title are exempt.
 */
function marginOf(element: Element): 0 | 1 | 2 {
  if (/^(?:a|h[1-6])$/.test(element.localName)) return 0;
  if (/^(?:p|ul)$/.test(element.localName) && isChoiceOfLanguage(element)) return 2;
  if (element.localName === 'ul' && isListOfContents(element)) return 2;
  if (/^(?:div|section|details)$/.test(element.localName) && isContentsOfPage(element)) return 2;
  if (/^(?:p|div)$/.test(element.localName) && isSequenceRow(element)) return 2;
  if (element.hasAttributes()) {
    const names = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`;
    if (navigation.test(names) && attributeOf(element, 'role') !== 'tablist' && !isBox(element, names)) return 2;
    if (
      contents.test(names) &&
      (anchorsIn(element) > 0 || !firstWithin(element, isSubstance)) &&
      proseLength(element) <= Math.max(60, wordsLength(element) / 2) &&
      leadsWithin(element)
    )
      return 2;
  }
  const name = element.localName;
  return (name === 'header' && !isAllOfArticle(element)) ||
    (name === 'footer' && !isOfQuotation(element)) ||
    name === 'address' ||
    (name === 'aside' && !firstWithin(element, isParagraphOrCode) && !isProseList(element))
    ? 1
    : 0;
}

const isChoice = ({ localName }: Element): boolean => localName === 'select' || localName === 'optgroup';
const isTab = (element: Element): boolean =>
  attributeOf(element, 'role') === 'tab' || (element.localName === 'label' && attributeOf(element, 'for') !== undefined);
const isSubstance = ({ localName, parentElement }: Element): boolean =>
  /^(?:p|pre|table|img)$/.test(localName) && parentElement?.localName !== 'noscript';
const isParagraphOrCode = ({ localName }: Element): boolean => localName === 'p' || localName === 'pre';
const isItem = ({ localName }: Element): boolean => localName === 'li';
const isProseList = (element: Element): boolean =>
  firstWithin(element, isItem) !== undefined && unlinkedLength(element) * 2 >= wordsLength(element);
const isDownload = (element: Element): boolean => element.localName === 'a' && element.hasAttribute('download');

/** Whether an element beside the text is part of it: mostly unlinked, or offering a download. */
const isBox = (element: Element, names: string): boolean =>
  firstWithin(element, isDownload) !== undefined ||
  (!/footer/i.test(names) && unlinkedLength(element) > Math.max(muchProse, wordsLength(element) * 0.7));

const navigation =
  /(?:^|[\s_-])(?:nav(?!-)|nav-?(?:path|bar|row\d*|panel|header|footer|menu|links|tree|igation\w*)|breadcrumbs?|sidebar|menu|pager|pagination|paginator|footer|edit|printfooter|siteSub)(?:$|[\s_-])/i;
const contents = /(?:^|[\s_-])(?:list-of-\w+|toc|contents)(?:$|[\s_-])/i;

const forListeners = /(?:^|\s)(?:sr-only|screen-reader-(?:only|text)|visually-?hidden)(?:\s|$)/;
/** Overlays, and copies made by scripts. */
const copies = /(?:^|\s)(?:modal|offcanvas|slick-cloned|cloned|ttc|linenos?|viewcode-back)(?:\s|$)/;
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
  if (/^h[2-4]$/.test(name) && isTitleOfContents(element)) return false;
  const isWord = name === 'button' && isInSentence(element);
  if (!element.hasAttributes()) return !never.has(name) || isWord;
  const has = (name: string): boolean => element.getAttributeNode(name) !== null;
  if (name === 'option' && isPrompt(element)) return false;
  if (has('data-markdown-only')) return true;
  if (has('data-markdown-ignore')) return false;
  const role = attributeOf(element, 'role') ?? '';
  if (never.has(name) && !isWord)
    return (
      (name === 'script' && /^math\/tex/.test(attributeOf(element, 'type') ?? '')) ||
      (name === 'dialog' && has('open')) ||
      // A disclosure button is the title of its content.
      (name === 'button' && (role === 'tab' ? hasOwnPanel(element) : inHeading && has('aria-expanded')))
    );
  if (controls.test(role) || isBreadcrumb(element) || isAsideOfPage(element)) return false;
  // The field of a live editor duplicates the code below it.
  if (name === 'pre' && isBeside(element, 'textarea')) return true;
  // Tab panels are hidden until selected.
  if (role === 'tabpanel' || (name === 'tr' && hasControl(element.parentElement!))) return true;
  return (
    !isHidden(element) &&
    !isAriaHidden(element) &&
    !copies.test(attributeOf(element, 'class') ?? '') &&
    (!forListeners.test(attributeOf(element, 'class') ?? '') || saysSign(element)) &&
    !(iconFont.test(attributeOf(element, 'class') ?? '') && /^[a-z\d_]*$/.test(wordsOf(element))) &&
    !has('inert') &&
    !has('popover')
  );
}

/** Whether an element is hidden by its attribute or its style. */
export const isHidden = (element: Element): boolean =>
  attributeOf(element, 'hidden') !== undefined || isStyledAway(attributeOf(element, 'style'));

/** Whether text for screen readers says a sign beside it, such as an emoji. */
const saysSign = ({ previousElementSibling, nextElementSibling }: Element): boolean =>
  [previousElementSibling, nextElementSibling].some((sign) => sign && isAriaHidden(sign) && wordsOf(sign) !== '');

/** Whether a click on one of the rows opens others. */
const hasControl = memoizeByObject((rows: Element): boolean => rows.querySelector('[onclick]') !== null);

const isBeside = ({ previousElementSibling, nextElementSibling }: Element, name: string): boolean =>
  previousElementSibling?.localName === name || nextElementSibling?.localName === name;

/** Tabs with a common panel are filters of its content. */
function hasOwnPanel(tab: Element): boolean {
  const panel = tab.getAttribute('aria-controls');
  const other = tab.nextElementSibling ?? tab.previousElementSibling;
  return panel === null || other?.getAttribute('aria-controls') !== panel;
}

/** Adds non-text content: a formula as TeX, else by its signs; a drawing by its title, else its text. */
function addDrawn(element: Element, reader: BlockReader): boolean {
  const name = element.localName;
  let text: string | null | undefined;
  if (name === 'script') text = element.textContent;
  // In a block of code a formula is its text.
  else if (name === 'math' && ancestorOf(element, ({ localName }) => localName === 'pre') === undefined) {
    const notes = [...element.getElementsByTagName('annotation')];
    text =
      notes.find((note) => /tex/i.test(note.getAttribute('encoding') ?? ''))?.textContent ??
      element.getAttribute('alttext') ??
      // All other elements become commands in TeX.
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
