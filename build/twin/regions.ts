import { memoizeByObject } from '../contract/std/collections.ts';
import {
  ancestorOf,
  attributeOf,
  childElementsOf,
  elementsOf,
  hasClass,
  idOf,
  inlineElements,
  isAnchor,
  isAriaHidden,
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
import { isStyledAway } from './hidden-style.ts';
import { anchoredLength, anchorsIn, aroundContent, muchProse, proseLength, unlinkedLength, wordsLength } from './measure.ts';
import { isPhoto } from './srcset.ts';

/** The purpose of a part of a page: to be read, to lead elsewhere, beside the content, invisible, or interactive. */
export type Region = 'content' | 'navigation' | 'aside' | 'hidden' | 'control';

/**
 * The region of an element by its own evidence: its name, hiding, role, class and id, in this order. Used for the choice of the
 * root, for conversion and for the questions of `check --answers`; boilerplate is learned separately (`boilerplate.ts`). Parity still
 * counts prose in excluded elements as lost.
 */
export function regionOf(
  element: Element,
  name: string = element.localName,
  classNames: string | undefined = attributeOf(element, 'class'),
): Region {
  // <nav>, <button>, <style>
  //  ^
  const byName = byNames[name];
  const named = byName && (byName.when === undefined || byName.when(element)) ? byName.region : 'content';
  if (byName && byName.when === undefined) return byName.region;
  if (!element.hasAttributes()) return named;
  // <p data-markdown-ignore>
  //    ^
  if (attributeOf(element, 'data-markdown-only') !== undefined) return 'content';
  if (attributeOf(element, 'data-markdown-ignore') !== undefined) return 'hidden';
  if (named !== 'content') return named;
  // <div hidden>, <div style="display: none">
  //      ^             ^
  if (isHidden(element, name, classNames)) return 'hidden';
  // <div role="navigation">
  //            ^
  const byRole = byRoles[attributeOf(element, 'role') ?? ''];
  if (byRole && (byRole !== 'aside' || !isSectionHeader(element))) return byRole;
  // <ol aria-label="Breadcrumb">
  //                 ^
  if (isBreadcrumb(element)) return 'navigation';
  // <div class="toc">
  //             ^
  if (classNames !== undefined) {
    if (iconFont.test(classNames) && /^[a-z\d_]*$/.test(wordsOf(element))) return 'control';
    const byClass = regionOfClass(classNames);
    if (byClass !== 'content' && !keepsAnyway(element, name)) return byClass;
    if (classNames === 'lang' && hasClass(element.parentElement!, /(?:^|\s)language-/)) return 'hidden';
  }
  // <div id="sidebar">
  //          ^
  const id = attributeOf(element, 'id');
  return id !== undefined && idsOut.test(id) && !isTarget(element, id) && !keepsAnyway(element, name) ? 'navigation' : 'content';
}

/** Whether an element is not content, even inside of it. */
export const isLeftOut = (element: Element, name?: string, classNames?: string | undefined): boolean =>
  regionOf(element, name, classNames) !== 'content';

/** Names of elements around content, as words of a class or an id. */
const aroundNames = /(?:^|[\s_-])(?:side-?bar|toc|menu|nav|navbar|footer|cookies?|comments?|related|widget|modal)(?:$|[\s_-])/i;

/** Whether an element is named like things around content. Inside the content names say less (`byClasses`). */
export const isCalledAround = (element: Element): boolean =>
  aroundContent.test(element.localName) ||
  // <div role="complementary">
  //            ^
  /^(?:complementary|navigation|banner|search)$/.test(attributeOf(element, 'role') ?? '') ||
  // <div class="page-sidebar">, <ul id="menu">
  //                  ^                  ^
  aroundNames.test(`${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`);

/** Whether an element beside the content is not part of it. */
export const isAround = (element: Element): boolean => isCalledAround(element) || isLeftOut(element);

/** Whether an element is labelled as the way to the page. */
export const isBreadcrumb = (element: Element): boolean => /^breadcrumbs?$/i.test(attributeOf(element, 'aria-label') ?? '');

/** Whether an element is marked as the main content. */
export const isMain = (element: Element): boolean =>
  element.localName === 'main' || (element.hasAttributes() && attributeOf(element, 'role') === 'main');

/** Whether the author marked an element as the content, or as one of its articles. */
export const marksContent = (element: Element): boolean => element.localName === 'article' || isMain(element);

/** Whether an article consists of navigation below its title: an index. */
function isAllBelowTitle(nav: Element): boolean {
  const article = nav.parentElement;
  if (article?.localName !== 'article' && article?.localName !== 'main') return false;
  return holdsIn(article).every((child) => child === nav);
}

/** The first two non-empty children of an article that are not headings. */
const holdsIn = memoizeByObject((article: Element): readonly Element[] => {
  const found: Element[] = [];
  for (let child = article.firstElementChild; child && found.length < 2; child = child.nextElementSibling)
    if (!/^h[1-6]$/.test(child.localName) && wordsLength(child) > 0) found.push(child);
  return found;
});

/** Elements that are not content; those with `when`, only conditionally. */
const byNames: Record<string, { readonly region: Region; readonly when?: (element: Element) => boolean } | undefined> = {
  __proto__: null as never,
  nav: {
    region: 'navigation',
    when: (element) =>
      !hasClass(element, /(?:^|\s)mdbook-tabs(?:\s|$)/) &&
      attributeOf(element, 'role') !== 'tablist' &&
      !isAllBelowTitle(element),
  },
  table: {
    region: 'navigation',
    when: (element) => hasClass(element, /^(?:nav|navigation)(?:\s|$)/) || isTableOfLinks(element),
  },
  aside: { region: 'aside', when: (element) => isNavigation(element) || isAsideOfPage(element) },
  div: {
    region: 'navigation',
    when: (element) => isContentsOfPage(element) || isSequenceRow(element) || (isSidebar(element) && isNavigation(element)),
  },
  section: { region: 'navigation', when: isContentsOfPage },
  details: { region: 'navigation', when: isContentsOfPage },
  p: { region: 'navigation', when: (element) => isChoiceOfLanguage(element) || isSequenceRow(element) },
  ul: { region: 'navigation', when: (element) => isChoiceOfLanguage(element) || isListOfContents(element) },
  header: { region: 'aside', when: (element) => !isSectionHeader(element) },
  footer: { region: 'aside', when: (element) => !isContentFooter(element) },
  button: { region: 'control', when: (element) => !isDisclosure(element) },
  textarea: {
    region: 'control',
    when: (field) => [field.previousElementSibling, field.nextElementSibling].some((shown) => shown && editorOf(shown) === field),
  },
  datalist: { region: 'control' },
  option: { region: 'control', when: (element) => isPrompt(element) },
  search: { region: 'control' },
  template: { region: 'hidden', when: (element) => attributeOf(element, 'data-markdown-only') === undefined },
  script: { region: 'hidden', when: (element) => !/^math\/tex/.test(attributeOf(element, 'type') ?? '') },
  dialog: { region: 'hidden', when: (element) => attributeOf(element, 'open') === undefined },
  ...Object.fromEntries('h2 h3 h4'.split(' ').map((name) => [name, { region: 'navigation' as const, when: isTitleOfContents }])),
  ...Object.fromEntries(
    'style noscript head title meta link base canvas'.split(' ').map((name) => [name, { region: 'hidden' as const }]),
  ),
};

const regionsBy = (words: Partial<Record<Region, string>>): Record<string, Region | undefined> =>
  Object.assign(
    Object.create(null),
    ...Object.entries(words).flatMap(([region, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => ({ [name.toLowerCase()]: region })),
    ),
  );

/** `banner` is an aside unless it is the header of a section. */
const byRoles = regionsBy({
  navigation: 'navigation menu menubar doc-toc directory',
  control: 'search searchbox toolbar',
  hidden: 'tooltip dialog alertdialog',
  aside: 'banner',
});
const idsOut = /^(?:toc|table-?of-?contents|breadcrumbs?|skip-?(?:link|to-content)|footer|sidebar|navbar|siteSub)$/i;

/** Class names of navigation and controls in generators and frameworks, case-insensitive. */
const byClasses = regionsBy({
  navigation: `
    md-path navpath navheader navfooter
    toc table-of-contents tableofcontents tocbase theme-doc-toc-mobile theme-doc-toc-desktop tocCollapsible mobile-starlight-toc
    right-sidebar-panel list-of-figures list-of-tables list-of-examples list-of-equations book-toc on-this-page
    nav-panel pagination paginator pagination-nav pagination-links prev-next pager prev-next-footer related-pages nav-wrapper nav-wide-wrapper
    md-footer md-nav md-sidebar VPDocFooter VPDocOutlineDropdown VPLocalNav
    sidebar-navigation bd-sidebar wy-nav-side sphinxsidebar rst-versions rst-footer-buttons
    skip-link skip-nav skip-to-content sub-nav top-nav flex-header table-tabs viewcode-back`,
  aside: 'printfooter edit-this-page edit-page-link edit-link theme-edit-this-page md-source-file td-page-meta page-source',
  control: `
    headerlink header-anchor heading-anchor hash-link anchor-link anchorjs-link sl-anchor-link td-heading-self-link heading-link
    docs-heading-anchor subheading-anchor copybtn copy-button clipboard-button btn-clipboard copy-to-clipboard-button
    md-clipboard clip-button copy-snippet edit-link-button md-content__button
    carousel-indicators carousel-control-prev carousel-control-next slick-dots slick-arrow swiper-pagination
    swiper-button-prev swiper-button-next splide__pagination splide__arrows owl-dots owl-nav`,
  hidden: `
    sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only show-for-sr a11y-hidden assistive-text ttc
    slick-cloned swiper-slide-duplicate splide__slide--clone cloned
    modal offcanvas cookie-banner cookie-consent cookie-notice cookieconsent cc-window`,
});

/** Icon fonts, which draw an icon in place of its name; a box with content may have the class, too. */
const iconFont = /(?:^|\s)material-(?:icons|symbols)(?:-[a-z]+)?(?:\s|$)/;

/** Sphinx's table of contents of one page; `contents` alone names whole pages elsewhere. */
const localContents = /^(?=.*\bcontents\b)(?=.*\b(?:topic|local)\b)/i;

/** The part of any theme, such as `theme-doc-breadcrumbs`; `has-breadcrumbs` names the box around it. */
const breadcrumbs = /(?<!(?:^|-)(?:has|with|no|without))(?:^|[_-])breadcrumbs?$/;

const classMemo = new Map<string, Region>();

function regionOfClass(names: string): Region {
  const known = classMemo.get(names);
  if (known !== undefined) return known;
  const [first = localContents.test(names) ? 'navigation' : 'content'] = names
    .toLowerCase()
    .split(/\s+/)
    .flatMap((name) => byClasses[name] ?? (breadcrumbs.test(name) ? 'navigation' : []));
  if (classMemo.size > 5_000) classMemo.clear();
  classMemo.set(names, first);
  return first;
}

/** Whether an id is the target of links to a word or a cell of a table, not the name of a box: `<span id="footer">`. */
const isTarget = (element: Element, id: string): boolean =>
  !/^(?:breadcrumbs?|skip)/i.test(id) && (inlineElements.has(element.localName) || isOfData(element));

/** Whether an element is a cell of a table with header cells (HTML §4.9.10). */
function isOfData({ localName, parentElement }: Element): boolean {
  const table =
    /^t[dh]$/.test(localName) && parentElement ? ancestorOf(parentElement, (at) => at.localName === 'table') : undefined;
  return table !== undefined && firstWithin(table, isHeaderCell) !== undefined;
}

/** A class is only a hint: headings, whole pages, prose, code, and most of a page are never navigation. */
function keepsAnyway(element: Element, name: string): boolean {
  if (hasClass(element, forListeners)) return isOnlyForm(element);
  if (hasClass(element, overlay)) return false;
  if (isWholeHeading(element)) return true;
  if (firstWithin(element, isNeverNavigation) || isMostlyProse(element)) return true;
  if (isContentsOfBook(element) || isContentsWithProse(element)) return true;
  if (/^(?:h[1-6]|main|body|article|pre|code|table)$/.test(name) || element.parentElement?.localName === 'html') return true;
  const { body } = element.ownerDocument;
  return body !== null && wordsLength(element) > wordsLength(body) * 0.7 && firstWithin(element, leadsElsewhere) !== undefined;
}

/** Whether an element is the whole text of a heading: a link of the heading to itself. */
function isWholeHeading(element: Element): boolean {
  const heading = wordsLength(element) > 1 ? ancestorOf(element, isHeading) : undefined;
  return heading !== undefined && wordsLength(heading) === wordsLength(element);
}

const isNeverNavigation = (element: Element): boolean =>
  /^(?:h1|pre)$/.test(element.localName) || attributeOf(element, 'role') === 'tablist' || isProse(element);

const leadsElsewhere = (link: Element): boolean => (attributeOf(link, 'href') ?? '#')[0] !== '#';

/** Whether an element lists other pages, as on the first page of a book. */
export const isContentsOfBook = (element: Element): boolean => isCalledContents(element) && !leadsWithin(element);

/** Whether a table of contents says more than the headings of the page: parity asks for it, too. */
const isContentsWithProse = (element: Element): boolean =>
  isCalledContents(element) && anchorsIn(element) > 0 && unlinkedLength(element) > Math.max(60, wordsLength(element) / 2);

const isCalledContents = (element: Element): boolean =>
  contents.test(`${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`);

const contents = /(?:^|\s)(?:toc|table-of-contents|tableofcontents|list-of-\w+|book-toc)(?:\s|$)/i;

export const forListeners =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|show-for-sr|a11y-hidden|assistive-text)(?:\s|$)/;

/** Navigation is links (HTML §4.3.4): a section about tables of contents may have the name of one. */
const isMostlyProse = (element: Element): boolean =>
  proseLength(element) > (anchorsIn(element) === 0 ? 60 : Math.max(muchProse, wordsLength(element) * 0.7));

/** A long paragraph without a link. */
const isProse = (element: Element): boolean =>
  element.localName === 'p' && wordsLength(element) > 120 && firstWithin(element, isAnchor) === undefined;

function isHidden(element: Element, name: string, classNames: string | undefined): boolean {
  const hidden = attributeOf(element, 'hidden');
  const isAway =
    (hidden !== undefined && hidden !== 'until-found') ||
    isAriaHidden(element) ||
    attributeOf(element, 'inert') !== undefined ||
    attributeOf(element, 'popover') !== undefined ||
    isStyledAway(attributeOf(element, 'style'));
  if (!isAway) return false;
  // Tab panels and slides are hidden until selected; Starlight hides titles that it repeats in aria-label; formulas are
  // hidden where a second form is read aloud.
  if (attributeOf(element, 'role') === 'tabpanel' || shownInTurn.test(classNames ?? '')) return false;
  if (isOpened(element) || editorOf(element)) return false;
  return !(name === 'math' || name === 'svg' || name.startsWith('mjx-') || isFormula(element, classNames));
}

const shownInTurn =
  /(?:^|\s)(?:tabs?(?:bed)?(?:[-_]{0,2}(?:pane|panel|content|item|block)s?)?|\S*aside__title|slide|carousel-item)(?:\s|$)/i;

/** The visual or the accessible form of a formula; not a note about one. */
const isFormula = (element: Element, classNames: string | undefined): boolean =>
  formula.test(classNames ?? '') && (isAriaHidden(element) || firstWithin(element, isMath) !== undefined);
const isMath = ({ localName }: Element): boolean => localName === 'math';
const formula = /(?:^|\s)(?:katex\S*|MathJax\S*|math|math-\S+|\S*mathml\S*)(?:\s|$)/i;

/** The input field of a live editor over its visible code. */
const editorOf = (shown: Element): Element | undefined =>
  shown.localName === 'pre'
    ? ([shown.previousElementSibling, shown.nextElementSibling].find((field) => field?.localName === 'textarea') ?? undefined)
    : undefined;

/** Whether a control of the page opens an element as part of it, such as an answer or a tab; no menu and no dialog. */
function isOpened(element: Element): boolean {
  const id = attributeOf(element, 'id');
  if (attributeOf(element, 'role') === 'menu' || hasClass(element, overlay)) return false;
  if (attributeOf(element, 'popover') !== undefined) return false;
  if (id !== undefined && openedIn(element.ownerDocument).has(id)) return true;
  if (id !== undefined && element.localName === 'tr' && openersOf(element.parentElement!).some((part) => id.includes(part)))
    return true;
  const before = element.previousElementSibling;
  return before !== null && isControl(before);
}

const overlay = /(?:^|\s)(?:modal|offcanvas|dropdown-menu|dropdown|popover|tooltip|navbar-collapse|drawer)(?:\s|$)/;

/** A button before the element that it opens, alone or in a heading. */
const isControl = (element: Element): boolean => {
  const control =
    /^(?:h[1-6]|dt|div)$/.test(element.localName) && element.childElementCount === 1 ? element.firstElementChild! : element;
  return (
    control.localName === 'button' ||
    attributeOf(control, 'role') === 'button' ||
    attributeOf(control, 'aria-expanded') !== undefined
  );
};

/** Ids of elements opened by controls. */
const openedIn = memoizeByObject((document: Document): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const control of document.querySelectorAll(
    '[aria-controls], [data-bs-target], [data-target], [data-toggle], [data-bs-toggle]',
  )) {
    if (
      /^(?:modal|offcanvas|dropdown)$/.test(attributeOf(control, 'data-bs-toggle') ?? attributeOf(control, 'data-toggle') ?? '')
    )
      continue;
    if (attributeOf(control, 'aria-haspopup') !== undefined || ancestorOf(control, isNavigationItself)) continue;
    for (const name of ['aria-controls', 'data-bs-target', 'data-target', 'href'])
      for (const id of (attributeOf(control, name) ?? '').split(/\s+/)) ids.add(id.replace(/^#/, ''));
  }
  return ids;
});

const isNavigationItself = (element: Element): boolean =>
  element.localName === 'nav' || attributeOf(element, 'role') === 'navigation';

/** Texts in click handlers of rows: a tree of rows opens by parts of their ids. */
const openersOf = memoizeByObject((rows: Element): readonly string[] => [
  ...new Set(
    [...rows.querySelectorAll('[onclick]')].flatMap((control) => /\('([^']+)'/.exec(attributeOf(control, 'onclick')!)?.[1] ?? []),
  ),
]);

/** Whether an option is no choice but asks for one: "Select one". */
export const isPrompt = (option: Element): boolean =>
  attributeOf(option, 'disabled') !== undefined && attributeOf(option, 'value') === '';

/** Whether a button is a word of a sentence, with text on both sides. */
export const isInSentence = ({ previousSibling, nextSibling }: Element): boolean =>
  [previousSibling, nextSibling].every((side) => side && isText(side) && side.data.trim() !== '') &&
  !/[.:!?]\s*$/.test((previousSibling as Text).data);

/**
 * A button is part of the page if it is a word of a sentence or a link, enlarges a photograph, or opens part of the page: a
 * question, a tab.
 */
function isDisclosure(button: Element): boolean {
  if (attributeOf(button, 'role') === 'tab' || isInSentence(button) || ancestorOf(button, isLink)) return true;
  if (firstWithin(button, isLink) || firstWithin(button, isPhoto)) return true;
  const parent = button.parentElement;
  if (!parent) return false;
  if (/^(?:h[1-6]|summary|dt)$/.test(parent.localName))
    return attributeOf(button, 'aria-expanded') !== undefined || wordsLength(button) === wordsLength(parent);
  const next = button.nextElementSibling;
  if (next && isHidden(next, '', undefined) === false && isAwayUntilOpened(next)) return true;
  const controls = attributeOf(button, 'aria-controls');
  return (
    controls !== undefined && attributeOf(button, 'aria-expanded') !== undefined && openedIn(button.ownerDocument).has(controls)
  );
}

const isAwayUntilOpened = (element: Element): boolean =>
  attributeOf(element, 'hidden') !== undefined ||
  isAriaHidden(element) ||
  isStyledAway(attributeOf(element, 'style')) ||
  hasClass(element, /(?:^|\s)(?:collapse|accordion-\S+|panel)(?:\s|$)/);

/** Text for screen readers is kept if no visible text replaces it: beside a sign, or alone in a cell. */
function isOnlyForm(element: Element): boolean {
  const parent = element.parentElement;
  const beside = [element.previousElementSibling, element.nextElementSibling];
  if (beside.some((sign) => sign && isAriaHidden(sign) && wordsLength(sign) > 0)) return wordsLength(element) > 0;
  if (!parent || element.localName === 'a' || /^(?:body|main|section|article)$/.test(parent.localName)) return false;
  let hasSign = /^t[dh]$/.test(parent.localName);
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node === element) continue;
    if (isText(node) && node.data.trim() !== '') return false;
    if (!isElement(node)) continue;
    if (node.localName === 'svg' || isAriaHidden(node)) hasSign = true;
    else if (wordsLength(node) > 0 || node.localName === 'img') return false;
  }
  return hasSign && wordsLength(element) > 0;
}

/** A table with little else than links, some of them to the next, previous and parent page. */
const isTableOfLinks = (table: Element): boolean => {
  const links = anchorsIn(table);
  return links > 1 && unlinkedLength(table) <= links * 4 && isLinkRow(table);
};

/** Longest label of a choice of languages, in characters. */
const shortLabel = 40;

/**
 * Whether an element beside much else is links to the page in other languages (HTML §4.6.6.1), with a label; one of them may
 * lead to the page itself.
 */
export function isChoiceOfLanguage(element: Element): boolean {
  const links = anchorsIn(element);
  if (links < 2 || unlinkedLength(element) > shortLabel) return false;
  const others = element.querySelectorAll('a[hreflang][rel~=alternate]').length;
  return others > 0 && others >= links - 1 && wordsLength(element) * 2 < wordsLength(element.ownerDocument.documentElement);
}

/** Whether an element is only a row of links that mostly repeat headings they lead to, or titles and such rows: contents of the page. */
export function isContentsOfPage(element: Element): boolean {
  return isRowOfSections(element) || isTitlesAndRows(element);
}

function isRowOfSections(element: Element): boolean {
  if (element.localName !== 'div' || anchorsIn(element) < 2 || unlinkedLength(element) > anchorsIn(element) * 3) return false;
  const links = childElementsOf(element);
  if (!links.every(isLink) || !leadsWithin(element)) return false;
  // <a href="#members">Members</a> | <a href="list.html">List of all members</a>
  //                               ^
  const isBarred = links.some(({ nextSibling }) => nextSibling && isText(nextSibling) && /[|·•]/.test(nextSibling.data));
  return headingsRepeatedBy(links) * 2 > links.length - (isBarred ? 1 : 0);
}

function isTitlesAndRows(element: Element): boolean {
  if (anchorsIn(element) < 2 || firstWithin(element, isMoreThanContents)) return false;
  const titles = outermost(element, isTitleOfPart);
  const titled = titles.reduce((sum, title) => sum + unlinkedLength(title), 0);
  if (titled === 0 || unlinkedLength(element) - titled > anchorsIn(element) * 3) return false;
  const links = [...elementsOf(element, new Set(titles))].filter(isLink);
  const { byId } = headingsOf(element.ownerDocument);
  const leadsOut = (link: Element): boolean => byId.has(sectionOf(link)) && !element.contains(byId.get(sectionOf(link))!);
  return links.length > 1 && links.every(leadsOut) && headingsRepeatedBy(links) * 2 > links.length;
}

const isMoreThanContents = ({ localName }: Element): boolean =>
  /^(?:p|ul|ol|dl|table|pre|blockquote|figure|img|picture|video|audio|iframe|math|form|input|select|textarea|h1)$/.test(
    localName,
  );

const isTitleOfPart = (element: Element): boolean => element.localName === 'summary' || isHeading(element);

const sectionOf = (link: Element): string => /^#(.*)$/s.exec(attributeOf(link, 'href')!)?.[1] ?? '';

/** How many links are called as headings of the page, or as part of the one that they lead to: "name?" for "Optional name". */
function headingsRepeatedBy(links: readonly Element[]): number {
  const { texts, byId } = headingsOf(links[0]!.ownerDocument);
  return links.filter((link) => {
    const label = wordsOf(link).replace(/[^\p{L}\p{N}]+$/u, '');
    const heading = byId.get(sectionOf(link));
    return sectionOf(link) !== '' && (texts.has(wordsOf(link)) || (label !== '' && heading && wordsOf(heading).includes(label)));
  }).length;
}

const headingsOf = memoizeByObject((document: Document) => {
  const all = [...document.querySelectorAll('h2, h3, h4, h5, h6')];
  return {
    texts: new Set(all.map(wordsOf)),
    byId: new Map(all.flatMap((heading) => [heading, ...childElementsOf(heading)].map((part) => [idOf(part) ?? '', heading]))),
    order: new Map(all.map((heading, at) => [heading, at])),
  };
});

/**
 * Whether a heading is only a link to a later one with the same words, with nothing but such links below it, as in the contents
 * of LinuxDoc.
 *
 * <h2><a name="toc1">1.</a> <a href="page.html#s1">Overview</a></h2> … <h2><a name="s1">1.</a> <a href="#toc1">Overview</a></h2>
 */
export function isTitleOfContents(title: Element): boolean {
  const link = anchorsIn(title) > 0 ? childElementsOf(title).find(isLink) : undefined;
  let next = title.nextSibling;
  while (next && (isElement(next) ? wordsLength(next) === 0 && next.localName !== 'hr' : (next as Text).data.trim() === ''))
    next = next.nextSibling;
  if (!link || !next || !isElement(next) || !(/^(?:hr|h[1-6])$/.test(next.localName) || isAllLinks(next))) return false;
  const { byId, order } = headingsOf(title.ownerDocument);
  const section = byId.get(/#(.+)$/s.exec(attributeOf(link, 'href')!)?.[1] ?? '');
  return section !== undefined && order.get(section)! > order.get(title)! && wordsOf(section) === wordsOf(title);
}

/** Whether a list is the subsections below such a heading. */
export const isListOfContents = (list: Element): boolean =>
  list.previousElementSibling !== null && isAllLinks(list) && isTitleOfContents(list.previousElementSibling);

/** <li><a name="toc1.1">1.1</a> <a href="page.html#ss1.1">Targets</a> */
const isAllLinks = (list: Element): boolean =>
  list.localName === 'ul' && unlinkedLength(list) <= anchorsIn(list) * 5 && leadsWithin(list);

/** Whether an element is only links to the next, previous or parent section or page, which say so (HTML §4.6.6): "Next: …, Up: …". */
export function isSequenceRow(element: Element): boolean {
  const links = anchorsIn(element);
  if (links === 0 || unlinkedLength(element) > links * 12 || !isLinkRow(element)) return false;
  return [...element.querySelectorAll('a[href]')].every((link) => attributeOf(link, 'rel') !== undefined);
}

const isLinkRow = (element: Element): boolean =>
  firstWithin(element, isHeading) === undefined && firstWithin(element, leadsOn) !== undefined;

const leadsOn = (link: Element): boolean => /^(?:next|prev|up)/.test(attributeOf(link, 'rel') ?? '');

/** A header is content with a heading (other than the name of the site) or prose; after the navigation; or as all of an article. */
const isSectionHeader = (header: Element): boolean =>
  isAllOfArticle(header) ||
  (header.previousElementSibling?.localName === 'nav' &&
    firstWithin(header, isNav) === undefined &&
    unlinkedLength(header) > 0) ||
  firstWithin(header, saysSomething) !== undefined;

/** Whether an element is the header of an article that says nothing else: an entry of a list. */
export const isAllOfArticle = (header: Element): boolean =>
  header.localName === 'header' &&
  header.parentElement!.localName === 'article' &&
  wordsLength(header) === wordsLength(header.parentElement!);

const isNav = ({ localName }: Element): boolean => localName === 'nav';

const saysSomething = (part: Element): boolean => isOwnHeading(part) || (part.localName === 'p' && unlinkedLength(part) > 40);

const isOwnHeading = (element: Element): boolean =>
  /^(?:h[1-6]|hgroup)$/.test(element.localName) &&
  (unlinkedLength(element) > 0 || ancestorOf(element.parentElement!, isHeader)?.parentElement?.localName !== 'body');

const isHeader = ({ localName }: Element): boolean => localName === 'header';

/** A footer is content if it names the source of a quotation, contains footnotes, a section with heading and prose, or ends a card. */
const isContentFooter = (footer: Element): boolean =>
  footer.parentElement?.localName === 'section' ||
  isOneOfMany(footer) ||
  isOfQuotation(footer) ||
  hasClass(footer, /footnote/) ||
  (firstWithin(footer, isTopHeading) !== undefined && firstWithin(footer, isOwnProse) !== undefined);

/** Whether a footer names the source of a quotation (HTML §4.4.4) or of a figure. */
export const isOfQuotation = (footer: Element): boolean =>
  /^(?:blockquote|figure)$/.test(ancestorOf(footer.parentElement!, isSectioning)?.localName ?? '');

/** Whether the element beside its parent is of the same kind and has a footer, too: cards, quotations, reviews. */
function isOneOfMany(footer: Element): boolean {
  const item = footer.parentElement!;
  return [item.previousElementSibling, item.nextElementSibling].some(
    (other) =>
      other?.localName === item.localName &&
      attributeOf(other, 'class') === attributeOf(item, 'class') &&
      childElementsOf(other).some(({ localName }) => localName === 'footer'),
  );
}

/** Elements whose footer is theirs alone (HTML §4.3.8), with divisions between or not. */
const isSectioning = ({ localName }: Element): boolean => /^(?:blockquote|figure|article|section|main|body)$/.test(localName);

const isTopHeading = ({ localName }: Element): boolean => localName === 'h1' || localName === 'h2';

const isOwnProse = (part: Element): boolean =>
  part.localName === 'p' && unlinkedLength(part) > 40 && !/©|copyright|rights reserved/i.test(wordsOf(part));

/** Whether an element is called a sidebar, and in nothing that is marked as content, as a box of docutils is. */
const isSidebar = (element: Element): boolean =>
  /(?:^|\s)side-?bar(?:-(?:left|right))?(?:\s|$)/i.test(
    `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`,
  ) && !ancestorOf(element, marksContent);

/** Whether an aside (HTML §4.3.5) is called a sidebar: it belongs to the whole page, or site, not to the text beside it. */
export const isAsideOfPage = (element: Element): boolean => element.localName === 'aside' && isSidebar(element);

/** An aside is navigation if most of its words are links. */
function isNavigation(aside: Element): boolean {
  if (attributeOf(aside, 'role') === 'navigation') return true;
  if (childElementsOf(aside).some(({ localName }) => localName === 'nav')) return true;
  if (hasClass(aside, /\b(?:footnote|admonition|starlight-aside|note|callout|topic)/)) return false;
  return anchorsIn(aside) >= 3 && anchoredLength(aside) > wordsLength(aside) / 2;
}
