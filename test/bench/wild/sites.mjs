// The content of real sites, declared by hand as CSS selectors.
// A table of contents counts as content only on pages without other content.
const docbook = '.navheader, .navfooter';
const tables = '.toc, .list-of-figures, .list-of-tables, .list-of-examples, .contents, .shortcontents, .section-toc';
const sphinx = {
  content: '[role=main]',
  out: '.headerlink, .linenos, [role=navigation], .rst-footer-buttons, footer, .toctree-wrapper:empty, .prev-next-area',
  maybe: '.contents.local, .contents.topic, nav.contents, .viewcode-back',
  apart: '.classifier',
};
const texinfo = { content: 'body', out: '.header, .nav-panel, .copiable-link, .copiable-anchor, .pull-right', maybe: tables };
const doxygen = {
  content: '.header, .contents, div.header ~ .textblock',
  out: '.summary, .ttc, #nav-path, .navpath, .toc, .dyncontent[style*=none], .lineno, .permalink, .arrow, .iconfopen, .iconfclosed, .memSeparator',
  // Breadcrumbs; the heading of a member, which its declaration repeats, and its labels.
  maybe: '.ingroups, .memtitle, .mlabels-right',
};
const javadoc = {
  content: 'main, .header + .contentContainer, body > .contentContainer, body > .header, .contentContainer',
  out: '.bottomNav, .topNav, .subNav, nav, .table-tabs, .copy-snippet, .header .subTitle:empty, .tabEnd',
};
// In these templates, `aside` may be a section; action menus have no targets; names of icons are drawn as icons.
export const landing = {
  content: 'body',
  out: 'nav, aside[class*=sidebar], div.navbar, header.navbar, div.sidebar, div.docs-sidebar, ul.sidebar, .side-nav, .fixed-plugin, .sidenav, .offcanvas, .modal, .portfolio-modal, [class*=carousel-indicators], [class*=carousel-control], #sidebar-wrapper, .scroll-to-top, #preloader, .visually-hidden, .sr-only, form button, i[class*=material-icons], i[class*=material-symbols], i[class*=propeller-icons]',
  maybe: 'footer, form, button, .breadcrumb, .pagination, .dropdown-menu',
};
const landingWithout = (out) => ({ ...landing, out: `${landing.out}, ${out}` });
/** Templates with special menus, banners and panels around the content. */
export const landings = {
  'gentelella-rtl': landingWithout('.left_col, .top_nav, .compose, #lock_screen'),
  'sneat-bootstrap-html-admin-template-free': landingWithout('#layout-menu, .app-brand, .buy-now'),
  // The site name, the H1 of each page.
  'startbootstrap-business-casual': landingWithout('body > header'),
  stisla: landingWithout('.main-sidebar, .login-brand, .section-header-breadcrumb'),
  // A chat next to each page.
  themekit: landingWithout('.header-top, .app-sidebar, .right-sidebar, .chat-panel'),
};
/** By name: folder, and selectors of the content, of elements in it that are not content (`out`), and of those that may be either (`maybe`), and that a style sets apart (`apart`). */
export const sites = {
  apache2: [
    'x/apache2-doc/usr/share/doc/apache2-doc/manual/en',
    {
      content: '#page-content',
      out: '#toc, .toplang, .bottomlang, #topnav, .category a[href="#"], .section .top, .permalink, .up, #comments_section, .lang-toggle',
      // Headings of the table of contents, links to bugs, "See also".
      maybe: '#quickview > :not(#toc)',
    },
  ],
  apt: ['x/apt-doc/usr/share/doc/apt-doc/guide.html', { content: 'body', out: docbook, maybe: tables }],
  aptitude: ['x/aptitude-doc-en/usr/share/doc/aptitude/html/en', { content: 'body', out: docbook, maybe: tables }],
  asciidoctor: [
    'x/asciidoctor-doc/usr/share/doc/asciidoctor-doc/html',
    { content: 'main, #content, .method_details_list, body', out: '#search, #menu, #footer, iframe, nav, .nav_wrap' },
  ],
  buildbot: [
    'x/buildbot-doc/usr/share/doc/buildbot/html',
    // Every page begins with the same notice.
    { ...sphinx, content: '[itemprop=articleBody]', maybe: `${sphinx.maybe}, [itemprop=articleBody] > .caution:first-child` },
  ],
  cmake: ['x/cmake-doc/usr/share/doc/cmake-data/html', sphinx],
  'debian-handbook': [
    'x/debian-handbook/usr/share/doc/debian-handbook/html/en-US',
    { content: 'body', out: `${docbook}, .docnav, #banner, #title, #book, #footer, .breadcrumbs`, maybe: tables },
  ],
  'debian-policy': ['x/debian-policy/usr/share/doc/debian-policy/policy.html', sphinx],
  doxygen: ['x/doxygen-doc/usr/share/doc/doxygen/html', doxygen],
  eigen: ['x/libeigen3-doc/usr/share/doc/libeigen3-dev/html', doxygen],
  erlang: [
    'x/erlang-doc/usr/share/doc/erlang-doc/lib',
    { content: '#content, .innertube', out: '.footer, .see-erlang, button, #leftnav' },
  ],
  exim: [
    'x/exim4-doc-html/usr/share/doc/exim4-doc-html/spec_html',
    {
      content: '#content',
      out: '.next_link, .previous_link, .titlepage_link, .next_page, .previous_page, .toc_page, a[href="./"]',
    },
  ],
  fish: ['x/fish-common/usr/share/doc/fish', sphinx],
  'gimp-help': [
    'x/gimp-help-en/usr/share/gimp/2.0/help/en',
    { content: 'body', out: `${docbook}, .reportbug, .localization-wrap`, maybe: tables },
  ],
  haddock: [
    'x/libghc-lens-doc/usr/share/doc/libghc-lens-doc/html',
    {
      content: '#content, body > pre',
      out: '#table-of-contents, .selflink, #mini',
      maybe: '#synopsis, #alphabet, a.link, .caption .link, .instances .link',
    },
  ],
  git: ['x/git-doc/usr/share/doc/git-doc', { content: 'body', out: '#toc, #footer, .footnote > a' }],
  glib: [
    'x/libglib2.0-doc/usr/share/gtk-doc/html/gio',
    { content: 'body', out: `${docbook}, .navigation, .footer, .gallery-float, .listing_lines`, maybe: tables },
  ],
  'gi-docgen': ['x/libgtk-4-doc/usr/share/doc/libgtk-4-doc/gtk4', { content: '#main', out: 'footer, .anchor, nav, .emblem' }],
  gnuplot: [
    'x/gnuplot-doc/usr/share/doc/gnuplot/htmldocs',
    { content: 'body', out: 'address', maybe: 'body > div, .navigation' },
  ],
  gtkmm: [
    'x/gtkmm-documentation/usr/share/doc/gtkmm-documentation/tutorial/html',
    { content: 'body', out: docbook, maybe: tables },
  ],
  ikiwiki: ['x/ikiwiki/usr/share/doc/ikiwiki/html', { content: '#pagebody', out: '.toc', maybe: '.pageheader, #footer' }],
  'install-guide': [
    'x/installation-guide-amd64/usr/share/doc/installation-guide-amd64/en',
    { content: 'body', out: docbook, maybe: tables },
  ],
  'boost-docbook': [
    'x/libboost1.81-doc/usr/share/doc/libboost1.81-doc/doc/html/boost',
    { content: 'body', out: `${docbook}, .spirit-nav, .copyright-footer`, maybe: `${tables}, body > table` },
  ],
  boost: [
    'x/libboost1.81-doc/usr/share/doc/libboost1.81-doc/libs',
    {
      content: '.body, .documentation, #content, .section, .chapter, .article, body',
      out: `${docbook}, .spirit-nav, .copyright-footer, .headerlink`,
      maybe: 'body > table, .toc-container',
    },
  ],
  cairo: [
    'x/libcairo2-doc/usr/share/gtk-doc/html/cairo',
    { content: 'body', out: `${docbook}, .navigation, .footer, .listing_lines`, maybe: tables },
  ],
  javadoc: ['x/libcommons-lang3-java-doc/usr/share/doc/libcommons-lang3-java/api/org', javadoc],
  junit: ['x/junit4-doc/usr/share/doc/junit4/api/org', javadoc],
  'jquery-ui': [
    'x/libjs-jquery-ui-docs/usr/share/doc/libjs-jquery-ui-docs/examples',
    { content: 'body', out: 'script', maybe: 'form, button, input, [title], [id]' },
  ],
  libreoffice: ['x/libreoffice-help-en-us/usr/share/libreoffice/help/en-US/text/swriter', { content: '#DisplayArea', out: '' }],
  lilypond: [
    'x/lilypond-doc-html/usr/share/doc/lilypond/html/Documentation/learning',
    { content: '#main', out: '.nav_table, #tocframe, #footer, #languages, .header' },
  ],
  llvm: ['x/llvm-15-doc/usr/share/doc/llvm-15-doc/html', sphinx],
  maxima: ['x/maxima-doc/usr/share/doc/maxima-doc/html', texinfo],
  mkdocs: [
    'x/mkdocs-doc/usr/share/doc/mkdocs/html',
    { content: '[itemprop=articleBody], [role=main]', out: '.headerlink, .toc' },
  ],
  nim: [
    'x/nim-doc/usr/share/doc/nim/html',
    {
      content: '.document, body',
      out: '.three.columns, .footer, #tocRoot, .theme-switch-wrapper, #global-links',
      maybe: '.docSourceLink, .link-seesrc',
    },
  ],
  node: [
    'x/nodejs-doc/usr/share/doc/nodejs/api',
    { content: '#apicontent', out: '.mark, .srclink, .copy-button, .js-flavor-toggle', maybe: '.api_metadata' },
  ],
  octave: ['x/octave-doc/usr/share/doc/octave/octave.html', texinfo],
  opencv: ['x/opencv-doc/usr/share/doc/opencv-doc/opencv4/html', doxygen],
  pandas: [
    'x/python-pandas-doc/usr/share/doc/python-pandas-doc/html',
    { ...sphinx, content: '[role=main] article, [role=main]' },
  ],
  postgresql: [
    'x/postgresql-doc-15/usr/share/doc/postgresql-doc-15/html',
    { content: 'body', out: `${docbook}, .id_link`, maybe: tables },
  ],
  django: ['x/python-django-doc/usr/share/doc/python-django-doc/html', { ...sphinx, content: '.yui-g, [role=main]' }],
  sqlalchemy: [
    'x/python-sqlalchemy-doc/usr/share/doc/python-sqlalchemy-doc/html',
    { content: '#docs-body', out: '.headerlink, .linenos' },
  ],
  python: ['x/python3.11-doc/usr/share/doc/python3.11/html', sphinx],
  qt: [
    'x/qtbase5-doc-html/usr/share/qt5/doc',
    {
      content: '.context, .mainContent, .content .line',
      out: '.sidebar, .toc, .navigationbar, .naviNextPrevious, #sidebar-content',
    },
  ],
  r: ['x/r-doc-html/usr/share/R/doc/manual', texinfo],
  racket: [
    'x/racket-doc/usr/share/doc/racket',
    { content: '.main, body', out: '.navsettop, .navsetbottom, .nosearchform, .versionbox, .tocset' },
  ],
  rust: [
    'x/rust-doc/usr/share/doc/rust-doc/html/std',
    {
      content: 'main, #main-content',
      maybe: '.src, .srclink, .out-of-band, .rightside',
      out: 'nav, .sub, .sub-logo-container, rustdoc-search, #copy-path, .anchor, #toggle-all-docs, .doc-anchor',
    },
  ],
  'rust-book': ['x/rust-doc/usr/share/doc/rust-doc/html/book', { content: 'main', out: '.nav-wrapper, button, .buttons' }],
  scipy: [
    'x/python-scipy-doc/usr/share/doc/python-scipy-doc/html',
    {
      ...sphinx,
      content: 'article.bd-article, main article, [role=main]',
      out: `${sphinx.out}, .header-article, .prev-next-area`,
    },
  ],
  scilab: ['x/scilab-doc/html', { content: 'body', out: '.manualnavbar, .path, img[src^="jarsci:"]' }],
  scons: ['x/scons-doc/usr/share/doc/scons/HTML', { content: 'body', out: docbook, maybe: tables }],
  sdl: ['x/libsdl2-doc/usr/share/doc/libsdl2-doc/html', doxygen],
  sfml: ['x/libsfml-doc/usr/share/doc/libsfml-dev/html', doxygen],
  sqlite: [
    'x/sqlite3-doc/usr/share/doc/sqlite3',
    { content: 'body', out: '.nosearch, .menu, #toc_sub, .toct', maybe: '.desktoponly, form, .hlist' },
  ],
  swipl: ['x/swi-prolog-doc/usr/share/swi-prolog/doc/Manual', { content: 'body', out: '.navigate, .nav, .toc' }],
  tomcat: [
    'x/tomcat10-docs/usr/share/tomcat10-docs/docs',
    { content: '#mainRight, main, body', out: '#mainLeft', maybe: '.toc, #docs-toc, #Table_of_Contents + .text' },
  ],
  vim: ['x/vim-doc/usr/share/doc/vim/html', { content: 'body', out: '' }],
  webkit: [
    'x/libwebkit2gtk-4.0-doc/usr/share/doc/libwebkit2gtk-4.0-doc/html',
    {
      content: '#main, body > .refentry, body',
      out: `footer, .anchor, nav, ${docbook}, .navigation, .footer, .emblem, #body-wrapper > button, .sidebar`,
    },
  ],
  zsh: [
    'x/zsh-doc/usr/share/doc/zsh-common/html',
    { ...texinfo, out: `${texinfo.out}`, maybe: 'body > table, .nav-bar, ul:has(> li > a[href="FAQ.html"])' },
  ],
};

const alabaster = { ...sphinx, out: `${sphinx.out}, .viewcode-link` };
const gtkdoc = { content: 'body', out: `${docbook}, .navigation, .footer, .gallery-float, .listing_lines`, maybe: tables };
const place = (name, at) => `x/${name}/usr/share/${at ?? `doc/${name}/html`}`;

/** Sites that were not looked at while the rules were made, up to the autumn of 2026: a test set. */
export const unseen = {
  varnish: [place('varnish-doc', 'doc/varnish/html'), alabaster],
  requests: [place('python-requests-doc'), alabaster],
  structlog: [place('python-structlog-doc'), { ...sphinx, content: '[role=main], article' }],
  'sphinx-doc': [place('sphinx-doc'), alabaster],
  nova: [place('nova-doc'), { ...sphinx, content: '[itemprop=articleBody], .docs-body, [role=main], .document' }],
  twisted: [
    place('twisted-doc', 'doc/twisted-doc/html/api'),
    {
      content: '#main',
      out: '#search-results-container, #current-docs-container, .searchBox',
      maybe: '.sourceLink, .functionSourceLink',
    },
  ],
  mypy: [place('mypy-doc', 'doc/mypy/html'), { ...sphinx, content: '[itemprop=articleBody], [role=main], article' }],
  dask: [
    place('python-dask-doc'),
    { ...sphinx, out: `${sphinx.out}, .prev-next-area, .footer-article, .header-article, .dropdown-buttons` },
  ],
  uvicorn: [place('python-uvicorn-doc'), { content: '[role=main]', out: '.headerlink' }],
  freetype: [
    place('freetype2-doc', 'doc/libfreetype-dev/reference'),
    // Breadcrumbs are the first paragraph.
    { content: '.md-content__inner, article', out: '.headerlink', maybe: '.md-content__inner > p:first-child' },
  ],
  hdf5: [place('libhdf5-doc', 'doc/libhdf5-doc/html/cpplus_RM'), doxygen],
  gecode: [place('libgecode-doc'), doxygen],
  box2d: [place('libbox2d-doc', 'doc/libbox2d-dev/html'), doxygen],
  pqxx: [place('libpqxx-doc'), doxygen],
  'commons-io': [place('libcommons-io-java-doc', 'doc/libcommons-io-java/api/org'), javadoc],
  hsqldb: [place('libhsqldb-java-doc', 'doc/libhsqldb-java/guide'), { content: 'body', out: docbook, maybe: tables }],
  scala: [
    place('scala-doc', 'doc/scala-2.11/api/library/scala'),
    {
      content: 'body',
      out: '#mbrsel, #footer, #tooltip, .permalink, #search, .hiddenContent, #ancestors',
      maybe: '#ownerPath, #owner, .attributes, .toggleContainer',
    },
  ],
  ant: [place('ant-doc', 'doc/ant/manual'), { content: 'body', out: '.toc, nav' }],
  derby: [place('derby-doc', 'doc/derby-doc/javadoc'), javadoc],
  checkstyle: [place('checkstyle-doc', 'doc/checkstyle-doc/api'), javadoc],
  pango: [
    place('libpango1.0-doc', 'doc/libpango1.0-doc/reference'),
    { content: '#main', out: 'footer, .anchor, nav, .emblem, .sidebar' },
  ],
  wayland: [place('libwayland-doc', 'doc/wayland/Wayland/en-US/html'), { content: 'body', out: docbook, maybe: tables }],
  batteries: [
    place('libbatteries-ocaml-doc', 'doc/libbatteries-ocaml-doc/html/api'),
    { content: 'body', out: '.navbar, .toc, .codepre' },
  ],
  why3: [place('why3-doc-html'), { ...sphinx, content: '[itemprop=articleBody], [role=main]' }],
  crystal: [
    place('crystal-doc', 'doc/crystal/api-docs'),
    { content: '.main-content', out: '.anchor, .method-permalink', maybe: 'summary, .superclass-hierarchy' },
  ],
  mocha: [
    place('ruby-mocha-doc', 'doc/ruby-mocha/docs'),
    {
      content: '#content',
      out: '.nav_wrap, .summary_toggle, .permalink, .source_code .lines, .showSource, .inheritanceTree',
      maybe: '.toggleDefines, .toggle, .source_code, .fullTree, #filecontents, .inheritName',
    },
  ],
  lua: [place('lua5.1-doc', 'doc/lua5.1-doc/doc'), { content: 'body', out: '', maybe: 'small' }],
  shorewall: [place('shorewall-doc', 'doc/shorewall-doc'), { content: 'body', out: docbook, maybe: tables }],
  grass: [
    place('grass-doc'),
    {
      content: '#container, body',
      out: '.toc, .header_logo, #header, #container > a:first-child',
      maybe: 'p.small, [align=left] > small, p:last-child, #container > hr ~ p',
    },
  ],
  imagemagick: [
    place('imagemagick-6-doc', 'doc/imagemagick-6-common/html/www'),
    { content: 'main, .magick-template, .contents', out: `${doxygen.out}, nav, footer`, maybe: '.header' },
  ],
  haproxy: [
    place('haproxy-doc', 'doc/haproxy'),
    {
      content: '[role=main], #page-wrapper, body',
      out: '.headerlink, #sidebar, #menu, .navbar, .nav, .pagination',
      maybe: '.page-header, .alert, .dropdown, #footer',
    },
  ],
  proftpd: [place('proftpd-doc', 'doc/proftpd-doc/howto'), { content: 'body', out: '', maybe: 'font' }],
  fltk: [place('fltk1.3-doc', 'doc/fltk1.3-doc/HTML'), doxygen],
  s6: [place('s6-doc', 'doc/s6'), { content: 'body', out: '', maybe: 'body > p:first-of-type' }],
  weechat: [place('weechat-doc'), { content: 'body', out: '#toc, #footer' }],
  povray: [place('povray-doc', 'doc/povray/html'), { content: '.Content', out: '.HeaderFooter, .NavPanel' }],
  gap: [
    place('gap-doc', 'gap/doc/ref'),
    {
      content: 'body',
      out: '.chlinktop, .chlinkbot, .chlinkprevnexttop, .chlinkprevnextbot, .foot',
      maybe: '.ChapSects, #mathjaxlink',
    },
  ],
  harden: [
    place('harden-doc', 'doc/harden-doc/html/en-US'),
    { content: 'body', out: `${docbook}, .docnav, #banner, #title, #footer`, maybe: tables },
  ],
  systemtap: [place('systemtap-doc', 'doc/systemtap-doc/tapsets'), { content: 'body', out: docbook, maybe: tables }],
  highlight: [place('highlight.js-doc'), { ...sphinx, content: '[itemprop=articleBody], [role=main]' }],
  spectre: [
    place('libjs-spectre-docs', 'doc/libjs-spectre-docs/docs'),
    {
      // The first page has another layout.
      content: '#content, body',
      out: 'footer, .btn-anchor, .anchor, button, [aria-hidden]',
      maybe: '.docs-demo, .docs-footer, .docs-shape, .docs-variable',
    },
  ],
  mathjax: [place('libjs-mathjax-doc'), { ...sphinx, content: '[itemprop=articleBody]' }],
  emscripten: [place('emscripten-doc'), { ...sphinx, content: '[itemprop=articleBody], [role=main]' }],
  'golang-doc': [place('golang-1.19-doc'), { content: 'body', out: '' }],
  proper: [
    place('erlang-proper-doc', 'doc/erlang-proper-doc/edoc'),
    { content: 'body', out: '.navbar', maybe: 'body > p:last-of-type' },
  ],
  gtkada: [place('libgtkada-doc', 'doc/libgtkada-doc/gtkada_ug'), alabaster],
  db: [place('db5.3-doc', 'doc/db5.3-doc/programmer_reference'), { content: 'body', out: docbook, maybe: tables }],
  'debian-reference': [place('debian-reference-en', 'debian-reference'), { content: 'body', out: docbook, maybe: tables }],
  valgrind: [place('valgrind', 'doc/valgrind/html'), { content: 'body', out: `${docbook}, .nav`, maybe: tables }],
  'live-manual': [
    place('live-manual-html', 'doc/live-manual/html/live-manual'),
    { content: '.content0, body', out: '.ocn', maybe: 'label, .tiny, .contents, .toc' },
  ],
};

const fpdoc = { content: 'body', out: 'table.bar, .appinfo', maybe: 'table.footer, h1 + p' };
const rtd = { ...sphinx, out: `${sphinx.out}, .viewcode-link`, content: '[itemprop=articleBody], [role=main]' };
/** Sites chosen by the names of their packages, after the rules for the sites above. */
export const fresh = {
  ocsigenserver: [
    place('ocsigenserver-doc', 'doc/ocsigenserver/api-html'),
    { content: 'body', out: '.navbar', maybe: '.toc, .codepre' },
  ],
  netcdf: [place('netcdf-doc', 'doc/netCDF/html'), { ...doxygen, content: '.header, .contents, body' }],
  attrs: [place('python-attr-doc'), rtd],
  lxml: [
    place('python-lxml-doc', 'doc/python-lxml/html'),
    { content: '[role=main], body', out: `${sphinx.out}, .menu, .sidemenu, .banner, .banner_link, .banner_image, .topic` },
  ],
  'fp-rtl': [place('fp-docs-3.2.2', 'doc/fp-docs/3.2.2/rtl'), fpdoc],
  'mod-python': [place('libapache2-mod-python-doc', 'doc/libapache2-mod-python/doc-html'), alabaster],
  rivet: [place('libapache2-mod-rivet-doc', 'doc/libapache2-mod-rivet/html'), { content: 'body', out: docbook, maybe: tables }],
  h2o: [place('h2o-doc', 'doc/h2o/configure'), { content: '#main', out: '', maybe: '#main > h2:first-child' }],
  httrack: [
    place('httrack-doc', 'httrack/html'),
    {
      content: 'body',
      out: '.footer, #footer, #title, #subTitle',
      maybe: '.headerTitle, p[align=right]:has(> a[href="index.html"])',
    },
  ],
  kitty: [place('kitty-doc'), { ...sphinx, content: '[role=main]' }],
  chezscheme: [
    place('chezscheme-doc', 'doc/chezscheme-doc/html'),
    { content: 'body', out: '', maybe: 'p:last-of-type, .copyright' },
  ],
  icu: [place('icu-doc'), doxygen],
  'gtk-doc-libxml2': [place('libxml2-doc', 'gtk-doc/html/libxml2'), gtkdoc],
  luasql: [place('lua-sql-doc', 'doc/lua-sql-doc/us'), { content: '#content', out: '' }],
  gradle: [place('gradle-doc', 'doc/gradle/api/org'), javadoc],
  gtkmm4: [place('libgtkmm-4.0-doc', 'doc/libgtkmm-4.0-doc/reference/html'), doxygen],
  apsw: [place('python-apsw-doc', 'doc/python-apsw/html'), rtd],
  mockery: [place('php-mockery-doc', 'doc/php-mockery/html'), rtd],
  alsa: [place('libasound2-doc', 'doc/libasound2/html'), doxygen],
  'gi-docgen-own': [place('gi-docgen-doc', 'doc/gi-docgen/html'), rtd],
  'groff-mom': [
    place('groff', 'doc/groff-base/html/mom'),
    { content: 'body', out: '', maybe: '.page > table, [id*=toc], .page > div:first-of-type' },
  ],
  h5py: [place('python-h5py-doc'), rtd],
  esdl: [place('erlang-esdl-doc'), { content: 'body', out: '' }],
  openscenegraph: [place('openscenegraph-doc', 'doc/openscenegraph-doc/openscenegraph'), doxygen],
  krb5: [place('krb5-doc', 'doc/krb5-doc'), { ...sphinx, content: '.body' }],
  pike: [place('pike8.0-doc', 'doc/pike8.0-doc/html/reference'), { content: 'article', out: '' }],
  giac: [place('giac-doc', 'giac/doc/en/cascmd_en'), { content: 'body', out: '[src*=_motif]', maybe: '.footer' }],
  csound: [place('csound-doc'), { content: 'body', out: docbook, maybe: tables }],
  ns3: [place('ns3-doc', 'doc/ns3/models/html'), rtd],
  lazarus: [place('lazarus-doc-2.2', 'doc/lazarus/2.2.6/lcl'), fpdoc],
  'open3d-python': [place('open3d-doc', 'doc/open3d-doc/python/html'), rtd],
  'open3d-cpp': [place('open3d-doc', 'doc/open3d-doc/cpp/html'), doxygen],
  ipywidgets: [place('python-ipywidgets-doc'), rtd],
};

/** Sites not looked at before parity compared blocks. */
export const unknown = {
  jinja2: [place('python-jinja2-doc'), alabaster],
  'python-markdown': [
    place('python-markdown-doc', 'doc/python-markdown-doc/docs'),
    { content: 'body', out: '.headerlink, .toc' },
  ],
  'libsoup-3': [
    place('libsoup-3.0-doc', 'doc/libsoup-3.0'),
    { content: '#main', out: 'footer, .anchor, nav, .emblem, .sidebar' },
  ],
  'mod-perl': [
    place('libapache2-mod-perl2-doc', 'doc/libapache2-mod-perl2-doc/docs'),
    { content: 'body', out: '', maybe: '#index' },
  ],
  'kernel-handbook': [
    place('debian-kernel-handbook', 'doc/debian-kernel-handbook/kernel-handbook.html'),
    { content: 'body', out: docbook, maybe: tables },
  ],
  'ghc-base': [
    place('ghc-doc', 'doc/ghc-doc/html/libraries/base-4.15.1.0'),
    {
      content: '#content, body > pre',
      out: '#table-of-contents, .selflink, #mini',
      maybe: '#synopsis, #alphabet, a.link, .caption .link, .instances .link',
    },
  ],
  cppunit: [place('libcppunit-doc'), doxygen],
  sympy: [place('python-sympy-doc'), rtd],
  bochs: [place('bochs-doc', 'doc/bochs'), { content: 'body', out: docbook, maybe: tables }],
  xapian: [place('xapian-doc', 'doc/xapian-doc/apidoc/html'), doxygen],
  'sbcl-internals': [place('sbcl-doc', 'doc/sbcl/sbcl-internals'), texinfo],
};

/** Sites chosen by the names of their packages for the second version of parity, looked at only to write these selectors. */
export const unvisited = {
  beets: [place('beets-doc', 'doc/beets/html'), alabaster],
  bird: [place('bird2-doc', 'doc/bird2'), { content: 'body', out: '', maybe: 'body > a' }],
  camlidl: [place('camlidl-doc', 'doc/camlidl/html'), { content: 'body', out: 'body > a:has(img)', maybe: 'body > a' }],
  cdist: [place('cdist-doc', 'doc/cdist/html'), rtd],
  copyq: [place('copyq-doc', 'doc/copyq/html'), rtd],
  cppreference: [
    place('cppreference-doc-en-html', 'cppreference/doc/html/en/cpp'),
    { content: '#content', out: '.t-navbar, .toc, .editsection, #siteSub, #contentSub, .ambox, .printfooter, #catlinks' },
  ],
  frr: [place('frr-doc', 'doc/frr/html'), { ...sphinx, content: '[itemprop=articleBody], [role=main]' }],
  fwupd: [place('fwupd-doc', 'doc/libfwupdplugin'), { content: '#main', out: 'footer, .anchor, nav, .emblem, .sidebar' }],
  gri: [
    place('gri-html-doc', 'doc/gri/html'),
    { content: 'body', out: 'img[src*=banner]', maybe: 'body > table:first-of-type, body > a' },
  ],
  exiv2: [place('libexiv2-doc', 'doc/libexiv2-doc/html'), doxygen],
  brick: [
    place('libghc-brick-doc'),
    {
      content: '#content, body > pre',
      out: '#table-of-contents, .selflink, #mini',
      maybe: '#synopsis, #alphabet, a.link, .caption .link, .instances .link',
    },
  ],
  'gtksourceview-5': [
    place('libgtksourceview-5-doc', 'doc/gtksourceview5'),
    { content: '#main', out: 'footer, .anchor, nav, .emblem, .sidebar' },
  ],
  jsoup: [place('libjsoup-java-doc', 'doc/libjsoup-java/api'), javadoc],
  libstdcxx: [place('libstdc++-12-doc', 'doc/gcc-12-base/libstdc++/manual'), { content: 'body', out: docbook, maybe: tables }],
  'mit-scheme': [place('mit-scheme-doc', 'doc/mit-scheme-doc/html'), { ...texinfo, maybe: `${tables}, .menu` }],
  behave: [place('python-behave-doc'), alabaster],
  // Every page begins with the same notice.
  celery: [place('python-celery-doc'), { ...alabaster, maybe: `${alabaster.maybe ?? ''}, .deck`.replace(/^, /, '') }],
  // Built from the sources of the documentation of Vite, Pinia, JSDoc and markdown-it.
  vitepress: ['x/npm/vitepress', { content: '.vp-doc', out: '.header-anchor, button.copy, .lang' }],
  typedoc: ['x/npm/typedoc', { content: '.col-content', out: '.tsd-breadcrumb, .tsd-anchor-icon, svg' }],
  jsdoc: ['x/npm/jsdoc', { content: '#main', out: '' }],
};

/** Sites chosen after the rules of that day, looked at only to write these selectors; `x/sites` holds sites built from their sources. */
export const held = {
  click: [place('python-click-doc'), alabaster],
  psycopg: [place('python-psycopg2-doc'), { ...alabaster, out: `${alabaster.out}, .toggler` }],
  tornado: [place('python-tornado-doc'), rtd],
  xcb: [place('libxcb-doc', 'doc/libxcb1-dev/manual'), doxygen],
  gnutls: [place('gnutls-doc', 'doc/gnutls-doc/api-reference'), gtkdoc],
  clutter: [place('libclutter-1.0-doc', 'gtk-doc/html/clutter'), gtkdoc],
  poppler: [place('libpoppler-glib-doc', 'gtk-doc/html/poppler'), gtkdoc],
  xmonad: [
    place('libghc-xmonad-doc'),
    {
      content: '#content, body > pre',
      out: '#table-of-contents, .selflink, #mini',
      maybe: '#synopsis, #alphabet, a.link, .caption .link, .instances .link',
    },
  ],
  privoxy: [place('privoxy', 'doc/privoxy'), { content: 'body', out: '.NAVHEADER, .NAVFOOTER', maybe: '.TOC' }],
  ncurses: [place('ncurses-doc', 'doc/ncurses-doc/html/man'), { content: 'body', out: '.nav' }],
  dblatex: [place('dblatex-doc', 'doc/dblatex/xhtml/manual'), { content: 'body', out: docbook, maybe: tables }],
  mpich: [place('mpich-doc', 'doc/mpich-doc/html/www3'), { content: 'body', out: '' }],
  letsencrypt: [
    'x/sites/hugo',
    { content: 'body', out: 'header.site-header, nav, footer, [class*=lang], .heading-anchor', maybe: 'form, aside' },
  ],
  redux: [
    'x/sites/docusaurus',
    { content: '.theme-doc-markdown, main', out: '.hash-link, button, nav, [class*=tocCollapsible]', maybe: 'footer' },
  ],
  starlight: [
    'x/sites/starlight',
    {
      content: 'main',
      out: '.sl-anchor-link, nav, footer, button, starlight-toc, mobile-starlight-toc, .copy, [aria-hidden=true]',
      maybe: '.hero .actions, .title, [role=tablist], .sr-only',
    },
  ],
  pinia: ['x/sites/vitepress', { content: '.vp-doc', out: '.header-anchor, button, .lang, .line-numbers-wrapper' }],
  'just-the-docs': ['x/sites/jekyll', { content: '#main-content', out: '.anchor-heading, nav, button', maybe: 'footer, hr' }],
  'rest-framework': [
    'x/sites/mkdocs',
    { content: '#main-content, .md-content__inner', out: '.headerlink, .toclink-icon', maybe: '.badge, .toc' },
  ],
  packaging: ['x/sites/sphinx-furo', { ...sphinx, content: 'article[role=main]', out: `${sphinx.out}, .toggler` }],
};

/** Sites chosen after the rules that learn rows of links by position, looked at only to write these selectors. */
export const chosenLast = {
  werkzeug: [place('python-werkzeug-doc'), alabaster],
  libvirt: [
    place('libvirt-doc', 'doc/libvirt-doc/html'),
    { content: 'main, #body, #content, body', out: '#nav, #footer, nav.contents, .headerlink, #toc' },
  ],
  slurm: [place('slurm-wlm-doc', 'doc/slurm-wlm/html'), { content: '[role=main]', out: '.slurm-search, nav' }],
  rsyslog: [place('rsyslog-doc', 'doc/rsyslog-doc/html'), alabaster],
  hplip: [place('hplip-doc', 'doc/hplip-doc'), { content: '#container, body', out: '', maybe: '#header, #footer' }],
  vips: [place('libvips-doc', 'doc/libvips-doc/html'), doxygen],
  'vips-gtk': [place('libvips-doc', 'gtk-doc/html/libvips'), gtkdoc],
  mako: [
    place('python-mako-doc'),
    { ...sphinx, content: '#docs-body', out: `${sphinx.out}, .docs-navigation-links, #docs-copyright` },
  ],
  fftw: [place('libfftw3-doc', 'doc/libfftw3-dev/html'), texinfo],
  'maven-plugin': ['x/sites/asciidoctor', { content: 'body', out: '#toc, #footer' }],
};

/** Sites chosen after all rules above, looked at only to write these selectors. */
export const chosenAfter = {
  cups: ['x/cups-server-common/usr/share/cups/doc-root/help', { content: 'body', out: '' }],
  geany: [place('geany-common', 'doc/geany/html'), { content: '.document', out: '', maybe: '.contents' }],
  macaulay2: [
    place('macaulay2-common', 'doc/Macaulay2/Dmodules/html'),
    // Breadcrumbs are the second line.
    { content: 'body', out: 'table.buttons', maybe: 'body > div:first-of-type' },
  ],
  menhir: [place('menhir-doc', 'doc/menhir'), { content: 'body', out: '', maybe: '.toc, blockquote.quote:last-of-type' }],
  'npm-docs': ['x/npm-docs/package/docs/output', { content: '#content', out: '#edit', maybe: '#table_of_contents' }],
  dar: [place('dar-docs', 'doc/dar-docs'), { content: 'body', out: `${doxygen.out}, #top, address` }],
  bacula: [
    place('bacula-doc', 'doc/bacula-doc/html'),
    { content: 'body', out: '.navigation, address', maybe: '.ChildLinks, [id=CHILD_LINKS], ul.TofC' },
  ],
  libtiff: [place('libtiff-doc', 'doc/libtiff-doc/manual'), alabaster],
  aspell: [place('aspell-doc', 'doc/aspell-doc/aspell.html'), texinfo],
  xalan: [place('libxalan2-java-doc', 'doc/libxalan2-java/api/org/apache/xml'), javadoc],
  ivy: [place('ivy-doc', 'doc/ivy/api/org'), javadoc],
  flac: [place('libflac-doc', 'doc/libflac-doc/api'), doxygen],
};

/** Sites chosen after all rules, with selectors written before the first run. */
export const chosenSince = {
  allegro5: [place('allegro5-doc', 'doc/allegro5-doc/refman'), { content: '.content', out: '.timestamp', maybe: '#TOC' }],
  // Breadcrumbs are the first paragraph.
  execline: [place('execline-doc', 'doc/execline'), { content: 'body', out: '', maybe: 'body > p:first-of-type' }],
  fai: [place('fai-doc', 'doc/fai-doc'), { content: 'body', out: '#toc, #footer' }],
  elinks: [place('elinks-doc', 'doc/elinks'), { content: 'body', out: '#footer', maybe: '#index' }],
  freetds: [place('freetds-doc', 'doc/freetds-doc/userguide'), { content: 'body', out: docbook, maybe: tables }],
  'freetds-api': [place('freetds-doc', 'doc/freetds-doc/reference'), doxygen],
  'ocaml-calendar': [
    place('libcalendar-ocaml-doc', 'doc/libcalendar-ocaml/_html'),
    { content: 'body', out: '.odoc-nav, .odoc-toc, .anchor' },
  ],
  'knot-resolver': [
    place('knot-resolver-doc', 'doc/knot-resolver'),
    { ...sphinx, content: '[itemprop=articleBody], [role=main]' },
  ],
  cyrus: [place('cyrus-doc', 'doc/cyrus-doc/html'), { content: 'body', out: '', maybe: '#index' }],
  gettext: [
    place('gettext-doc', 'doc/gettext'),
    {
      content: 'main, body',
      out: 'body > table[cellpadding="1"], .bottomNav, .topNav, .subNav',
      // The generator of the manual; the table of contents of a manual page or of javadoc in frames.
      maybe: 'p:has(> font), body > a, .contents',
    },
  ],
  libexif: [place('libexif-doc', 'doc/libexif-dev/libexif-api.html'), doxygen],
  angelscript: [place('angelscript-doc', 'doc/angelscript/manual'), doxygen],
  gpsbabel: [place('gpsbabel-doc', 'doc/gpsbabel/html'), { content: 'body', out: docbook, maybe: tables }],
  idzebra: [place('idzebra-2.0-doc', 'doc/idzebra-2.0'), { content: 'body', out: docbook, maybe: tables }],
  asymptote: [place('asymptote-doc', 'doc/asymptote/html'), texinfo],
  jython: [place('jython-doc', 'doc/jython-doc/html/javadoc'), javadoc],
  argyll: [place('argyll-doc', 'doc/argyll-doc'), { content: 'body', out: '' }],
  evolver: [
    place('evolver-doc', 'doc/evolver/html'),
    { content: 'body', out: '', maybe: 'h1:has(> a[href^=http]), a[href$=doc-top], a[href^="index.htm"]' },
  ],
  festival: [place('festival-doc'), texinfo],
  ghostscript: [place('ghostscript-doc', 'doc/ghostscript/html'), { ...sphinx, content: '[itemprop=articleBody], [role=main]' }],
  groonga: [
    place('groonga-doc', 'doc/groonga-doc/en/html'),
    { ...sphinx, content: 'main', out: `${sphinx.out}, .prev-next-area` },
  ],
  eliom: [place('libeliom-ocaml-doc', 'doc/libeliom-ocaml-doc/client'), { content: 'body', out: '.navbar', maybe: '.toc' }],
  // A table with a line above each section has its name; the last table has the authors.
  fox: [
    place('libfox-1.6-doc'),
    { content: 'body', out: 'img[src$="line.gif"], [target=_top]', maybe: 'p:last-of-type, table:last-of-type' },
  ],
  qdbm: [
    place('qdbm-doc', 'doc/qdbm-doc'),
    { content: '.contents, #SRIndex, body', out: '.navigation, .navpath, address', maybe: '.note, .SRStatus' },
  ],
  // Hidden elements swap pictures.
  rmagick: [place('ruby-rmagick-doc'), { content: 'body', out: '.nav, [style*="display:none"]', maybe: '#header, #toc' }],
  scheme48: [place('scheme48-doc', 'doc/scheme48/html'), { content: 'body', out: '.navigation' }],
  stk: [place('stk-doc', 'doc/stk/html'), doxygen],
  weka: [place('weka-doc', 'doc/weka-doc/doc'), javadoc],
  // A title picture links to the contents; each page ends with links to contents, introduction and credits.
  xfig: [
    place('xfig-doc', 'doc/xfig/html'),
    {
      content: 'body',
      out: '',
      maybe: 'a:has(> img), a[href="contents.html"], hr ~ a[href="introduction.html"], hr ~ a[href="authors.html"]',
    },
  ],
  yara: [place('yara-doc', 'doc/yara/html'), alabaster],
  // Footer and page selection are divs.
  bootflat: ['x/npm/bootflat/package', { ...landing, maybe: `${landing.maybe}, .site-footer, .topic__infos` }],
  'material-kit': ['x/npm/material-kit/package', landing],
  'now-ui-kit': ['x/npm/now-ui-kit/package', landing],
  'paper-kit': ['x/npm/paper-kit-2/package', landing],
  'soft-ui': ['x/npm/soft-ui-design-system/package', landing],
  // By `fetch`: learning-zone/website-templates.
  'touch-hospital': [
    'x/fetch/touch-hospital-medical-bootstrap-html5-template',
    landingWithout('#wrapper > header, #inner-headline'),
  ],
  learn: ['x/fetch/learn-educational-free-responsive-web-template', landing],
};

/** Sites chosen after all of the above, with selectors written before the first run. */
export const chosenLater = {
  'lp-solve': [place('lp-solve-doc', 'doc/lp-solve-doc'), { ...javadoc, content: `main, ${javadoc.content}, body` }],
  pacemaker: [place('pacemaker-doc', 'doc/pacemaker/html'), doxygen],
  'debian-reference-ja': [place('debian-reference-ja', 'debian-reference'), { content: 'body', out: docbook, maybe: tables }],
  gnatcoll: [place('libgnatcoll-doc', 'doc/libgnatcoll-doc/html'), { ...sphinx, content: '[itemprop=articleBody]' }],
  nut: [place('nut-doc', 'doc/nut-doc/html'), { content: 'body', out: `${docbook}, .nut_footer`, maybe: tables }],
  // The contents page of a package has its table of contents below its title.
  'swi-prolog': [place('swi-prolog-doc', 'swi-prolog/doc'), { content: 'body', out: '.navigate', maybe: '.toc' }],
  omniorb: [place('omniorb-doc', 'doc/omniorb'), { content: 'body', out: 'a:has(> img[src$="_motif.svg"])', maybe: '.toc' }],
  // The last tables have the way to other pages, and the author.
  plib: [place('libplib-doc', 'doc/libplib-doc/html'), { content: 'body', out: '', maybe: 'hr ~ table, address' }],
  // Built from source: documentation in Chinese by Hexo, HonKit's by itself, blogs by Pelican and Hugo.
  'hexo-zh': [
    'x/hexo-zh',
    { content: '#main', out: '.article-footer, #article-nav, .gutter', maybe: '.article-meta, #page-nav' },
  ],
  honkit: ['x/honkit', { content: '.markdown-section', out: 'nav' }],
  'pelican-blog': ['x/pelican-blog', { content: 'body', out: '#banner, #extras, #contentinfo', maybe: '.post-info, .paginator' }],
  'hugo-papermod': [
    'x/hugo-papermod',
    {
      content: 'main',
      out: '.breadcrumbs, .toc, [hidden], .paginav, .pagination',
      maybe: '.post-meta, .entry-footer, .post-footer',
    },
  ],
  // By `fetch`: themefisher/constra-bootstrap and novena-bootstrap, their folders `theme`.
  constra: [
    'x/fetch/constra',
    { ...landingWithout('#top-bar, #header, .back-to-top'), apart: '.comments-link, .author-info h3 > span' },
  ],
  novena: ['x/fetch/novena', landingWithout('.header-top-bar')],
};

/** Sites chosen after all of the above, with selectors written before the first run. */
export const chosenNext = {
  xen: [place('xen-doc', 'doc/xen/html'), { content: 'body', out: '', maybe: '#index, #TOC' }],
  'aptitude-ru': [place('aptitude-doc-ru', 'doc/aptitude/html/ru'), { content: 'body', out: docbook, maybe: tables }],
  ocamlnet: [place('libocamlnet-ocaml-doc', 'doc/libocamlnet-ocaml/html-main'), { content: 'body', out: '.navbar' }],
  slony: [
    place('slony1-2-doc', 'doc/slony1-2-doc/adminguide'),
    { content: 'body', out: '.NAVHEADER, .NAVFOOTER', maybe: '.TOC, .LOT' },
  ],
  // The note above each example links to its end; each ends with the name of the generator.
  skimage: [
    place('python-skimage-doc', 'doc/python-skimage-doc/html'),
    { ...sphinx, content: '.span9', maybe: `${sphinx.maybe}, .sphx-glr-download-link-note, .sphx-glr-signature` },
  ],
  // Links to other pages stand in the body itself; the title and author of the book follow as the last line.
  topcat: [place('topcat-doc', 'doc/topcat/sun253'), { content: 'body', out: 'body > a[href], body > b', maybe: 'body > i' }],
  phylip: [place('phylip-doc', 'doc/phylip/html'), { content: 'body', out: '' }],
  mailman3: [place('mailman3-doc', 'doc/mailman3/html'), { ...sphinx, content: '[itemprop=articleBody]' }],
  // By typedoc 0.28 from sindresorhus/ky; by JSDoc 4 with docdash from matter-js.
  'typedoc-ky': [
    'x/typedoc-ky',
    { content: '.col-content', out: '.tsd-breadcrumb, .tsd-anchor-icon, pre button', maybe: '.tsd-index-group' },
  ],
  'jsdoc-docdash': ['x/jsdoc-docdash', { content: '#main', out: '', maybe: '#main > section > header' }],
  // Blogs: Hugo's theme Even, its exampleSite; Hexo's theme NexT with hexo-theme-unit-test.
  'hugo-even': [
    'x/hugo-even',
    {
      content: '#content',
      out: '.post-toc, .pagination, td.lntd:first-child, .post-nav',
      maybe: '.post-meta, .post-copyright, .post-footer, .read-more',
    },
  ],
  'hexo-next': [
    'x/hexo-next',
    {
      content: '.main-inner',
      out: '.gutter, .pagination, .post-nav, [hidden], .headerlink',
      maybe: '.post-meta-container, .post-footer, .post-button',
    },
  ],
  // By `fetch`: learning-zone/website-templates.
  aerosky: [
    'x/fetch/aerosky-real-estate-html-responsive-website-template',
    { content: 'body', out: 'div.navbar', maybe: 'footer, form, .btm-section, aside' },
  ],
  bestro: ['x/fetch/bestro-restaurant-bootstrap-html5-template', landingWithout('#wrapper > header, .scrollup')],
};

/** Chosen on 27 November 2026, before the first measurement: many layout tables. */
export const chosenSoon = {
  awstats: [
    place('awstats'),
    {
      content: 'body',
      out: 'td[bgcolor="#9999cc"] > a > img, body > table:has(td[bgcolor="#9999cc"] > font > b)',
      maybe: '.htmldoc-ignore',
    },
  ],
  beanshell: [place('bsh-doc'), { content: 'body', out: 'table:has(img[src$="upbutton.gif"])' }],
  cxref: [place('cxref-doc', 'doc/cxref/examples'), { content: 'body', out: '' }],
  // The address asks for comments, with a picture of an e-mail address, on each page.
  'drgeo-fr': [
    place('drgeo-doc', 'drgeo/help/fr'),
    { content: 'body', out: 'table:has(td[bgcolor="#99ccff"])', maybe: 'address' },
  ],
  opendx: [
    place('dx-doc', 'doc/dx/html/pages'),
    {
      content: 'body',
      out: 'table:has(img[src$="spacer.gif"]), p:has(> a > img[src*="foot-"]), font:has(> a[href*="opendx.org"]), b:has(> a[href*="_Of_Page"]), b:has(> a[href$="allguide.htm"]), b:has(> a[href$="ibm.com/dx"]), b:has(> a[href*="www.ibm.com"])',
    },
  ],
  funnelweb: [
    place('funnelweb-doc', 'doc/funnelweb-doc'),
    {
      content: 'td[width="360"], td[width="490"], body',
      out: 'td[width="130"], td table:not(:has(table)):has(img[alt="Up"]), td table:not(:has(table)):has(img[alt="Next"]), font:has(> a[href="copyright.html"])',
      maybe: 'a:has(> img[src$="title.gif"])',
    },
  ],
  // A line of key words in red below the title.
  garlic: [place('garlic-doc', 'doc/garlic-doc'), { content: 'body', out: '', maybe: 'hr + font[size="-1"]' }],
  golly: [
    place('golly', 'golly/Help'),
    { content: 'body', out: 'center:has(a[href="lex_a.htm"]), center:has(a[href="lex_bib.htm"])' },
  ],
  exiftool: [place('libimage-exiftool-perl'), { content: 'body', out: '.lf, table.links', maybe: 'hr ~ i, div.index' }],
  'xerces-c': [
    place('libxerces-c-doc'),
    { content: 'td[width="500"], body', out: `${doxygen.out}, img[src^="resources/"], #top, address, .address` },
  ],
  udo: [place('udo-doc-en'), { content: 'body', out: 'a:has(> img[src^="udo_"]), img[src^="udo_"]' }],
  xotcl: [place('xotcl-doc', 'doc/xotcl-doc/readings'), { content: 'body', out: 'a[href="./index.html"]', maybe: 'h1 > img' }],
  lirc: [
    place('lirc-doc', 'doc/lirc/lirc.org/html'),
    {
      content: 'body',
      out: 'table.menu, .footer, p:has(> a[href="index.html"])',
      maybe: 'a[href="index.html"], a[href="#index"], a[name="index"] ~ *',
    },
  ],
  'mod-jk': [place('libapache-mod-jk-doc', 'doc/libapache-mod-jk-doc'), { content: '#content', out: '.noprint', maybe: '.toc' }],
  magic: [
    place('magic'),
    {
      content: 'body',
      out: 'img[src$="line1.gif"], p ~ table:has(a[href$="commands.html"]), h1 > img',
      maybe: 'p:has(> i:first-child)',
    },
  ],
  nyquist: [
    place('nyquist', 'doc/nyquist/doc'),
    {
      content: 'body',
      out: 'body > a[href="title.html"], body > a[href="title.html#toc"], hr + a[href^="part"], hr + a[href^="part"] + a[href^="part"], body > a[href^="part"]:first-child, body > a[href^="part"]:first-child + a[href^="part"]',
      maybe: 'body > a[href="indx.html"]',
    },
  ],
  pmw: [
    place('python-pmw-doc'),
    { content: 'body', out: 'img[src$="blue_line.gif"], img[src$="ball.gif"]', maybe: 'font:last-of-type' },
  ],
  cc65: [
    place('cc65-doc', 'doc/cc65/html'),
    { content: 'body', out: '', maybe: 'h2:has(> a[name^="toc"]), ul:has(> li > a[name^="toc"])' },
  ],
  // Numbers of paragraphs float beside them.
  arm2012: [
    place('ada-reference-manual-2012', 'doc/ada-reference-manual-2012/arm2012.html'),
    {
      content: 'body',
      out: 'div:has(> span > b):first-child, div:has(> a > img[src="cont.gif"]), div:has(> img[src="AE_logo.gif"])',
      maybe: '.paranum',
    },
  ],
  hugin: [
    place('hugin-data', 'hugin/xrc/data/help_en_EN'),
    { content: '#content', out: '#siteSub, .printfooter, .mw-editsection', maybe: '#toc, .toc, .usermessage' },
  ],
  htdig: [place('htdig-doc'), { content: 'body', out: 'form', maybe: 'p:has(> strong > em)' }],
  nunit: [place('libnunit-doc', 'doc/nunit/html'), { content: '#content, body', out: '#header, #subnav, #footer' }],
  autohotkey: ['x/fetch/AutoHotkeyDocs/docs', { content: 'body', out: '' }],
  crafting: [
    'x/fetch/craftinginterpreters/site',
    { content: 'article', out: 'nav, footer, article > header', maybe: '.number', apart: 'h2 small, h3 small' },
  ],
};

/** Sites chosen after the rules that the ones above brought, with selectors written before the only run. */
export const chosenThen = {
  gsoap: [place('gsoap-doc', 'doc/gsoap'), doxygen],
  quart: [place('python-quart-doc', 'doc/python-quart-doc/html'), { ...sphinx, content: '[itemprop=articleBody]' }],
  'doublecmd-uk': ['x/doublecmd-help-uk/usr/share/doublecmd/doc/uk', { content: 'body', out: '', maybe: '.TOC, .NAVBACK' }],
  wireplumber: [place('wireplumber-doc', 'doc/wireplumber/html'), { ...sphinx, content: '[itemprop=articleBody]' }],
  singular: [place('singular-doc', 'doc/singular/html'), doxygen],
  supervisor: [place('supervisor-doc', 'doc/supervisor/html'), { ...sphinx, content: '.body' }],
  // A bar of links above the title, and a table of copyrights below.
  pcp: [
    place('pcp-doc', 'doc/pcp-doc/html'),
    { content: 'body', out: '', maybe: 'body > table:first-child, body > center:last-child' },
  ],
  zarith: [place('libzarith-ocaml-doc', 'doc/libzarith-ocaml-dev/doc/html'), { content: 'body', out: '.navbar' }],
  // By ESDoc from the files a to d of lodash-es; Hexo's theme Fluid with hexo-theme-unit-test.
  'esdoc-lodash': ['x/esdoc-lodash', { content: '.content', out: '' }],
  'hexo-fluid': [
    'x/hexo-fluid',
    {
      content: '#board',
      out: '.headerlink, .gutter, .post-prevnext, nav, h1[style]',
      maybe: '.license-box, .post-metas, .pagination',
    },
  ],
  // By `fetch`: learning-zone/website-templates.
  vteam: [
    'x/fetch/vteam-a-corporate-multipurpose-free-bootstrap-responsive-template',
    { content: 'body', out: 'div.navbar', maybe: 'footer, form, aside, nav' },
  ],
  moto: ['x/fetch/moto-business-html5-responsive-web-template', landingWithout('#wrapper > header, .scrollup')],
};

/** More sites that were looked at. */
const more = {
  bind: [place('bind9-doc', 'doc/bind9-doc/arm'), { ...sphinx, content: '[itemprop=articleBody]' }],
  flask: [place('python-flask-doc'), alabaster],
  sklearn: [
    place('python-sklearn-doc'),
    { ...sphinx, content: '.sk-page-content, [role=main]', out: `${sphinx.out}, .sk-toctree-toggle` },
  ],
  aiohttp: [place('python-aiohttp-doc'), alabaster],
  borg: [
    place('borgbackup-doc', 'doc/borgbackup/html'),
    { ...sphinx, content: '#page-wrapper, #right-column, [role=main]', out: `${sphinx.out}, .footer-relations` },
  ],
  hypothesis: [place('python-hypothesis-doc'), { ...sphinx, content: '[itemprop=articleBody], [role=main]' }],
  knot: [place('knot-doc', 'doc/knot-doc'), { ...sphinx, content: '[role=main], [itemprop=articleBody]' }],
  xarray: [place('python-xarray-doc'), alabaster],
  typer: [place('python-typer-doc'), { content: '[itemprop=articleBody], [role=main]', out: '.headerlink, .toc' }],
  drf: [
    place('python-djangorestframework-doc', 'doc/python3-djangorestframework/html'),
    { content: '#main-content', out: '.headerlink, .toclink-icon', maybe: '.badge, .toc' },
  ],
  xonsh: [place('xonsh-doc'), alabaster],
  sumo: [place('sumo-doc', 'doc/sumo/doxygen'), doxygen],
  wx: [place('wx3.2-doc'), doxygen],
  fmt: [place('libfmt-doc', 'doc/libfmt-doc'), { ...sphinx, content: '.content, [role=main]' }],
  seqan: [place('seqan3-doc', 'doc/libseqan3-dev/html'), doxygen],
  pipewire: [place('pipewire-doc', 'doc/pipewire/html'), doxygen],
  jackson: [place('libjackson2-annotations-java-doc', 'doc/libjackson2-annotations-java/api'), javadoc],
  groovy: [place('groovy-doc', 'doc/groovy'), { ...javadoc, out: `${javadoc.out}, .bottomNav, .topNav, .subNav` }],
  antlr: [place('antlr4-doc', 'doc/antlr4/api/org'), javadoc],
  fop: [place('fop-doc', 'doc/fop-doc/html/api/org'), javadoc],
  'dita-ot': [place('dita-ot-doc', 'doc/dita-ot-doc'), { content: 'body', out: '', maybe: '.related-links' }],
  adwaita: [place('libadwaita-1-doc', 'doc/libadwaita-1'), { content: '#main', out: 'footer, .anchor, nav, .emblem, .sidebar' }],
  gtk3: [place('libgtk-3-doc', 'gtk-doc/html/gtk3'), gtkdoc],
  vala: [place('vala-0.56-doc', 'devhelp/books/vala-0.56'), { content: 'body', out: '.o-fixedtop', maybe: '.page_toc' }],
  agda: [place('agda-stdlib-doc', 'doc/agda-stdlib/html'), { content: 'body', out: '' }],
  'js-of-ocaml': [
    place('libjs-of-ocaml-doc', 'doc/libjs-of-ocaml-doc'),
    { content: '.odoc-content, body', out: '.odoc-nav, .anchor, .odoc-toc', maybe: '.odoc-preamble, nav' },
  ],
  yard: [
    place('yard-doc', 'doc/yard/doc'),
    {
      content: '#content, body',
      out: '.nav_wrap, .summary_toggle, .constants_summary_toggle, .permalink, .source_code .lines, .showSource',
      maybe: '.toggleDefines, .toggle, .source_code, .fullTree, .inheritName, .inheritanceTree',
    },
  ],
  awesome: [place('awesome-doc', 'doc/awesome/doc'), { content: '#content', out: '' }],
  rt: [place('rt5-doc-html', 'doc/rt5-doc-html/RT'), { content: 'body', out: '#index', maybe: 'body > a' }],
  ffmpeg: [
    place('ffmpeg-doc', 'doc/ffmpeg/manual'),
    { ...texinfo, out: `${texinfo.out}, .region-contents, .Contents_element, p[style*="font-size: small"]` },
  ],
  graphviz: [place('graphviz-doc', 'doc/graphviz'), { content: 'body', out: '.navbar' }],
  postfix: [place('postfix-doc', 'doc/postfix/html'), { content: 'body', out: 'img[src*=logo]' }],
  ntpsec: [
    place('ntpsec-doc'),
    {
      content: 'body',
      out: '#footer, #toc',
      maybe: '.sect1:first-child, .sect1:has(> #_table_of_contents), table:has([src$="home.gif"])',
    },
  ],
  kicad: [place('kicad-doc-en', 'doc/kicad/help/en'), { content: 'body', out: '#toc, #footer' }],
  putty: [
    place('putty-doc', 'doc/putty-doc'),
    { content: 'body', out: '', maybe: 'address, body > p:first-child, body > p:has(+ address), body > ul:first-of-type' },
  ],
  nsis: [
    place('nsis-doc', 'doc/nsis/Docs'),
    { content: 'body', out: '', maybe: 'body > p:first-child, body > p:last-child, body > ul:first-of-type' },
  ],
  'docbook-xsl': [
    place('docbook-xsl-doc-html', 'doc/docbook-xsl-doc-html/doc'),
    { content: 'body', out: docbook, maybe: tables },
  ],
  wireshark: [place('wireshark-doc', 'doc/wireshark/wsug_html_chunked'), { content: 'body', out: docbook, maybe: tables }],
  renpy: [place('renpy-doc', 'doc/renpy/html'), { ...sphinx, content: '[role=main], .body' }],
  coffeescript: [
    place('coffeescript-doc', 'doc/coffeescript/html/v2'),
    { content: '#container .sections, main', out: '#jump_to, .pilwrap, .pilcrow' },
  ],
  nouislider: [place('node-nouislider-doc', 'doc/node-nouislider'), { content: '.content, body', out: '', maybe: '.bar-group' }],
  qml: [
    place('qtdeclarative5-doc-html', 'qt5/doc'),
    { content: '.mainContent, .content .line', out: '.sidebar, .toc, .navigationbar, .naviNextPrevious, #sidebar-content' },
  ],
  aeson: [
    place('libghc-aeson-doc'),
    {
      content: '#content, body > pre',
      out: '#table-of-contents, .selflink, #mini',
      maybe: '#synopsis, #alphabet, a.link, .caption .link, .instances .link',
    },
  ],
  twig: [place('php-twig-doc', 'doc/php-twig/manual'), alabaster],
  gnustep: [
    place('gnustep-base-doc', 'GNUstep/Documentation/Developer/Base/Reference'),
    { content: 'body', out: '', maybe: 'body > a, body > font > a, ol:has(> li > a[href^="#"])' },
  ],
  cockpit: [place('cockpit-doc', 'doc/cockpit/guide'), gtkdoc],
  'debian-faq': [place('debian-faq', 'doc/debian/FAQ'), { content: 'body', out: docbook, maybe: tables }],
  'developers-reference': [
    place('developers-reference', 'developers-reference'),
    { ...sphinx, content: '[itemprop=articleBody], [role=main]' },
  ],
  snakeyaml: [place('libyaml-snake-java-doc', 'doc/libyaml-snake-java/api'), javadoc],
};
Object.assign(sites, more);
