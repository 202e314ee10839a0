import { isContentButton } from './buttons.ts';
import { ancestorOf, attributeOf, hasClass, leadsWithin, wordsOf } from './dom.ts';
import { phrasing, unseen } from './elements.ts';
import { firstWithin } from './first-within.ts';
import { ariaRoleOf, forListeners, isHidden, isOnlyForm, overlays } from './hiding.ts';
import { anchorsIn, unlinkedLength, wordsLength } from './measure.ts';
import {
  isAllBelowTitle,
  isAmongWords,
  isAnswer,
  isMost,
  isMostlyLinks,
  isOfPage,
  isPageFooter,
  isSearchField,
  isSequenceRow,
  isSignOfHeading,
  longestLabel,
  longestTitle,
  saysSomething,
} from './surroundings.ts';

/** A kind of element that is not content. */
export interface Removal {
  readonly name: string;
  /** HTML of which the twin says nothing; the paragraph beside it stays. */
  readonly example: string;
  /** The names of the elements that it may be about, in words; any if unset. */
  readonly tags?: string;
  /** The attributes that say so, in words: elements without them are content. */
  readonly reads?: string;
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

/** Whether a box is called so by its author; no heading, no whole table, and nothing with the title of a page in it. */
const isBoxCalled = (element: Element, names: RegExp): boolean =>
  isCalled(element, names) &&
  !phrasing.has(element.localName) &&
  !/^(?:h[1-6]|main|body|html|article|pre|table|t[dhr]|tbody|dt|dd)$/.test(element.localName) &&
  firstWithin(element, isTitleOrCode) === undefined;

const isTitleOrCode = ({ localName }: Element): boolean => /^(?:h1|pre|main|article)$/.test(localName);

const isOutsideContent = (element: Element): boolean =>
  ancestorOf(element, ({ localName }) => /^(?:main|article)$/.test(localName)) === undefined;

/** The rows, in the order in which they are asked. */
export const removals: readonly Removal[] = [
  {
    name: 'data-markdown-ignore',
    example: '<p data-markdown-ignore>X</p>',
    reads: 'data-markdown-ignore',
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
  {
    name: 'hidden',
    example: '<p hidden>X</p><p style="display: none">X</p>',
    reads: 'hidden aria-hidden inert style',
    isSure: true,
    when: isHidden,
  },
  {
    name: 'closed dialog',
    example: '<dialog><p>X</p></dialog>',
    tags: 'dialog',
    isSure: true,
    when: (element) => attributeOf(element, 'open') === undefined,
  },
  {
    name: 'closed dialog',
    example: '<div role="tooltip">X</div><div class="modal"><p>X</p></div><div popover><p>X</p></div>',
    reads: 'role class popover',
    isSure: true,
    when: (element) =>
      attributeOf(element, 'popover') !== undefined ||
      /^(?:tooltip|dialog|alertdialog)$/.test(ariaRoleOf(element)) ||
      hasClass(element, overlays),
  },
  {
    name: 'text for screen readers',
    example: '<p class="sr-only">X</p>',
    reads: 'class',
    isSure: true,
    when: (element) => hasClass(element, forListeners) && !isOnlyForm(element),
  },
  {
    name: 'navigation',
    example: '<nav><a href="/a">X</a></nav>',
    tags: 'nav',
    isSure: true,
    when: (element) => ariaRoleOf(element) !== 'tablist' && !isAllBelowTitle(element) && !isAnswer(element),
  },
  {
    name: 'navigation',
    example: '<div role="navigation"><a href="/a">X</a></div>',
    reads: 'role',
    isSure: true,
    when: (element) => /^(?:navigation|menu|menubar|doc-toc|directory)$/.test(ariaRoleOf(element)),
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
  {
    name: 'footer of the content',
    example: '<footer><p>© X</p></footer>',
    tags: 'footer',
    when: (element) => isPageFooter(element) && /^(?:main|article)$/.test(element.parentElement!.localName),
  },
  {
    name: 'page footer',
    example: '<div role="contentinfo"><p>© X</p></div>',
    reads: 'role',
    isSure: true,
    when: (element) => /^(?:contentinfo|banner)$/.test(ariaRoleOf(element)) && firstWithin(element, saysSomething) === undefined,
  },
  {
    name: 'page footer',
    example: '<div class="footer"><p>© X</p></div>',
    reads: 'class id',
    isSure: true,
    when: (element) => isBoxCalled(element, footers) && isOutsideContent(element) && !isMost(element),
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
    reads: 'class id',
    when: (element) => isBoxCalled(element, sidebars) && isOutsideContent(element) && isMostlyLinks(element),
  },
  {
    name: 'contents of the page',
    example: '<div class="toc"><a href="#a">X</a></div>',
    reads: 'class id',
    when: (element) =>
      isBoxCalled(element, contents) &&
      leadsWithin(element) &&
      unlinkedLength(element) <= Math.max(longestTitle, wordsLength(element) / 2),
  },
  {
    name: 'breadcrumbs',
    example: '<div class="breadcrumbs"><a href="/">X</a></div>',
    reads: 'class id',
    when: (element) => isBoxCalled(element, breadcrumbs),
  },
  {
    name: 'links to other pages of a series',
    example: '<div class="pagination"><a href="/2">X</a></div><p><a rel="next" href="/2">X</a></p>',
    tags: 'div p ul ol section',
    when: (element) => isBoxCalled(element, pagers) || isSequenceRow(element),
  },
  {
    name: 'menu',
    example: '<div class="navbar"><a href="/a">X</a></div>',
    reads: 'class id',
    when: (element) => isBoxCalled(element, menus) && isOutsideContent(element) && anchorsIn(element) > 0 && !isMost(element),
  },
  {
    name: 'skip link',
    example: '<a class="skip-link" href="#main">X</a>',
    tags: 'a',
    when: (element) => hasClass(element, skipLinks) && (attributeOf(element, 'href') ?? '').startsWith('#'),
  },
  {
    name: 'permalink',
    example: '<h2 id="y">Y</h2><a href="#y"><span class="sr-only">X</span></a>',
    tags: 'a',
    when: isSignOfHeading,
  },
  {
    name: 'edit link',
    example: '<p class="edit-link"><a href="/e">X</a></p><a href="https://github.com/a/b/edit/main/c.md">X</a>',
    tags: 'a div p span',
    when: (element) =>
      wordsLength(element) < longestLabel &&
      (hasClass(element, editLinks) || editing.test(attributeOf(element, 'href') ?? '')) &&
      !isAmongWords(element),
  },
  { name: 'button', example: '<button>X</button>', tags: 'button', when: (element) => !isContentButton(element) },
  {
    name: 'button',
    example: '<div class="copy-button">X</div>',
    reads: 'class',
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
    reads: 'class',
    when: (element) => hasClass(element, carousels),
  },
  {
    name: 'cookie notice',
    example: '<div class="cookie-banner"><p>X</p></div>',
    reads: 'class id',
    isSure: true,
    when: (element) => isBoxCalled(element, cookieNotices),
  },
  {
    name: 'search',
    example: '<div role="search"><label>X</label><input></div>',
    reads: 'role',
    when: (element) => /^(?:search|searchbox)$/.test(ariaRoleOf(element)),
  },
  {
    name: 'search',
    example: '<search><label>X</label><input></search><form><label>X</label><input type="search"></form>',
    tags: 'search form',
    when: (element) => firstWithin(element, isSearchField) !== undefined,
  },
];

const footers = named('(?:site-?|page-?|main-?|global-?)?footer(?:-?(?:section|wrapper|container|area|main|bottom|top))?');
const skipLinks = named('skip-?\\w* skip-(?:to-)?\\S*');
const editLinks = named('edit-link edit-this-page edit-page-link theme-edit-this-page');
const cookieNotices = named('(?:cc|cookies?)-?(?:banner|consent|notice|bar|window|popup|law-info-bar)? cookieconsent');
const sidebars = named('side-?bar(?:-(?:left|right|nav|menu|container|wrapper))? (?:left|right)-?side-?bar sidenav');
const contents = named('toc table-?of-?contents tocbase on-this-page book-toc page-toc post-toc toc-container');
const breadcrumbs = /(?<!(?:^|-)(?:has|with|no|without))(?:^|[\s_-])breadcrumbs?(?:\s|$)/i;
const pagers = named('pagination paginator pagination-nav pager prev-next paginav post-nav(?:igation)? nav-links');
const menus = named(
  '(?:\\S*-)?(?:menu|navbar|nav|topbar|navigation)(?:-(?:bar|menu|links|list|wrapper|container|toggle))? w-nav skip-nav',
);
const buttons = named('copybtn copy-button btn-clipboard back-to-top');
const carousels = named(
  'carousel-indicators carousel-control-prev carousel-control-next slick-dots slick-arrow swiper-pagination swiper-button-prev swiper-button-next splide__pagination splide__arrows owl-dots owl-nav w-slider-nav w-slider-arrow-left w-slider-arrow-right',
);
/** Icon fonts, which draw an icon in place of its name. */
const iconFonts = /(?:^|\s)material-(?:icons|symbols)(?:-[a-z]+)?(?:\s|$)/;
const editing = /^https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket)\.[^/]+\/(?:[^/]+\/){2}(?:-\/)?edit\//;
