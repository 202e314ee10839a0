import { attributeOf, elementsOf } from './dom.ts';

/** What a generator writes: where its content is, and what in it is for the hand. Data only. */
export interface SiteGenerator {
  readonly name: string;
  /** Classes (`.name`) and ids (`#name`), one of which only its pages have. */
  readonly signs: readonly string[];
  /** Selectors of the content; the first that matches an element with text. */
  readonly root: readonly string[];
  /** Selector of what is left out of the content. */
  readonly drop?: string;
  /** Selector of content that looks like something beside it. */
  readonly keep?: string;
  /** By selector, the element or the ARIA role that its elements stand for, whatever they are. */
  readonly as?: Readonly<Record<string, string>>;
}

/** A box in the text, of the directive `.. sidebar::`: the menus of Sphinx are called otherwise. */
const docutilsSidebar = 'aside.sidebar, div.sidebar';

/** Headings that link back to a table of contents, lists in columns, titles that are no headings. */
const sphinxForms = {
  '.toc-backref': 'span',
  'table.hlist': 'div',
  'p.rubric, .topic-title, .sidebar-title': 'legend',
};

/** The generators whose pages say more of themselves than `main`. The first with a sign on the page applies. */
export const siteGenerators: readonly SiteGenerator[] = [
  {
    name: 'pydata-sphinx-theme',
    signs: ['.bd-content'],
    root: ['article.bd-article', '.bd-article-container article', '.bd-content > div', '.bd-content'],
    drop: '.prev-next-area, .prev-next-footer, .bd-toc, .bd-sidebar-secondary, .bd-header-article, .headerlink, .viewcode-back',
    keep: docutilsSidebar,
    as: sphinxForms,
  },
  {
    name: 'furo',
    signs: ['.toc-drawer'],
    root: ['#furo-main-content', 'article[role=main]'],
    drop: '.headerlink, .related-pages, .content-icon-container, .back-to-top, .viewcode-back',
    keep: docutilsSidebar,
    as: sphinxForms,
  },
  {
    name: 'Sphinx and MkDocs of Read the Docs',
    signs: ['.wy-nav-content'],
    root: ['[itemprop=articleBody]', '[role=main]'],
    drop: '.headerlink, .rst-footer-buttons, .wy-breadcrumbs, .viewcode-back',
    keep: docutilsSidebar,
    as: sphinxForms,
  },
  {
    name: 'Sphinx',
    signs: ['.sphinxsidebar'],
    root: ['.body[role=main]', '.body'],
    drop: '.headerlink, .viewcode-back, .topic.contents, .contents.local',
    keep: docutilsSidebar,
    as: sphinxForms,
  },
  {
    name: 'Material for MkDocs',
    signs: ['.md-content__inner'],
    root: ['.md-content__inner'],
    drop: '.headerlink, .md-content__button, .md-source-file, .md-clipboard, .md-feedback, .md-code__nav',
    as: { '.tabbed-labels': 'tablist', '.tabbed-block': 'tabpanel', 'details[class]': 'callout' },
  },
  {
    name: 'Docusaurus',
    signs: ['#__docusaurus'],
    root: ['.theme-doc-markdown', 'main'],
    drop: '.hash-link, .theme-doc-toc-mobile, .theme-doc-footer, .theme-doc-breadcrumbs, .theme-doc-version-badge, [class*=buttonGroup], .pagination-nav',
  },
  {
    name: 'VitePress',
    signs: ['.VPContent'],
    root: ['.VPHome', '.vp-doc', 'main'],
    drop: '.header-anchor, .VPDocFooter, div[class*=language-] > .lang, .line-numbers-wrapper',
    as: {
      '.vp-code-group > .tabs': 'tablist',
      '.vp-code-group > .blocks > *': 'tabpanel',
      // The name and the motto in one heading.
      '.VPHero h1 > span': 'div',
    },
  },
  {
    name: 'Starlight',
    // The second in version 0.6 and before.
    signs: ['.sl-markdown-content', '.starlight-aside'],
    root: ['main'],
    drop: '.sl-anchor-link, starlight-file-tree .sr-only, .pagination-links, mobile-starlight-toc, starlight-toc, main footer, .right-sidebar',
    // Repeated in the label of its box, and so hidden from readers of the screen.
    keep: '.starlight-aside__title',
    as: { '.starlight-aside': 'callout' },
  },
  {
    name: 'Nextra',
    signs: ['.nextra-content'],
    root: ['article', 'main'],
    // Its row to the pages before and after has no name of its own.
    drop: '.nextra-breadcrumb, .nextra-toc, .subheading-anchor, .nextra-banner, nav, .nx-sr-only, main > div:last-child > a[title]',
  },
  {
    name: 'Docsy',
    signs: ['.td-content'],
    root: ['.td-content'],
    drop: '.td-heading-self-link, .td-page-meta, .feedback--title, .feedback--rating, .feedback--response',
  },
  {
    name: 'PaperMod',
    signs: ['.post-single'],
    root: ['.post-single'],
    drop: '.anchor, .toc, .breadcrumbs, .share-buttons, .paginav',
  },
  {
    name: 'Hugo Book',
    signs: ['.book-page'],
    root: ['article.markdown', '.book-page'],
    drop: '.anchor, .book-toc',
    as: { '.book-hint': 'callout' },
  },
  {
    name: 'Just the Docs',
    signs: ['.anchor-heading'],
    root: ['#main-content', 'main'],
    drop: '.anchor-heading, .breadcrumb-nav',
  },
  {
    name: 'mdBook',
    signs: ['.mdbook-help-container', '.nav-chapters'],
    root: ['main'],
    // Its title is the name of the book.
    drop: '.menu-bar, .nav-chapters, .nav-wide-wrapper, .nav-wrapper, .buttons',
    keep: '.mdbook-tab',
    as: { '.mdbook-tabs': 'tablist', '.mdbook-tab': 'tab', '.mdbook-tab-content': 'tabpanel', '.blockquote-tag': 'callout' },
  },
  {
    name: 'rustdoc',
    signs: ['.rustdoc'],
    root: ['#main-content', 'main'],
    drop: '.sidebar, .out-of-band, .srclink, .src, .anchor, #copy-path, .notable-traits, .tooltip, .hideme, .since ~ .srclink, rustdoc-toolbar',
  },
  {
    name: 'TypeDoc',
    signs: ['.tsd-page-title'],
    root: ['.col-content'],
    drop: '.tsd-anchor-icon, .tsd-breadcrumb, .tsd-kind-icon, .tsd-page-toolbar',
    // "Inherited from X, defined in src/x.ts:12".
    keep: '.tsd-sources',
  },
  {
    name: 'Dokka',
    signs: ['#navigation-wrapper'],
    root: ['#content.main-content'],
    drop: '.copy-popup-wrapper, .breadcrumbs, .navigation-wrapper, #searchBar',
  },
  {
    name: 'DocFX',
    // The second in its modern template.
    signs: ['#_content', '#autocollapse'],
    root: ['#_content', 'article'],
    drop: '.contribution, .anchorjs-link',
    as: { '.NOTE, .TIP, .IMPORTANT, .WARNING, .CAUTION': 'callout' },
  },
  {
    name: 'Asciidoctor',
    signs: ['.sectionbody'],
    root: ['article.doc'],
    // The words of the kind, beside the words of a callout, in a table; the number of a note.
    drop: '.admonitionblock td.icon, .footnote > a',
    as: { 'div.title': 'legend' },
  },
  {
    name: 'Javadoc',
    // The second from version 22 on, the others in version 11 and in version 8.
    signs: ['.flex-content', '#skip-navbar-top', '.navListSearch', '.subNavList'],
    root: ['main'],
    drop: '.table-tabs, .copy-snippet, .sub-nav, .bottom-nav, .topNav, .subNav, .bottomNav, .anchor-link, .source-line-no, #class-description ~ nav',
    // Lists of sections.
    as: { '.summary-list, .details-list, .member-list, .blockList, .blockListLast': 'div' },
  },
  {
    name: 'Doxygen',
    signs: ['#doc-content', '#titlearea'],
    root: ['#doc-content', 'body'],
    drop: '#top, hr.footer, .ttc, #nav-path, .navpath, .permalink, .headertitle ~ .summary, .header > .summary, .dynheader, .toc, .levels, .inherit_header img, #MSearchSelectWindow, #MSearchResultsWindow, .arrow, .icona',
    // The rows of a tree that scripts open.
    keep: '.directory tr',
    as: { '.fragment': 'pre' },
  },
  {
    name: 'Node.js API documentation',
    signs: ['#apicontent'],
    root: ['#apicontent'],
    drop: '#column1 > .header, .mark, .toc, .code-toolbar, .copy-button, .srclink',
  },
];

/**
 * The generator of a page.
 *
 * @example
 * generatorOf(document)?.name // 'VitePress'
 */
export function generatorOf(document: Document): SiteGenerator | undefined {
  const signs = new Set<string>();
  for (const element of elementsOf(document.documentElement)) {
    if (!element.hasAttributes()) continue;
    const id = attributeOf(element, 'id');
    if (id !== undefined) signs.add(`#${id}`);
    for (const name of attributeOf(element, 'class')?.split(/\s+/) ?? []) signs.add(`.${name}`);
  }
  return siteGenerators.find((row) => row.signs.some((sign) => signs.has(sign)));
}
