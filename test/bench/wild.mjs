// `diptych twin` on sites that others built: the share of the words, links, headings and images of the content that the
// twins hold, the share of their words that is content (precision), and how many pages parity would refuse. What is content
// is written down here by hand, as CSS selectors, and read by a walk that has no part in conversion.
//
// The sites are not part of the repository. For FOLDER/x: `apt-get download PACKAGE`, `dpkg -x PACKAGE_*.deb FOLDER/x/PACKAGE`;
// for FOLDER/npm: `npm pack PACKAGE`, unpacked to FOLDER/npm/PACKAGE. Those that are missing are passed over.
// node test/bench/wild.mjs FOLDER [--pages N] [--only NAME] [--lost]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import MarkdownIt from 'markdown-it';
import { decodeHtml } from '../../lib/build/page/parse-html.js';

const { parseHTML } = createRequire(import.meta.url)('linkedom');
const args = process.argv.slice(2);
const [folder] = args;
if (!folder || folder.startsWith('--')) {
  console.log('passed over: needs the folder of the sites (see its first lines)');
  process.exit();
}
const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise);
const most = Number(option('--pages', 30));
const only = option('--only', '');

const docbook = '.navheader, .navfooter, .toc, .list-of-figures, .list-of-tables, .list-of-examples';
const sphinx = {
  content: '[role=main]',
  out: '.headerlink, .linenos, [role=navigation], .rst-footer-buttons, footer, .viewcode-back, .toctree-wrapper:empty',
};
const texinfo = { content: 'body', out: '.header, .nav-panel, .contents, .shortcontents, .copiable-link, .copiable-anchor' };
const doxygen = {
  content: '.header, .contents, div.header ~ .textblock',
  out: '.summary, .ttc, #nav-path, .navpath, .toc, .dyncontent[style*=none], .lineno, .permalink, .memtitle, .mlabels-right, .arrow, .iconfopen, .iconfclosed, .memSeparator',
};
const javadoc = {
  content: 'main, .header + .contentContainer, body > .contentContainer, body > .header, .contentContainer',
  out: '.bottomNav, .topNav, .subNav, nav, .table-tabs, .copy-snippet, .header .subTitle:empty, .tabEnd',
};
const landing = {
  content: 'body',
  out: 'nav, .modal, .portfolio-modal, [class*=carousel-indicators], [class*=carousel-control], #sidebar-wrapper, .scroll-to-top, #preloader, .visually-hidden, .sr-only, form button',
  maybe: 'footer, form, header nav, .carousel-inner',
};
/** By name: place, and which elements hold the content, which in them are none, which may be either. */
const sites = {
  apache2: [
    'x/apache2-doc/usr/share/doc/apache2-doc/manual/en',
    {
      content: '#page-content',
      out: '#quickview, .toplang, .bottomlang, #topnav, .category a[href="#"], .section .top, .permalink, .up, #comments_section, .lang-toggle',
    },
  ],
  apt: ['x/apt-doc/usr/share/doc/apt-doc/guide.html', { content: 'body', out: docbook }],
  aptitude: ['x/aptitude-doc-en/usr/share/doc/aptitude/html/en', { content: 'body', out: docbook }],
  asciidoctor: [
    'x/asciidoctor-doc/usr/share/doc/asciidoctor-doc/html',
    { content: 'main, #content, .method_details_list, body', out: '#search, #menu, #footer, iframe, nav, .nav_wrap' },
  ],
  buildbot: ['x/buildbot-doc/usr/share/doc/buildbot/html', { ...sphinx, content: '[itemprop=articleBody]' }],
  cmake: ['x/cmake-doc/usr/share/doc/cmake-data/html', sphinx],
  'debian-handbook': [
    'x/debian-handbook/usr/share/doc/debian-handbook/html/en-US',
    { content: 'body', out: `${docbook}, .docnav, #banner, #title, #book, #footer, .breadcrumbs` },
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
    { content: '#content', out: '.next_link, .previous_link, .titlepage_link, a[href="./"]' },
  ],
  fish: ['x/fish-common/usr/share/doc/fish', sphinx],
  'gimp-help': [
    'x/gimp-help-en/usr/share/gimp/2.0/help/en',
    { content: 'body', out: `${docbook}, .reportbug, .localization-wrap` },
  ],
  haddock: [
    'x/libghc-lens-doc/usr/share/doc/libghc-lens-doc/html',
    {
      content: '#content, body > pre',
      out: '#table-of-contents, #synopsis, .selflink, .caption .link, .instances .link, #mini, a.link',
    },
  ],
  git: ['x/git-doc/usr/share/doc/git-doc', { content: 'body', out: '#toc, #footer, .footnote > a' }],
  glib: [
    'x/libglib2.0-doc/usr/share/gtk-doc/html/gio',
    { content: 'body', out: `${docbook}, .navigation, .footer, .gallery-float` },
  ],
  'gi-docgen': [
    'x/libgtk-4-doc/usr/share/doc/libgtk-4-doc/gtk4',
    { content: '#main', out: 'footer, .anchor, .srclink, nav, .emblem' },
  ],
  gnuplot: [
    'x/gnuplot-doc/usr/share/doc/gnuplot/htmldocs',
    { content: 'body', out: 'address', maybe: 'body > div, .navigation' },
  ],
  gtkmm: ['x/gtkmm-documentation/usr/share/doc/gtkmm-documentation/tutorial/html', { content: 'body', out: docbook }],
  ikiwiki: ['x/ikiwiki/usr/share/doc/ikiwiki/html', { content: '#pagebody', out: '.toc', maybe: '.pageheader, #footer' }],
  'install-guide': ['x/installation-guide-amd64/usr/share/doc/installation-guide-amd64/en', { content: 'body', out: docbook }],
  'boost-docbook': [
    'x/libboost1.81-doc/usr/share/doc/libboost1.81-doc/doc/html/boost',
    { content: 'body', out: `${docbook}, .spirit-nav, .copyright-footer`, maybe: 'body > table' },
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
    { content: 'body', out: `${docbook}, .navigation, .footer, .listing_lines` },
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
    { content: '#main', out: '.nav_table, #tocframe, .footer, #languages, .header' },
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
      out: '.three.columns, .footer, #tocRoot, .theme-switch-wrapper, .docSourceLink, #global-links, .link-seesrc',
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
  postgresql: ['x/postgresql-doc-15/usr/share/doc/postgresql-doc-15/html', { content: 'body', out: `${docbook}, .id_link` }],
  django: ['x/python-django-doc/usr/share/doc/python-django-doc/html', { ...sphinx, content: '.yui-g, [role=main]' }],
  sqlalchemy: [
    'x/python-sqlalchemy-doc/usr/share/doc/python-sqlalchemy-doc/html',
    { content: '#docs-body', out: '.headerlink, .linenos' },
  ],
  python: ['x/python3.11-doc/usr/share/doc/python3.11/html', sphinx],
  qt: [
    'x/qtbase5-doc-html/usr/share/qt5/doc',
    { content: '.context, .mainContent, .content .line', out: '.sidebar, .toc, .navigationbar, #sidebar-content' },
  ],
  r: ['x/r-doc-html/usr/share/R/doc/manual', texinfo],
  racket: [
    'x/racket-doc/usr/share/doc/racket',
    { content: '.main', out: '.navsettop, .navsetbottom, .nosearchform, .versionbox' },
  ],
  rust: [
    'x/rust-doc/usr/share/doc/rust-doc/html/std',
    {
      content: 'main, #main-content',
      out: 'nav, .sub, rustdoc-search, #copy-path, .src, .srclink, .anchor, .out-of-band, #toggle-all-docs, .rightside, .doc-anchor',
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
  scons: ['x/scons-doc/usr/share/doc/scons/HTML', { content: 'body', out: docbook }],
  sdl: ['x/libsdl2-doc/usr/share/doc/libsdl2-doc/html', doxygen],
  sfml: ['x/libsfml-doc/usr/share/doc/libsfml-dev/html', doxygen],
  sqlite: [
    'x/sqlite3-doc/usr/share/doc/sqlite3',
    { content: 'body', out: '.nosearch, .menu, #toc_sub, .toct', maybe: '.desktoponly, form, .hlist' },
  ],
  swipl: ['x/swi-prolog-doc/usr/share/swi-prolog/doc/Manual', { content: 'body', out: '.navigate, .nav, .toc' }],
  tomcat: [
    'x/tomcat10-docs/usr/share/tomcat10-docs/docs',
    { content: '#mainRight, main', out: '#mainLeft', maybe: '.toc, #docs-toc' },
  ],
  vim: ['x/vim-doc/usr/share/doc/vim/html', { content: 'body', out: '' }],
  webkit: [
    'x/libwebkit2gtk-4.0-doc/usr/share/doc/libwebkit2gtk-4.0-doc/html',
    {
      content: '#main, body > .refentry, body',
      out: `footer, .anchor, .srclink, nav, ${docbook}, .navigation, .footer, .emblem, #body-wrapper > button, .sidebar`,
    },
  ],
  zsh: ['x/zsh-doc/usr/share/doc/zsh-common/html', { ...texinfo, out: `${texinfo.out}`, maybe: 'body > table, .nav-bar' }],
  ...Object.fromEntries(
    (existsSync(join(folder ?? '', 'npm')) ? readdirSync(join(folder, 'npm'), { withFileTypes: true }) : [])
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [`npm ${name}`, [`npm/${name}/package`, landing]]),
  ),
};

const unseen =
  'script, style, template, noscript, head, title, input, textarea, select, datalist, canvas, iframe, svg, video, audio, object, embed, link, meta';
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q ruby rb rt s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const words = (text) =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !/^_+$/.test(word));

function textOf(parent) {
  let text = '';
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) text += node.data.replace(/[\u00AD\u200B\uFEFF]/g, '');
    if (node.nodeType === 1) text += inline.has(node.localName) ? textOf(node) : ` ${textOf(node)} `;
  }
  return text;
}

/** What is read of some elements: counts of each fact. */
function read(roots, base) {
  const facts = { words: [], links: [], headings: [], images: [] };
  const add = (root) => {
    facts.words.push(...words(textOf(root)));
    for (const element of root.querySelectorAll('a[href], h1, h2, h3, h4, h5, h6, img[src]')) {
      const name = element.localName;
      const text = words(textOf(element)).join(' ');
      if (name === 'a') {
        const url = urlOf(element.getAttribute('href'), base);
        // A link to a place of its own page may be an anchor, and what is marked by nothing to read is one.
        if (text && url && url !== urlOf('', base)) facts.links.push(url);
      } else if (name === 'img') {
        const url = urlOf(element.getAttribute('src'), base);
        if (url) facts.images.push(url);
      } else if (text) facts.headings.push(text);
    }
  };
  roots.forEach(add);
  return facts;
}

function urlOf(address, base) {
  if (/^(?:javascript|data|about|blob):/i.test(address.trim())) return undefined;
  try {
    const url = new URL(address.trim(), base);
    return decodeURI(url.origin + url.pathname.replace(/(?:\/index)?(?:\.html?|\.md)?$|\/$/, '') + url.search);
  } catch {
    return undefined;
  }
}

/** How many of `wanted` are in `found`, each as often as it is there. */
function held(wanted, found) {
  const left = new Map();
  for (const one of found) left.set(one, (left.get(one) ?? 0) + 1);
  const lost = wanted.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
  return { held: wanted.length - lost.length, lost };
}

const renderer = new MarkdownIt({ html: true });
const url = 'https://wild.example';

function pageFacts(html, site, base) {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  document.title = '';
  for (const element of document.querySelectorAll(unseen)) element.remove();
  const base2 = base;
  const may = site.maybe ? read([...document.querySelectorAll(site.maybe)], base2) : { words: [] };
  for (const selector of [site.out, site.maybe])
    if (selector) for (const element of document.querySelectorAll(selector)) element.remove();
  let roots = [];
  // The first selector that names something.
  for (const selector of site.content.split(', ')) {
    roots = [...document.querySelectorAll(selector)];
    if (roots.some((root) => words(textOf(root)).length > 0)) break;
  }
  roots = roots.filter((root) => !roots.some((other) => other !== root && other.contains(root)));
  if (site.content.startsWith('.header'))
    roots = [...document.querySelectorAll('.header, .contents')].filter(
      (root, _, all) => !all.some((other) => other !== root && other.contains(root)),
    );
  return { ...read(roots, base2), may: may.words };
}

function twinFacts(markdown, base) {
  const content = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^> For the complete index of this site.*\n/m, '')
    .replace(/\n## Sitemap\n\nEvery public page.*\n$/, '')
    .replace(/\[!\w+\]/g, '');
  const { document } = parseHTML(`<html><body>${renderer.render(content)}</body></html>`);
  return read([document.body], base);
}

function* htmlFiles(at) {
  for (const entry of readdirSync(at, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(at, entry.name);
    if (entry.isDirectory()) {
      if (!/^(?:node_modules|src|fontawesome|plugins|vendor)$/.test(entry.name) || path.includes('/x/')) yield* htmlFiles(path);
    } else if (/\.html?$/.test(entry.name) && entry.isFile()) yield path;
  }
}

const percent = (part, whole) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));
const rows = [];
const kinds = ['words', 'links', 'headings', 'images'];
for (const [name, [place, site]] of Object.entries(sites)) {
  const from = join(folder, place);
  if (!existsSync(from) || !name.includes(only)) continue;
  const all = [...htmlFiles(from)].filter((file) => readFileSync(file).length < 600_000);
  if (all.length === 0) continue;
  const step = Math.max(1, all.length / most);
  const files = Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * step)]);
  const work = mkdtempSync(join(tmpdir(), 'wild-'));
  for (const file of files) {
    mkdirSync(dirname(join(work, relative(from, file))), { recursive: true });
    cpSync(file, join(work, relative(from, file)), { dereference: true });
  }
  const run = spawnSync(process.execPath, ['lib/build/cli.js', 'twin', work, '--url', url, '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const sum = Object.fromEntries(kinds.map((kind) => [kind, [0, 0]]));
  let [written, precise, pages, refused] = [0, 0, 0, 0];
  if (run.status === 0) {
    const findings = JSON.parse(run.stdout.slice(0, run.stdout.lastIndexOf('}') + 1)).findings.filter(
      ({ check }) => check === 'parity',
    );
    refused = findings.length;
    if (args.includes('--lost')) for (const { file, message } of findings) console.log(`${file}: refused: ${message}`);
    for (const file of files) {
      const path = relative(from, file);
      const stem = path.replace(/\.html?$/, '');
      const twin = [join(work, `${stem}.md`), join(work, `${stem.replace(/\/index$/, '')}.md`)].find((one) => existsSync(one));
      if (!twin) continue;
      pages++;
      const base = `${url}/${path}`;
      const html = decodeHtml(readFileSync(file));
      const declared = /<base\s[^>]*href=["']([^"']*)/i.exec(html)?.[1];
      const page = pageFacts(html, site, declared ? new URL(declared, base).href : base);
      const own = twinFacts(readFileSync(twin, 'utf8'), base);
      for (const kind of kinds) {
        const { held: count, lost } = held(page[kind], own[kind]);
        sum[kind][0] += count;
        sum[kind][1] += page[kind].length;
        if (args.includes('--lost') && lost.length > 0)
          console.log(`${path}: ${kind}: ${lost.length} of ${page[kind].length}: ${lost.slice(0, 12).join(' · ').slice(0, 200)}`);
      }
      const { held: count, lost } = held(own.words, [...page.words, ...page.may]);
      written += own.words.length;
      precise += count;
      if (args.includes('--lost') && lost.length > own.words.length * 0.02)
        console.log(`${path}: carried: ${lost.length} of ${own.words.length}: ${lost.slice(0, 25).join(' ').slice(0, 200)}`);
    }
  } else console.log(`${name}: exit ${run.status}: ${run.stderr.trim().split('\n').at(-1)}`);
  rows.push({
    name,
    pages: `${pages}/${files.length}`,
    ...Object.fromEntries(kinds.map((kind) => [kind, percent(...sum[kind])])),
    precision: percent(precise, written),
    refused,
    sum,
    written,
    precise,
  });
  rmSync(work, { recursive: true, force: true });
}
for (const [title, chosen] of [
  ['documentation', rows.filter(({ name }) => !name.startsWith('npm '))],
  ['marketing', rows.filter(({ name }) => name.startsWith('npm '))],
]) {
  if (chosen.length === 0) continue;
  console.log(`\n${title}`);
  console.table(chosen.map(({ sum: _, written: __, precise: ___, ...row }) => row));
  const total = (kind, at) => chosen.reduce((all, { sum }) => all + sum[kind][at], 0);
  console.log(
    [
      ...kinds.map((kind) => `${kind} ${percent(total(kind, 0), total(kind, 1))} %`),
      `precision ${percent(
        chosen.reduce((all, { precise }) => all + precise, 0),
        chosen.reduce((all, { written }) => all + written, 0),
      )} %`,
      `refused ${chosen.reduce((all, { refused }) => all + refused, 0)}`,
    ].join(', '),
  );
}
