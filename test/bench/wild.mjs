// `diptych twin` on sites that others built: the share of the words, links, headings and images of the content that the
// twins hold, the share of their words that is content (precision), and how many pages parity would refuse, whole ones
// among them. What is content
// is written down here by hand, as CSS selectors, and read by a walk that has no part in conversion.
//
// The sites are not part of the repository. For FOLDER/x: `apt-get download PACKAGE`, `dpkg -x PACKAGE_*.deb FOLDER/x/PACKAGE`;
// for FOLDER/npm: `npm pack PACKAGE`, unpacked to FOLDER/npm/PACKAGE. Those that are missing are passed over.
// node test/bench/wild.mjs FOLDER [--pages N] [--only NAME] [--lost]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import MarkdownIt from 'markdown-it';
import { parse, serialize } from 'parse5';
import { contentOf, convert } from '../../lib/build/page/convert.js';
import { learnFrame } from '../../lib/build/page/learn-frame.js';
import { decodeHtml } from '../../lib/build/page/parse-html.js';
import { readPage } from '../../lib/build/page/read-page.js';
import { resolveReferences } from '../../lib/build/twin/page-reference.js';
import { parityOf } from '../../lib/build/twin/parity/parity.js';
import { fresh, landing, sites, unseen } from './wild/sites.mjs';

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
const groups = option('--groups', '').split(';').filter(Boolean);

const invisible =
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

const alert = /^\W*(?:note|tip|important|warning|caution|anmerkung|remarque|nota|astuce|attention|avertissement)\W*$/i;

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
        // Code holds no links in Markdown: those of it stand after it, each once.
        const isNew = !element.closest('pre, .fragment') || !facts.links.includes(url);
        // Links in a row that lead to one place are one.
        if (text && url && isNew && url !== facts.links.at(-1) && url !== urlOf('', base)) facts.links.push(url);
      } else if (name === 'img') {
        const url = urlOf(element.getAttribute('src'), base);
        // A note's sign, and its title below, are said by the mark of an alert.
        if (url && !alert.test(element.getAttribute('alt') ?? '')) facts.images.push(url);
      } else if (text && !alert.test(text)) facts.headings.push(text);
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
renderer.validateLink = () => true;
const url = 'https://wild.example';

function pageFacts(html, site, base) {
  // With the tags that its author left out, as browsers read it.
  const { document } = parseHTML(serialize(parse(html)));
  document.title = '';
  // What the fields of a form are called, and where a film is.
  const called = [...document.querySelectorAll('input, textarea, video source, video')].flatMap((element) =>
    ['placeholder', 'aria-label', 'value', 'src'].flatMap((name) => words(element.getAttribute(name) ?? '')),
  );
  for (const element of document.querySelectorAll(invisible)) element.remove();
  const base2 = base;
  // What links of code are called stands after it again.
  const may = read([...document.querySelectorAll(`${site.maybe ? `${site.maybe}, ` : ''}pre a[href], .fragment a[href]`)], base2);
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
  return { ...read(roots, base2), may: [...may.words, ...called] };
}

function twinFacts({ heading, body }, base) {
  const content = resolveReferences(`# ${heading}\n\n${body}`, (path) => url + path).replace(
    /\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g,
    '$1',
  );
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

/** How a twin loses something: one in ten, or the longest, or half. */
const damages = {
  root: (twin) => twin.slice(Math.floor(twin.length / 2)).replace(/^.*\n/, ''),
  heading: (twin) => oneInTen(twin, /^#{1,6} .*[\p{L}\p{N}].*\n/gmu),
  section: (twin) => longest(twin, /^#{2,6} .*\n+(?:(?!#).*[\p{L}\p{N}].*\n+)+/gmu),
  list: (twin, pageUrl) =>
    longest(twin, /(?:^ *(?:[-*]|\d+\.) .*[\p{L}\p{N}].*\n)+/gmu, (list) => !isContents(list, twin, pageUrl)),
  cell: (twin) => oneInTen(twin, /^\|(?!.*---).*[\p{L}\p{N}].*\|\n/gmu),
  link: (twin) => oneInTen(twin, /(?<!!)\[[^\]^!]{2,}\]\([^)#]+\)/g),
  code: (twin) => longest(twin, /^```.*\n(?:(?!```).*\n)+```$/gm),
  image: (twin) => oneInTen(twin, /!\[[^\]]*\]\([^)]+\)/g),
};
/** What shows that something is lost: what was no content is no loss. */
const shown = { heading: 'headings', link: 'links', image: 'images' };
const oneInTen = (twin, what) => {
  let at = 0;
  return twin.replace(what, (one) => (at++ % 10 === 0 ? '' : one));
};
const longest = (twin, what, counts = () => true) => {
  const all = [...twin.matchAll(what)].map(([one]) => one).filter(counts);
  return twin.replace(all.sort((a, b) => b.length - a.length)[0] ?? '', '');
};
/** Whether a list is the contents of the page: all that it says its headings say again. */
function isContents(list, twin, pageUrl) {
  const headings = [...twin.matchAll(/^#+ (.*)/gm)].map(([, heading]) => words(heading).join(' '));
  return list
    .trim()
    .split('\n')
    .every((line) => {
      const [, text, target] = /^ *\S+ \[(.*)\]\((.*)#.*\)$/.exec(line) ?? [];
      return target === pageUrl && headings.some((heading) => heading.includes(words(text).join(' ')));
    });
}
const found = {};
const firstLost = (whole, less) => {
  const at = [...whole].findIndex((sign, place) => sign !== less[place]);
  return JSON.stringify(whole.slice(Math.max(0, at - 20), at + 100));
};

/** One slide of a carousel, one panel of tabs or of an accordion. */
const slides =
  '[role=tabpanel], .tab-pane, .tabbed-block, .carousel-item, .carousel .item, .swiper-slide, .slick-slide, .owl-carousel > div, .accordion-collapse, .accordion-content, .uk-slider-items > li, .uk-switcher > li, details';

/** The twin of a page as it is without its longest slide; undefined where it has none. */
function withoutSlide(html, toTwin) {
  const { document } = parseHTML(html);
  const own = [...document.querySelectorAll(slides)].map((slide) => ({ slide, length: textOf(slide).length }));
  const { slide } = own.sort((a, b) => b.length - a.length)[0] ?? {};
  if (!slide) return undefined;
  const whole = toTwin(document.toString());
  slide.remove();
  return { whole, less: toTwin(document.toString()) };
}

const twinOf = ({ heading, body }) => `# ${heading}\n\n${body}\n`;

/** Damages the twin of a page in each way, and counts what parity finds. */
function damage({ html, pageUrl }, twin, settings, page, base, group) {
  const { measured, repeated } = contentOf(html, settings);
  const undamaged = twinOf(twin);
  for (const [kind, lose] of [...Object.entries(damages), ['slide']]) {
    const slide = lose ? undefined : withoutSlide(html, (less) => twinOf(convert(less, pageUrl, { ...settings, parity: false })));
    const whole = slide?.whole ?? undamaged;
    const less = slide?.less ?? lose?.(whole, pageUrl) ?? whole;
    if (less === whole || whole.length < 400) continue;
    const fact = shown[kind] ?? 'words';
    const heldBy = (text) => held(page[fact], twinFacts({ heading: '', body: text }, base)[fact]).held;
    if (heldBy(less) === heldBy(whole)) continue;
    const { ratio } = parityOf(measured, less, { pageUrl, siteUrl: url, frame: settings.frame, repeated });
    found[group] ??= {};
    found[group][kind] ??= { made: 0, seen: 0 };
    found[group][kind].made++;
    if (ratio < 0.99) found[group][kind].seen++;
    else if (args.includes('--lost')) console.log(`not seen: ${kind}: ${pageUrl}: ${ratio}: ${firstLost(whole, less)}`);
  }
}

const percent = (part, whole) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));
const rows = [];
const kinds = ['words', 'links', 'headings', 'images'];
const templates = existsSync(join(folder, 'npm')) ? readdirSync(join(folder, 'npm')).sort() : [];
const all = [
  ...Object.entries(sites).map(([name, site]) => ['documentation', name, ...site]),
  ...Object.entries(unseen).map(([name, site]) => ['documentation, unseen', name, ...site]),
  ...Object.entries(fresh).map(([name, site]) => ['documentation, fresh', name, ...site]),
  // Every second one was looked at.
  ...templates.map((name, at) => [at % 2 === 0 ? 'marketing' : 'marketing, unseen', name, `npm/${name}/package`, landing]),
];
for (const [group, name, place, site] of all) {
  const from = join(folder, place);
  if (!existsSync(from) || !name.includes(only) || (groups.length > 0 && !groups.includes(group))) continue;
  const own = [...htmlFiles(from)].filter((file) => readFileSync(file).length < 600_000);
  if (own.length === 0) continue;
  const step = Math.max(1, own.length / most);
  const files = Array.from({ length: Math.min(most, own.length) }, (_, at) => own[Math.floor(at * step)]);
  const htmls = files.map((file) => decodeHtml(readFileSync(file)));
  const settings = { url, language: 'en', exclude: [], parity: true, adopted: true };
  settings.frame = learnFrame(own, (file) => decodeHtml(readFileSync(file)));
  const sum = Object.fromEntries(kinds.map((kind) => [kind, [0, 0]]));
  let [written, precise, pages, refused, wrongly] = [0, 0, 0, 0, 0];
  const tell = (path, what, lost, of) =>
    args.includes('--lost') &&
    console.log(`${name}: ${path}: ${what}: ${lost.length} of ${of}: ${lost.slice(0, 25).join(' · ').slice(0, 200)}`);
  for (const [at, html] of htmls.entries()) {
    const path = relative(from, files[at]);
    let converted;
    const twin = readPage({ file: path, html }, settings, (part, pageUrl) => {
      converted = { html: part, pageUrl };
      return convert(part, pageUrl, settings);
    });
    if (twin.leftOut) continue;
    pages++;
    if (twin.parity.ratio < 0.99) {
      refused++;
      tell(path, `refused (${twin.root}, ${twin.parity.lost.fact})`, [twin.parity.lost.first], percent(twin.parity.ratio, 1));
    }
    const base = `${url}/${path}`;
    const declared = /<base\s[^>]*href=["']([^"']*)/i.exec(html)?.[1];
    const page = pageFacts(html, site, declared ? new URL(declared, base).href : base);
    const twinned = twinFacts(twin, base);
    if (twin.parity.ratio >= 0.99 && pages % 4 === 1) damage(converted, twin, settings, page, base, group);
    let isWhole = true;
    for (const kind of kinds) {
      const { held: count, lost } = held(page[kind], twinned[kind]);
      isWhole &&= lost.length === 0;
      sum[kind][0] += count;
      sum[kind][1] += page[kind].length;
      if (lost.length > 0) tell(path, kind, lost, page[kind].length);
    }
    if (isWhole && twin.parity.ratio < 0.99) wrongly++;
    const { held: count, lost } = held(twinned.words, [...page.words, ...page.may]);
    written += twinned.words.length;
    precise += count;
    if (lost.length > twinned.words.length * 0.02) tell(path, `carried (${twin.root})`, lost, twinned.words.length);
  }
  rows.push({
    group,
    name,
    pages: `${pages}/${files.length}`,
    ...Object.fromEntries(kinds.map((kind) => [kind, percent(...sum[kind])])),
    precision: percent(precise, written),
    refused,
    wrongly,
    sum,
    written,
    precise,
  });
}
for (const group of new Set(rows.map((row) => row.group))) {
  const chosen = rows.filter((row) => row.group === group);
  console.log(`\n${group}`);
  console.table(chosen.map(({ group: _, sum: __, written: ___, precise: ____, ...row }) => row));
  const total = (kind, at) => chosen.reduce((all, { sum }) => all + sum[kind][at], 0);
  console.log(
    [
      ...kinds.map((kind) => `${kind} ${percent(total(kind, 0), total(kind, 1))} %`),
      `precision ${percent(
        chosen.reduce((all, { precise }) => all + precise, 0),
        chosen.reduce((all, { written }) => all + written, 0),
      )} %`,
      `refused ${chosen.reduce((all, { refused }) => all + refused, 0)}, of these whole ${chosen.reduce((all, { wrongly }) => all + wrongly, 0)}`,
    ].join(', '),
  );
}

for (const [group, kinds] of Object.entries(found)) {
  console.log(`\ndamaged on purpose, and found by parity: ${group}`);
  console.table(
    Object.fromEntries(Object.entries(kinds).map(([kind, { made, seen }]) => [kind, { made, found: percent(seen, made) }])),
  );
}
