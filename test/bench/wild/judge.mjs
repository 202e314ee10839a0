// Facts of the content of a page and of its twin, to compare both. Shares no code with conversion or parity; the selectors of
// sites.mjs declare the content.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { parse, serialize } from 'parse5';
import { bodyTextOf } from '../../../lib/build/page/page.js';
import { resolveReferences } from '../../../lib/build/twin/page-reference.js';

const { parseHTML } = createRequire(import.meta.url)('linkedom');

const invisible =
  'script, style, template, noscript, head, title, input, textarea, select, datalist, canvas, iframe, svg, video, audio, object, embed, link, meta';
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q ruby rb rt s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
export const words = (text) =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !/^_+$/.test(word));

export function textOf(parent) {
  let text = '';
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) text += node.data.replace(/[\u00AD\u200B\uFEFF]/g, '');
    if (node.nodeType === 1) text += inline.has(node.localName) ? textOf(node) : ` ${textOf(node)} `;
  }
  return text;
}

const alert =
  /^\W*(?:note|tip|important|warning|caution|anmerkung|remarque|nota|astuce|attention|avertissement|примечание|подсказка|важно|предупреждение|注記|ヒント|注意|警告)\W*$/i;

/** Lists of facts below some elements, with links resolved against `base`, on the page at `own`. */
function read(roots, base, own = base) {
  const facts = { words: [], links: [], headings: [], code: [], cells: [], images: [] };
  const add = (root) => {
    facts.words.push(...words(textOf(root)));
    for (const element of root.querySelectorAll('a[href], h1, h2, h3, h4, h5, h6, img[src], pre, td, th')) {
      const name = element.localName;
      const text = words(textOf(element)).join(' ');
      if (name === 'pre') {
        if (text && !element.closest('table')) facts.code.push(text);
      } else if (name === 'td' || name === 'th') {
        // Only cells of data tables, not of layout tables. Code, tables and images in cells are facts of their own.
        if (text && isTable(element.closest('table')) && !element.querySelector('pre, table, img')) facts.cells.push(text);
      } else if (name === 'a') {
        const url = urlOf(element.getAttribute('href'), base);
        // Links to the page itself and links without text are anchors. Markdown has no links in code: they follow it, each once.
        const isNew = !element.closest('pre, .fragment') || !facts.links.includes(url);
        // Adjacent links to the same URL count once.
        if (text && url && isNew && url !== facts.links.at(-1) && url !== urlOf('', own)) facts.links.push(url);
      } else if (name === 'img') {
        const url = urlOf(element.getAttribute('data-src') ?? element.getAttribute('src'), base);
        // In twins, an alert marker replaces the icon and title of a note, and text replaces numbered icons in code.
        const isInCode = element.closest('pre, .calloutlist, .colist') !== null;
        // A line that keeps others apart, a bullet.
        const isLine =
          ([element.getAttribute('width'), element.getAttribute('height')].includes('1') && !element.getAttribute('alt')) ||
          /^[-+*=~_]+$/.test(element.getAttribute('alt') ?? '');
        if (url && !isInCode && !isLine && !alert.test(element.getAttribute('alt') ?? '')) facts.images.push(url);
        // A heading that only repeats the H1 above it is not in a twin.
      } else if (text && !alert.test(text) && !(name !== 'h1' && repeatsTitle(element, text))) facts.headings.push(text);
    }
  };
  roots.forEach(add);
  return facts;
}

/** Whether the H1 of the page is the heading before, with no words between. */
function repeatsTitle(heading, text) {
  const headings = [...heading.ownerDocument.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const before = headings[headings.indexOf(heading) - 1];
  if (before?.localName !== 'h1' || words(textOf(before)).join(' ') !== text) return false;
  let between = '';
  for (let at = heading; !at.contains(before); at = at.parentElement)
    for (let side = at.previousSibling; side && side !== before && !side.contains?.(before); side = side.previousSibling)
      between += side.textContent;
  return words(between).length === 0;
}

const isTable = (table) =>
  table?.querySelector('th') &&
  !table.querySelector('table') &&
  !table.parentElement.closest('table') &&
  // DocBook lays alerts out as tables.
  !alert.test(table.querySelector('th').textContent);

function urlOf(address, base) {
  if (/^(?:(?:javascript|data|about|blob):|[a-z]+:$)/i.test(address.trim())) return undefined;
  try {
    const url = new URL(address.trim(), base);
    return decodeURI(url.origin + url.pathname.replace(/(?:\/index)?(?:\.html?|\.md)?$|\/$/, '') + url.search);
  } catch {
    return undefined;
  }
}

/** How many items of `wanted` are in `found` (as multisets), and the missing ones. */
export function held(wanted, found) {
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
// A definition `[^1]: text` is a footnote, not a reference.
renderer.disable('reference');
export const url = 'https://wild.example';

/** @param own the URL of the page, if it declares another base */
export function pageFacts(html, site, base, own = base) {
  // Serialized by parse5, so that omitted tags are present.
  const { document } = parseHTML(serialize(parse(html)));
  document.title = '';
  // Words that a twin may take from form fields and embedded media: labels, values, URLs, `required`.
  const optionalWords = [
    ...document.querySelectorAll('input, textarea, select, video source, video, iframe, object, embed'),
  ].flatMap((element) => [
    ...['placeholder', 'aria-label', 'value', 'src', 'data'].flatMap((name) => words(element.getAttribute(name) ?? '')),
    ...(element.hasAttribute('required') ? ['required'] : []),
  ]);
  for (const choice of document.querySelectorAll('option, textarea')) optionalWords.push(...words(textOf(choice)));
  // Words in drawings, and names of links that show only a sign.
  for (const part of document.querySelectorAll('svg text, svg title')) optionalWords.push(...words(part.textContent));
  for (const link of document.querySelectorAll('a[href]'))
    if (words(textOf(link)).length === 0)
      for (const part of [link, ...link.querySelectorAll('*')])
        for (const name of ['aria-label', 'title']) optionalWords.push(...words(part.getAttribute(name) ?? ''));
  // Twins repeat the text of a cell in each place that it spans.
  for (const cell of document.querySelectorAll('td, th')) {
    const places = Number(cell.getAttribute('colspan') ?? 1) * Number(cell.getAttribute('rowspan') ?? 1);
    for (let at = 1; at < Math.min(places, 20); at++) optionalWords.push(...words(textOf(cell)));
  }
  // Styles set these apart from what is beside them.
  if (site.apart)
    for (const part of document.querySelectorAll(site.apart)) {
      part.before(' ');
      part.after(' ');
    }
  for (const element of document.querySelectorAll(invisible)) element.remove();
  // Twins repeat the text of links in code after it.
  const may = read([...document.querySelectorAll(`${site.maybe ? `${site.maybe}, ` : ''}pre a[href], .fragment a[href]`)], base);
  for (const selector of [site.out, site.maybe])
    if (selector) for (const element of document.querySelectorAll(selector)) element.remove();
  let roots = [];
  // The first selector that matches elements with text.
  for (const selector of site.content.split(', ')) {
    roots = [...document.querySelectorAll(selector)];
    if (roots.some((root) => words(textOf(root)).length > 0)) break;
  }
  roots = roots.filter((root) => !roots.some((other) => other !== root && other.contains(root)));
  if (site.content.startsWith('.header'))
    roots = [...document.querySelectorAll('.header, .contents')].filter(
      (root, _, all) => !all.some((other) => other !== root && other.contains(root)),
    );
  return { ...read(roots, base, own), may: [...may.words, ...optionalWords] };
}

/** The content of a page that was read, with its H1. */
export const twinOf = (page) => `# ${page.heading}\n\n${bodyTextOf(page)}`;

export function twinFacts(twin, base) {
  const mark = /\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g;
  const whole = resolveReferences(twin, (path) => url + path);
  const { document } = parseHTML(`<html><body>${renderer.render(whole.replace(mark, '$1'))}</body></html>`);
  return { ...read([document.body], base), marks: Array.from(whole.matchAll(mark), ([, kind]) => kind.toLowerCase()) };
}

export function* htmlFiles(at) {
  for (const entry of readdirSync(at, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(at, entry.name);
    if (entry.isDirectory()) {
      if (!/^(?:node_modules|src|fontawesome|plugins|vendors?)$/.test(entry.name) || path.includes('/x/')) yield* htmlFiles(path);
    } else if (/\.html?$/.test(entry.name) && entry.isFile()) yield path;
  }
}

export const percent = (part, whole) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));
