import { memoizeByObject } from '../contract/std/collections.ts';
import {
  ancestorOf,
  attributeOf,
  childElementsOf,
  hasClass,
  hasOnlyElements,
  isAriaHidden,
  isHeading,
  isLink,
  isText,
  leadsWithin,
  wordsOf,
} from './dom.ts';
import { phrasing, unseen } from './elements.ts';
import { firstWithin } from './first-within.ts';
import { isStyledAway } from './hidden-style.ts';
import { anchoredLength, anchorsIn, unlinkedLength, wordsLength } from './measure.ts';
import { isPhoto } from './srcset.ts';

/** A kind of element that is not content. */
export interface Removal {
  readonly name: string;
  /** HTML of which the twin says nothing; the paragraph beside it stays. */
  readonly example: string;
  /** The names of the elements that it may be about, in words; any with attributes if unset. */
  readonly tags?: string;
  /** Whether the page says so itself, in HTML or ARIA, so that it is left out however much it says. */
  readonly isSure?: true;
  readonly when: (element: Element) => boolean;
}

/** Characters of unlinked text that no menu has: what says more is content, whatever it is called. */
export const muchProse = 250;

const isCalled = (element: Element, names: RegExp): boolean =>
  names.test(attributeOf(element, 'class') ?? '') || names.test(attributeOf(element, 'id') ?? '');

/** A pattern for whole class names or an id. */
const named = (names: string): RegExp => new RegExp(`(?:^|\\s)(?:${names.trim().replace(/\s+/g, '|')})(?:\\s|$)`, 'i');

/** Whether an element is called so by its author; a heading, a whole table and a word of a sentence are never called by a box. */
const isBoxCalled = (names: RegExp) => {
  return (element: Element): boolean =>
    isCalled(element, names) &&
    !phrasing.has(element.localName) &&
    !/^(?:h[1-6]|main|body|html|article|pre|table|t[dhr]|tbody|dt|dd)$/.test(element.localName) &&
    firstWithin(element, isTitleOrCode) === undefined;
};

const isTitleOrCode = ({ localName }: Element): boolean => /^(?:h1|pre|main|article)$/.test(localName);

const isOutsideContent = (element: Element): boolean =>
  ancestorOf(element, ({ localName }) => /^(?:main|article)$/.test(localName)) === undefined;

/** The rows, in the order in which they are asked. */
export const removals: readonly Removal[] = [
  {
    name: 'data-markdown-ignore',
    example: '<p data-markdown-ignore>X</p>',
    isSure: true,
    when: (element) => attributeOf(element, 'data-markdown-ignore') !== undefined,
  },
  {
    name: 'no text of the page',
    example: '<script>X</script><style>X</style><template>X</template>',
    tags: [...unseen].join(' '),
    isSure: true,
    when: (element) =>
      !(element.localName === 'script' && /^math\/tex/.test(attributeOf(element, 'type') ?? '')) &&
      !(element.localName === 'template' && attributeOf(element, 'data-markdown-only') !== undefined),
  },
  { name: 'hidden', example: '<p hidden>X</p><p style="display: none">X</p>', isSure: true, when: isHidden },
  {
    name: 'closed dialog',
    example: '<dialog><p>X</p></dialog>',
    tags: 'dialog',
    isSure: true,
    when: (element) => attributeOf(element, 'open') === undefined,
  },
  {
    name: 'closed dialog',
    example: '<div role="tooltip">X</div><div class="modal"><p>X</p></div>',
    isSure: true,
    when: (element) => /^(?:tooltip|dialog|alertdialog)$/.test(roleOf(element)) || hasClass(element, overlays),
  },
  {
    name: 'text for screen readers',
    example: '<p class="sr-only">X</p>',
    isSure: true,
    when: (element) => hasClass(element, forListeners) && !isOnlyForm(element),
  },
  {
    name: 'navigation',
    example: '<nav><a href="/a">X</a></nav>',
    tags: 'nav',
    isSure: true,
    when: (element) => roleOf(element) !== 'tablist' && !hasClass(element, /\btabs\b/) && !isAllBelowTitle(element),
  },
  {
    name: 'navigation',
    example: '<div role="navigation"><a href="/a">X</a></div>',
    isSure: true,
    when: (element) => /^(?:navigation|menu|menubar|doc-toc|directory)$/.test(roleOf(element)),
  },
  {
    name: 'page header',
    example: '<header><a href="/">X</a></header>',
    tags: 'header',
    isSure: true,
    when: (element) => isOfPage(element) && firstWithin(element, saysSomething) === undefined,
  },
  {
    name: 'page footer',
    example: '<footer><p>© X</p></footer>',
    tags: 'footer',
    isSure: true,
    when: (element) => isPageFooter(element) && isOutsideContent(element),
  },
  { name: 'footer of the content', example: '<footer><p>© X</p></footer>', tags: 'footer', when: isPageFooter },
  {
    name: 'page footer',
    example: '<div role="contentinfo"><p>© X</p></div>',
    isSure: true,
    when: (element) => /^(?:contentinfo|banner)$/.test(roleOf(element)) && firstWithin(element, saysSomething) === undefined,
  },
  {
    name: 'page footer',
    example: '<div class="footer"><p>© X</p></div>',
    isSure: true,
    when: (element) =>
      isBoxCalled(named('(?:site-?|page-?|main-?|global-?)?footer(?:-?(?:section|wrapper|container|area|main|bottom|top))?'))(
        element,
      ) &&
      isOutsideContent(element) &&
      !isMost(element),
  },
  {
    name: 'sidebar',
    example: '<aside class="sidebar"><p>X</p></aside>',
    tags: 'aside',
    when: (element) => isCalled(element, sidebars) || isMostlyLinks(element),
  },
  {
    name: 'sidebar',
    example: '<div id="sidebar"><ul><li><a href="/a">X</a></li></ul></div>',
    when: (element) => isBoxCalled(sidebars)(element) && isOutsideContent(element) && isMostlyLinks(element),
  },
  {
    name: 'contents of the page',
    example: '<div class="toc"><a href="#a">X</a></div>',
    when: (element) =>
      (isBoxCalled(contents)(element) || (hasClass(element, /\bcontents\b/) && hasClass(element, /\b(?:topic|local)\b/))) &&
      (anchorsIn(element) === 0 || leadsWithin(element)) &&
      unlinkedLength(element) <= Math.max(longestTitle, wordsLength(element) / 2),
  },
  {
    name: 'breadcrumbs',
    example: '<ol aria-label="Breadcrumb"><li><a href="/">X</a></li></ol><div class="breadcrumbs"><a href="/">X</a></div>',
    when: (element) => /^breadcrumbs?$/i.test(attributeOf(element, 'aria-label') ?? '') || isBoxCalled(breadcrumbs)(element),
  },
  {
    name: 'links to other pages of a series',
    example: '<div class="pagination"><a href="/2">X</a></div><p><a rel="next" href="/2">X</a></p>',
    tags: 'div p ul ol section',
    when: (element) => isBoxCalled(pagers)(element) || isSequenceRow(element),
  },
  {
    name: 'menu',
    example: '<div class="navbar"><a href="/a">X</a></div>',
    when: (element) => isBoxCalled(menus)(element) && isOutsideContent(element) && anchorsIn(element) > 0 && !isMost(element),
  },
  {
    name: 'skip link',
    example: '<a class="skip-link" href="#main">X</a>',
    tags: 'a',
    when: (element) =>
      (attributeOf(element, 'href') ?? '').startsWith('#') &&
      (hasClass(element, named('skip-?\\w* skip-(?:to-)?\\S*')) || /^skip to\b/i.test(wordsOf(element))),
  },
  {
    name: 'permalink',
    example: '<h2>Y <a class="headerlink" href="#y">X</a></h2>',
    tags: 'a',
    when: (element) => (hasClass(element, permalinks) && !isWholeHeading(element)) || isSignOfHeading(element),
  },
  {
    name: 'edit link',
    example: '<a class="edit-link" href="/e">X</a><a href="https://github.com/a/b/edit/main/c.md">X</a>',
    tags: 'a',
    when: (element) =>
      wordsLength(element) < longestLabel &&
      (hasClass(element, named('edit-link edit-this-page edit-page-link theme-edit-this-page md-content__button')) ||
        editing.test(attributeOf(element, 'href') ?? '') ||
        (isLink(element) && editWords.test(wordsOf(element)))) &&
      !isAmongWords(element),
  },
  {
    name: 'edit link',
    example: '<div class="edit-this-page"><a href="/e">X</a></div>',
    tags: 'div p span',
    when: (element) =>
      hasClass(element, named('edit-this-page edit-page-link edit-link page-source printfooter md-source-file td-page-meta')),
  },
  { name: 'button', example: '<button>X</button>', tags: 'button', when: (element) => !isContentButton(element) },
  {
    name: 'button',
    example: '<div class="copy-button">X</div>',
    when: (element) => hasClass(element, buttons),
  },
  {
    name: 'name of an icon',
    example: '<span class="material-icons">menu_open</span>',
    tags: 'span i',
    when: (element) => hasClass(element, iconFonts) && /^[a-z\d_]*$/.test(wordsOf(element)),
  },
  {
    name: 'control of a carousel',
    example: '<div class="carousel-indicators">X</div>',
    when: (element) => hasClass(element, carousels),
  },
  {
    name: 'copy of a slide',
    example: '<div class="slide slick-cloned"><p>X</p></div>',
    isSure: true,
    when: (element) => hasClass(element, named('slick-cloned swiper-slide-duplicate splide__slide--clone cloned')),
  },
  {
    name: 'cookie notice',
    example: '<div class="cookie-banner"><p>X</p></div>',
    isSure: true,
    when: (element) =>
      isBoxCalled(named('(?:cc|cookies?)-?(?:banner|consent|notice|bar|window|popup|law-info-bar)? cookieconsent'))(element),
  },
  {
    name: 'search',
    example: '<div role="search"><label>X</label><input></div>',
    when: (element) => /^(?:search|searchbox)$/.test(roleOf(element)),
  },
  {
    name: 'search',
    example: '<search><label>X</label><input></search><form><label>X</label><input type="search"></form>',
    tags: 'search form',
    when: (element) => firstWithin(element, isSearchField) !== undefined,
  },
  { name: 'toolbar', example: '<div role="toolbar">X</div>', when: (element) => roleOf(element) === 'toolbar' },
  {
    name: 'choice of language',
    example:
      '<ul><li><a hreflang="de" rel="alternate" href="/de">X</a></li><li><a hreflang="fr" rel="alternate" href="/fr">X</a></li></ul>',
    tags: 'ul p div',
    when: isChoiceOfLanguage,
  },
  {
    name: 'prompt of a choice',
    example: '<form><select><option disabled value="">X</option></select></form>',
    tags: 'option',
    when: (option) => attributeOf(option, 'disabled') !== undefined && attributeOf(option, 'value') === '',
  },
  {
    name: 'field of an editor',
    example: '<div><textarea>X</textarea><pre>Y</pre></div>',
    tags: 'textarea',
    isSure: true,
    when: (field) => [field.previousElementSibling, field.nextElementSibling].some((shown) => shown && editorOf(shown) === field),
  },
];

const byTag = new Map<string, readonly Removal[]>();

/**
 * The removal of an element by its own evidence; undefined for content.
 *
 * @example
 * removalOf(link)?.name // 'skip link'
 */
export function removalOf(element: Element): Removal | undefined {
  const { localName } = element;
  let rows = byTag.get(localName);
  if (!rows) {
    rows = removals.filter(({ tags }) => tags === undefined || tags.split(' ').includes(localName));
    if (byTag.size < mostNames) byTag.set(localName, rows);
  }
  const hasAttributes = element.hasAttributes();
  if (hasAttributes && attributeOf(element, 'data-markdown-only') !== undefined) return undefined;
  for (const row of rows) if ((hasAttributes || row.tags) && row.when(element)) return row;
  return undefined;
}

/** Most names of elements whose rows are kept: pages may invent names. */
const mostNames = 1_000;

const roleOf = (element: Element): string => attributeOf(element, 'role') ?? '';

const sidebars = named('side-?bar(?:-(?:left|right|nav|menu|container|wrapper))? (?:left|right)-?side-?bar sidenav');
const contents = named('toc table-?of-?contents tocbase on-this-page book-toc page-toc post-toc toc-container');
const breadcrumbs = /(?<!(?:^|-)(?:has|with|no|without))(?:^|[\s_-])breadcrumbs?(?:\s|$)/i;
const pagers = named(
  'pagination paginator pagination-nav pager prev-next paginav post-nav(?:igation)? nav-links page-nav page_nav navheader navfooter',
);
const menus = named(
  '(?:\\S*-)?(?:menu|navbar|nav|topbar|navigation)(?:-(?:bar|menu|links|list|wrapper|container|toggle))? w-nav skip-nav',
);
const overlays = /(?:^|\s)(?:modal|offcanvas|dropdown-menu|popover|tooltip|drawer)(?:\s|$)/;
const permalinks = named(
  'headerlink header-anchor heading-anchor hash-link anchor-link anchorjs-link anchor-heading anchorlink sl-anchor-link heading-link docs-heading-anchor subheading-anchor permalink',
);
const buttons = named(
  'copybtn copy-button clipboard-button btn-clipboard copy-to-clipboard-button md-clipboard clip-button copy-snippet back-to-top',
);
const carousels = named(
  'carousel-indicators carousel-control-prev carousel-control-next slick-dots slick-arrow swiper-pagination swiper-button-prev swiper-button-next splide__pagination splide__arrows owl-dots owl-nav w-slider-nav w-slider-arrow-left w-slider-arrow-right',
);
/** Icon fonts, which draw an icon in place of its name. */
const iconFonts = /(?:^|\s)material-(?:icons|symbols)(?:-[a-z]+)?(?:\s|$)/;
const editing = /^https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket)\.[^/]+\/(?:[^/]+\/){2}(?:-\/)?edit\//;
const editWords = /^(?:edit|improve|suggest edits)\b.*\b(?:page|github|gitlab)$/i;

export const forListeners =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|show-for-sr|a11y-hidden|assistive-text)(?:\s|$)/;

/** Longest title of a list of links, in characters. */
const longestTitle = 60;

/** Longest label of a link, in characters. */
const longestLabel = 40;

/** Whether a header or footer belongs to the page, and to no part of it (HTML §4.3.8). */
const isOfPage = (element: Element): boolean =>
  !/^(?:article|section|blockquote|figure|td|aside)$/.test(ancestorOf(element.parentElement!, isSectioning)?.localName ?? '');

const isSectioning = ({ localName }: Element): boolean =>
  /^(?:article|section|blockquote|figure|td|aside|main|body)$/.test(localName);

/** Whether a footer is about the page: no notes, no part of an entry. */
function isPageFooter(footer: Element): boolean {
  return isOfPage(footer) && !/^doc-/.test(roleOf(footer)) && !hasClass(footer, /footnote/) && !isOfItem(footer);
}

/** Whether an element says more than a menu does: a heading that does not lead home, a paragraph. */
const saysSomething = (part: Element): boolean =>
  (/^(?:h[1-6]|hgroup)$/.test(part.localName) && unlinkedLength(part) > 0) ||
  (part.localName === 'p' && unlinkedLength(part) > longestLabel);

/** Whether the element beside the parent of a footer has one, too: cards, quotations. */
function isOfItem({ parentElement: item }: Element): boolean {
  const isAlike = (other: Element | null): boolean =>
    other?.localName === item!.localName && childElementsOf(other).some(({ localName }) => localName === 'footer');
  return isAlike(item!.previousElementSibling) || isAlike(item!.nextElementSibling);
}

/** Whether an article consists of navigation below its title: an index. */
function isAllBelowTitle(nav: Element): boolean {
  const article = nav.parentElement;
  if (article?.localName !== 'article' && article?.localName !== 'main') return false;
  return partsBelowTitle(article).every((child) => child === nav);
}

/** The first two parts of an article with text that are no headings. */
const partsBelowTitle = memoizeByObject((article: Element): readonly Element[] => {
  const found: Element[] = [];
  for (let child = article.firstElementChild; child && found.length < 2; child = child.nextElementSibling)
    if (!isHeading(child) && wordsLength(child) > 0) found.push(child);
  return found;
});

const isMostlyLinks = (element: Element): boolean =>
  !hasClass(element, /\b(?:footnote|admonition|starlight-aside|note|callout|topic)/) &&
  anchorsIn(element) > 0 &&
  anchoredLength(element) > wordsLength(element) / 2;

/** Whether an element has most of the text of its page, so that it is the content, whatever it is called. */
const isMost = (element: Element): boolean => {
  const { body } = element.ownerDocument;
  return body !== null && unlinkedLength(element) * 2 > unlinkedLength(body);
};

/** Whether a link beside a heading leads to it, and has words for screen readers only: `<h2 id="a">…</h2><a href="#a">`. */
function isSignOfHeading(link: Element): boolean {
  const heading = link.previousElementSibling;
  if (!heading || !isHeading(heading) || attributeOf(link, 'href') !== `#${attributeOf(heading, 'id')}`) return false;
  return (
    hasOnlyElements(link) &&
    childElementsOf(link).every((part) => part.localName === 'svg' || isAriaHidden(part) || hasClass(part, forListeners))
  );
}

const isWholeHeading = (element: Element): boolean => {
  const heading = wordsLength(element) > 1 ? ancestorOf(element, isHeading) : undefined;
  return heading !== undefined && wordsLength(heading) === wordsLength(element);
};

/** Whether a link has words on both sides: it is part of a sentence. */
const isAmongWords = ({ previousSibling, nextSibling }: Element): boolean =>
  [previousSibling, nextSibling].every((node) => node !== null && isText(node) && /\p{L}{2}/u.test(node.data));

/** Whether an element is only links to the next, previous or parent page, which say so (HTML §4.6.6): "Next: …, Up: …". */
function isSequenceRow(element: Element): boolean {
  const links = anchorsIn(element);
  if (links === 0 || links > mostInSequence || unlinkedLength(element) > links * longestLabel) return false;
  const all = [...element.querySelectorAll('a[href]')];
  const relations = all.map((link) => attributeOf(link, 'rel'));
  return relations.every((rel) => rel !== undefined) && relations.some((rel) => /^(?:next|prev|up)/.test(rel!));
}

/** Most links of a row to the neighbours of a page: previous, up, next, first, last. */
const mostInSequence = 5;

/** Whether an element beside much else is links to the page in other languages (HTML §4.6.6.1). */
function isChoiceOfLanguage(element: Element): boolean {
  const links = anchorsIn(element);
  if (links < 2 || unlinkedLength(element) > longestLabel) return false;
  const others = element.querySelectorAll('a[hreflang][rel~=alternate]').length;
  return others > 0 && others >= links - 1 && wordsLength(element) * 2 < wordsLength(element.ownerDocument.documentElement);
}

const isSearchField = (field: Element): boolean =>
  field.localName === 'input' && (field.parentElement?.localName === 'search' || attributeOf(field, 'type') === 'search');

function isHidden(element: Element): boolean {
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
  if (roleOf(element) === 'tabpanel' || hasClass(element, shownInTurn) || isOpened(element) || editorOf(element)) return false;
  return !(/^(?:math|svg|mjx-.*)$/.test(element.localName) || isFormula(element));
}

const shownInTurn =
  /(?:^|\s)(?:(?:w-)?tabs?(?:bed)?(?:[-_]{0,2}(?:pane|panel|content|item|block)s?)?|\S*aside__title|slide|carousel-item)(?:\s|$)/i;

/** The visual or the accessible form of a formula; not a note about one. */
const isFormula = (element: Element): boolean =>
  hasClass(element, /(?:^|\s)(?:katex\S*|MathJax\S*|math|math-\S+|\S*mathml\S*)(?:\s|$)/i) &&
  (isAriaHidden(element) || firstWithin(element, isMath) !== undefined);
const isMath = ({ localName }: Element): boolean => localName === 'math';

/** The input field of a live editor over its visible code. */
const editorOf = (shown: Element): Element | undefined =>
  shown.localName === 'pre'
    ? ([shown.previousElementSibling, shown.nextElementSibling].find((field) => field?.localName === 'textarea') ?? undefined)
    : undefined;

/** Whether a control of the page opens an element as part of it, such as an answer or a tab; no menu and no dialog. */
function isOpened(element: Element): boolean {
  if (roleOf(element) === 'menu' || hasClass(element, overlays) || attributeOf(element, 'popover') !== undefined) return false;
  const id = attributeOf(element, 'id');
  if (id !== undefined && openedIn(element.ownerDocument).has(id)) return true;
  const before = element.previousElementSibling;
  return before !== null && isOpener(before);
}

/** A button before the element that it opens, alone or in a heading. */
const isOpener = (element: Element): boolean => {
  const isAround = /^(?:h[1-6]|dt|div)$/.test(element.localName) && element.childElementCount === 1;
  const control = isAround ? element.firstElementChild! : element;
  return control.localName === 'button' || roleOf(control) === 'button' || attributeOf(control, 'aria-expanded') !== undefined;
};

/** Ids of elements opened by controls. */
const openedIn = memoizeByObject((document: Document): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const control of document.querySelectorAll(
    '[aria-controls], [data-bs-target], [data-target], [data-toggle], [data-bs-toggle]',
  )) {
    const kind = attributeOf(control, 'data-bs-toggle') ?? attributeOf(control, 'data-toggle') ?? '';
    if (/^(?:modal|offcanvas|dropdown)$/.test(kind) || attributeOf(control, 'aria-haspopup') !== undefined) continue;
    if (ancestorOf(control, (at) => at.localName === 'nav' || roleOf(at) === 'navigation')) continue;
    for (const name of ['aria-controls', 'data-bs-target', 'data-target', 'href'])
      for (const id of (attributeOf(control, name) ?? '').split(/\s+/)) ids.add(id.replace(/^#/, ''));
  }
  return ids;
});

/** Whether a button is a word of a sentence, with text on both sides. */
const isInSentence = ({ previousSibling, nextSibling }: Element): boolean =>
  [previousSibling, nextSibling].every((side) => side && isText(side) && side.data.trim() !== '') &&
  !/[.:!?]\s*$/.test((previousSibling as Text).data);

/**
 * A button is content if it is a word of a sentence, a link or a tab, shows a photograph, has a heading or a paragraph (a card),
 * or opens an answer below it (a question).
 */
function isContentButton(button: Element): boolean {
  if (roleOf(button) === 'tab' || isInSentence(button) || ancestorOf(button, isLink)) return true;
  if (firstWithin(button, isLink) || firstWithin(button, isPhoto) || firstWithin(button, isHeadingOrParagraph)) return true;
  const parent = button.parentElement;
  if (!parent) return false;
  if (/^(?:h[1-6]|summary|dt)$/.test(parent.localName))
    return attributeOf(button, 'aria-expanded') !== undefined || wordsLength(button) === wordsLength(parent);
  const controls = attributeOf(button, 'aria-controls');
  const isExpanded = attributeOf(button, 'aria-expanded') !== undefined;
  if (controls !== undefined && isExpanded && openedIn(button.ownerDocument).has(controls)) return !isOfMenu(button);
  const next = button.nextElementSibling;
  if (!next || wordsLength(button) < 2 || isOfMenu(button)) return false;
  return isAwayUntilOpened(next) || (isQuestion.test(wordsOf(button)) && unlinkedLength(next) > 0);
}

const isQuestion = /[?？]\W*$/;

const isHeadingOrParagraph = (part: Element): boolean => isHeading(part) || part.localName === 'p';

const isOfMenu = (element: Element): boolean =>
  ancestorOf(element, ({ localName }) => /^(?:nav|header)$/.test(localName)) !== undefined;

const isAwayUntilOpened = (element: Element): boolean =>
  attributeOf(element, 'hidden') !== undefined ||
  isAriaHidden(element) ||
  isStyledAway(attributeOf(element, 'style')) ||
  hasClass(element, /(?:^|\s)(?:collapse|accordion-\S+|panel)(?:\s|$)/);

/** Text for screen readers is kept if no visible text replaces it: beside a sign, or alone in a cell. */
function isOnlyForm(element: Element): boolean {
  const parent = element.parentElement;
  const beside = [element.previousElementSibling, element.nextElementSibling];
  if (wordsLength(element) === 0) return false;
  if (beside.some((sign) => sign && isAriaHidden(sign) && wordsLength(sign) > 0)) return true;
  if (!parent || element.localName === 'a' || /^(?:body|main|section|article)$/.test(parent.localName)) return false;
  const others = childElementsOf(parent).filter((other) => other !== element);
  if (!hasOnlyElements(parent) || others.length > mostSigns) return false;
  const isSign = (other: Element): boolean => other.localName === 'svg' || isAriaHidden(other);
  if (others.some((other) => !isSign(other) && (wordsLength(other) > 0 || other.localName === 'img'))) return false;
  return /^t[dh]$/.test(parent.localName) || others.some(isSign);
}

/** Most elements beside a text for screen readers that are looked at. */
const mostSigns = 20;
