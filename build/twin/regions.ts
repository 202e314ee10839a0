import { memoizeByObject } from '../contract/memoize-by-object.ts';
import { ancestorOf, attributeOf, childElementsOf, hasClass, isElement, isText, leadsWithin, wordsOf } from './dom.ts';
import { firstWithin } from './first-within.ts';
import { isStyledAway } from './hidden-style.ts';
import { anchoredLength, anchorsIn, unlinkedLength, wordsLength } from './measure.ts';

/**
 * What is no content, though it stands in the content of a page: navigation, controls, what is hidden. The one definition
 * of it, for conversion and for parity; parity counts prose in what is left out here as lost all the same.
 */
export function isLeftOut(element: Element, name: string, classNames: string | undefined): boolean {
  const byName = namesOut[name];
  if (byName === true) return true;
  if (!element.hasAttributes()) return byName ? byName(element) : false;
  if (attributeOf(element, 'data-markdown-only') !== undefined) return false;
  if (attributeOf(element, 'data-markdown-ignore') !== undefined) return true;
  if (byName?.(element)) return true;
  if (isHidden(element, name, classNames)) return true;
  const role = attributeOf(element, 'role');
  if (role !== undefined && (rolesOut.test(role) || (role === 'banner' && !isSectionHeader(element)))) return true;
  if (classNames !== undefined && isClassOut(classNames) && !keepsAnyway(element, name)) return true;
  if (classNames === 'header' && isLinkRow(element)) return true;
  if (classNames === 'lang' && hasClass(element.parentElement!, /(?:^|\s)language-/)) return true;
  const id = attributeOf(element, 'id');
  return id !== undefined && idsOut.test(id) && !keepsAnyway(element, name);
}

type Decision = (element: Element) => boolean;

/** Whether navigation is all that an article holds below its title: an index. */
function isAllBelowTitle(nav: Element): boolean {
  const article = nav.parentElement;
  if (article?.localName !== 'article' && article?.localName !== 'main') return false;
  return holdsIn(article).every((child) => child === nav);
}

/** The first two children of an article that say something and are no headings. */
const holdsIn = memoizeByObject((article: Element): readonly Element[] => {
  const found: Element[] = [];
  for (let child = article.firstElementChild; child && found.length < 2; child = child.nextElementSibling)
    if (!/^h[1-6]$/.test(child.localName) && wordsLength(child) > 0) found.push(child);
  return found;
});

const namesOut: Record<string, true | Decision | undefined> = {
  __proto__: null as never,
  nav: (element) =>
    !hasClass(element, /(?:^|\s)mdbook-tabs(?:\s|$)/) && attributeOf(element, 'role') !== 'tablist' && !isAllBelowTitle(element),
  style: true,
  template: (element) => attributeOf(element, 'data-markdown-only') === undefined,
  noscript: true,
  head: true,
  title: true,
  meta: true,
  link: true,
  base: true,
  canvas: true,
  table: (element) => hasClass(element, /^(?:nav|navigation)(?:\s|$)/),
  datalist: true,
  search: true,
  script: (element) => !/^math\/tex/.test(attributeOf(element, 'type') ?? ''),
  dialog: (element) => attributeOf(element, 'open') === undefined,
  button: (element) => !isDisclosure(element),
  header: (element) => !isSectionHeader(element),
  footer: (element) => !isContentFooter(element),
  aside: (element) => isNavigation(element),
  textarea: (field) =>
    [field.previousElementSibling, field.nextElementSibling].some((shown) => shown && editorOf(shown) === field),
};

const rolesOut = /^(?:navigation|search|searchbox|menu|menubar|toolbar|tooltip|dialog|alertdialog|doc-toc|directory)$/;
const idsOut = /^(?:toc|TOC|table-of-contents|TableOfContents|breadcrumbs?|skip-?(?:link|to-content)|footer|sidebar|navbar)$/;

/** Class names of navigation and controls, as generators and frameworks write them. */
const classesOut = new Set(
  `
  breadcrumb breadcrumbs theme-doc-breadcrumbs md-path td-breadcrumbs navheader navfooter
  toc table-of-contents tableofcontents tocbase theme-doc-toc-mobile theme-doc-toc-desktop tocCollapsible mobile-starlight-toc
  right-sidebar-panel list-of-figures list-of-tables list-of-examples list-of-equations book-toc on-this-page
  headerlink header-anchor heading-anchor hash-link anchor-link anchorjs-link sl-anchor-link td-heading-self-link heading-link
  docs-heading-anchor subheading-anchor
  copybtn copy-button clipboard-button btn-clipboard copy-to-clipboard-button md-clipboard clip-button
  edit-this-page edit-page-link edit-link edit-link-button md-content__button theme-edit-this-page md-source-file
  td-page-meta page-source
  nav-panel pagination-nav pagination-links prev-next pager prev-next-footer related-pages nav-wrapper nav-wide-wrapper
  md-footer md-nav md-sidebar VPDocFooter VPDocOutlineDropdown VPLocalNav
  sidebar-navigation bd-sidebar wy-nav-side sphinxsidebar rst-versions rst-footer-buttons wy-breadcrumbs
  sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only show-for-sr a11y-hidden assistive-text
  skip-link skip-nav skip-to-content
  sub-nav top-nav flex-header table-tabs copy-snippet ttc
  viewcode-back
  carousel-indicators carousel-control-prev carousel-control-next slick-dots slick-arrow slick-cloned swiper-pagination
  swiper-button-prev swiper-button-next swiper-slide-duplicate splide__slide--clone splide__pagination splide__arrows owl-dots owl-nav cloned
  material-icons material-icons-outlined material-icons-round material-icons-sharp material-symbols-outlined material-symbols-rounded material-symbols-sharp
  modal offcanvas cookie-banner cookie-consent cookie-notice cookieconsent cc-window
  `
    .trim()
    .split(/\s+/),
);

/** Sphinx's contents of one page; `contents` alone names whole pages elsewhere. */
const localContents = /^(?=.*\bcontents\b)(?=.*\b(?:topic|local)\b)/;

const classMemo = new Map<string, boolean>();

function isClassOut(names: string): boolean {
  const known = classMemo.get(names);
  if (known !== undefined) return known;
  const out = names.split(/\s+/).some((name) => classesOut.has(name)) || localContents.test(names);
  if (classMemo.size > 5_000) classMemo.clear();
  classMemo.set(names, out);
  return out;
}

/** A class is a hint only: a heading or a whole page is never navigation, nor is prose or code, nor what most of the page is. */
function keepsAnyway(element: Element, name: string): boolean {
  if (hasClass(element, forListeners)) return isOnlyForm(element);
  if (hasClass(element, overlay)) return false;
  if (firstWithin(element, isNeverNavigation)) return true;
  if (isContentsOfBook(element)) return true;
  if (/^(?:h[1-6]|main|body|article|pre|code|table)$/.test(name) || element.parentElement?.localName === 'html') return true;
  const { body } = element.ownerDocument;
  return body !== null && wordsLength(element) > wordsLength(body) * 0.7 && firstWithin(element, leadsElsewhere) !== undefined;
}

const isNeverNavigation = (element: Element): boolean =>
  /^(?:h1|pre)$/.test(element.localName) || attributeOf(element, 'role') === 'tablist' || isProse(element);

const leadsElsewhere = (link: Element): boolean => (attributeOf(link, 'href') ?? '#')[0] !== '#';

/** Whether an element lists other pages, as the first page of a book does. */
export const isContentsOfBook = (element: Element): boolean =>
  contents.test(`${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`) && !leadsWithin(element);

const contents = /(?:^|\s)(?:toc|table-of-contents|tableofcontents|list-of-\w+|book-toc)(?:\s|$)/i;

const forListeners = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only))(?:\s|$)/;

/** A long paragraph without a link: a section about tables of contents is called as one is. */
const isProse = (element: Element): boolean =>
  element.localName === 'p' && wordsLength(element) > 120 && firstWithin(element, isAnchor) === undefined;

const isAnchor = ({ localName }: Element): boolean => localName === 'a';

function isHidden(element: Element, name: string, classNames: string | undefined): boolean {
  const hidden = attributeOf(element, 'hidden');
  const isAway =
    (hidden !== undefined && hidden !== 'until-found') ||
    attributeOf(element, 'aria-hidden') === 'true' ||
    attributeOf(element, 'inert') !== undefined ||
    isStyledAway(attributeOf(element, 'style'));
  if (!isAway) return false;
  // Panels of tabs and slides are hidden until it is their turn, Starlight's titles from those who hear the label; formulas are hidden where a second form is read aloud.
  if (attributeOf(element, 'role') === 'tabpanel' || /\btab|aside__title|\bslide\b|carousel-item/.test(classNames ?? ''))
    return false;
  if (isOpened(element) || editorOf(element)) return false;
  return !(name === 'math' || name === 'svg' || name.startsWith('mjx-') || /\b(?:katex|MathJax|math)/i.test(classNames ?? ''));
}

/** The field over code that is shown, of a live editor. */
const editorOf = (shown: Element): Element | undefined =>
  shown.localName === 'pre'
    ? ([shown.previousElementSibling, shown.nextElementSibling].find((field) => field?.localName === 'textarea') ?? undefined)
    : undefined;

/** Whether a control of the page opens an element as part of it, as an answer or a tab is opened; no menu and no dialog. */
function isOpened(element: Element): boolean {
  const id = attributeOf(element, 'id');
  if (attributeOf(element, 'role') === 'menu' || hasClass(element, overlay)) return false;
  if (id !== undefined && openedIn(element.ownerDocument).has(id)) return true;
  if (id !== undefined && element.localName === 'tr' && openersOf(element.parentElement!).some((part) => id.includes(part)))
    return true;
  const before = element.previousElementSibling;
  return before !== null && isControl(before);
}

const overlay = /(?:^|\s)(?:modal|offcanvas|dropdown-menu|dropdown|popover|tooltip|navbar-collapse|drawer)(?:\s|$)/;

/** A button before what it opens, alone or in a heading. */
const isControl = (element: Element): boolean => {
  const control =
    /^(?:h[1-6]|dt|div)$/.test(element.localName) && element.childElementCount === 1 ? element.firstElementChild! : element;
  return (
    control.localName === 'button' ||
    attributeOf(control, 'role') === 'button' ||
    attributeOf(control, 'aria-expanded') !== undefined
  );
};

/** Ids of what controls of a page open. */
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

/** What scripts of rows name when they are clicked: a tree of rows opens by parts of their ids. */
const openersOf = memoizeByObject((rows: Element): readonly string[] => [
  ...new Set(
    [...rows.querySelectorAll('[onclick]')].flatMap((control) => /\('([^']+)'/.exec(attributeOf(control, 'onclick')!)?.[1] ?? []),
  ),
]);

/** A button is text of the page where it is a link or opens part of it: a question, a tab. */
function isDisclosure(button: Element): boolean {
  if (attributeOf(button, 'role') === 'tab' || ancestorOf(button, isLink) || firstWithin(button, isLink)) return true;
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

const isLink = (element: Element): boolean => isAnchor(element) && attributeOf(element, 'href') !== undefined;

const isAwayUntilOpened = (element: Element): boolean =>
  attributeOf(element, 'hidden') !== undefined ||
  attributeOf(element, 'aria-hidden') === 'true' ||
  isStyledAway(attributeOf(element, 'style')) ||
  hasClass(element, /(?:^|\s)(?:collapse|accordion-\S+|panel)(?:\s|$)/);

/** Words for listeners stay where nothing that is seen and read says the same: beside a sign, or alone in a cell. */
function isOnlyForm(element: Element): boolean {
  const parent = element.parentElement;
  const beside = [element.previousElementSibling, element.nextElementSibling];
  if (beside.some((sign) => sign && attributeOf(sign, 'aria-hidden') === 'true' && wordsLength(sign) > 0))
    return wordsLength(element) > 0;
  if (!parent || element.localName === 'a' || /^(?:body|main|section|article)$/.test(parent.localName)) return false;
  let hasSign = /^t[dh]$/.test(parent.localName);
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node === element) continue;
    if (isText(node) && node.data.trim() !== '') return false;
    if (!isElement(node)) continue;
    if (node.localName === 'svg' || attributeOf(node, 'aria-hidden') === 'true') hasSign = true;
    else if (wordsLength(node) > 0 || node.localName === 'img') return false;
  }
  return hasSign && wordsLength(element) > 0;
}

/** Texinfo's row of links to the next page, the one before and the one above. */
const isLinkRow = (element: Element): boolean =>
  firstWithin(element, isHeading) === undefined && firstWithin(element, leadsOn) !== undefined;

const isHeading = ({ localName }: Element): boolean => /^h[1-6]$/.test(localName);

const leadsOn = (link: Element): boolean => /^(?:next|prev|up)/.test(attributeOf(link, 'rel') ?? '');

/** A header belongs to the content where it says something: a heading that is not just the name of the site, or prose; or where the navigation is over. */
const isSectionHeader = (header: Element): boolean =>
  (header.previousElementSibling?.localName === 'nav' &&
    firstWithin(header, isNav) === undefined &&
    unlinkedLength(header) > 0) ||
  firstWithin(header, saysSomething) !== undefined;

const isNav = ({ localName }: Element): boolean => localName === 'nav';

const saysSomething = (part: Element): boolean => isOwnHeading(part) || (part.localName === 'p' && unlinkedLength(part) > 40);

const isOwnHeading = (element: Element): boolean =>
  /^(?:h[1-6]|hgroup)$/.test(element.localName) &&
  (unlinkedLength(element) > 0 || ancestorOf(element.parentElement!, isHeader)?.parentElement?.localName !== 'body');

const isHeader = ({ localName }: Element): boolean => localName === 'header';

/** A footer belongs to the content where it says where a quotation is from, holds the notes, or a section with a heading and prose. */
const isContentFooter = (footer: Element): boolean =>
  /^(?:blockquote|figure|section)$/.test(footer.parentElement?.localName ?? '') ||
  hasClass(footer, /footnote/) ||
  (firstWithin(footer, isTopHeading) !== undefined && firstWithin(footer, isOwnProse) !== undefined);

const isTopHeading = ({ localName }: Element): boolean => localName === 'h1' || localName === 'h2';

const isOwnProse = (part: Element): boolean =>
  part.localName === 'p' && unlinkedLength(part) > 40 && !/©|copyright|rights reserved/i.test(wordsOf(part));

/** An aside is navigation where most of its words are links. */
function isNavigation(aside: Element): boolean {
  if (attributeOf(aside, 'role') === 'navigation') return true;
  if (childElementsOf(aside).some(({ localName }) => localName === 'nav')) return true;
  if (hasClass(aside, /\b(?:footnote|admonition|starlight-aside|note|callout|topic)/)) return false;
  return anchorsIn(aside) >= 3 && anchoredLength(aside) > wordsLength(aside) / 2;
}
