import { FactCollector, type Facts } from './facts.ts';
import { isLeftOut } from './leave-out.ts';
import type { ConversionContext } from './reader.ts';

/**
 * Reads the facts of a page from its content. It shares with conversion only the definition of what is no content
 * (leave-out.ts), and does not trust that either: prose that is left out by a class name counts. Does not recurse.
 */
export function pageFacts(root: Element, context: ConversionContext): Facts {
  const facts = new FactCollector();
  const closers: { readonly element: Element; readonly close: () => void }[] = [];
  let node: Node | null = root.firstChild;
  while (node) {
    let into: Node | null = null;
    if (node.nodeType === 3 || node.nodeType === 4) facts.add((node as Text).data);
    else if (node.nodeType === 1) {
      const element = node as Element;
      const close = closers.length < deepest ? enter(element, root, facts, context) : undefined;
      if (closers.length >= deepest) facts.add(` ${element.textContent} `);
      else if (close) {
        into = element.firstChild;
        if (into) closers.push({ element, close });
        else close();
      }
    }
    if (into) {
      node = into;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (node === root) node = null;
      else if (closers.at(-1)?.element === node) closers.pop()!.close();
    }
    node = node?.nextSibling ?? null;
  }
  facts.gap();
  return facts;
}

/** Elements nested deeper than this are read as text: what looks into elements would take time that is quadratic in depth. */
const deepest = 400;

const attribute = (element: Element, name: string): string | undefined => element.getAttributeNode(name)?.value;
const nothing = (): void => {};

const inlineElements = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rb ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Reads an element; undefined where what is in it was read with it, or is no content. */
function enter(element: Element, root: Element, facts: FactCollector, context: ConversionContext): (() => void) | undefined {
  const name = element.localName;
  const classes = element.hasAttributes() ? attribute(element, 'class') : undefined;
  if (isLeftOut(element, name, classes)) {
    if (isTrusted(element, name, classes)) return undefined;
    // No list of class names may take away the words of a heading, nor prose.
    if (within(element, root, /^h[1-6]$/) && /[\p{L}\p{N}]/u.test(element.textContent ?? '')) return nothing;
    addProse(element, facts);
    return undefined;
  }
  const formula =
    classes !== undefined || name === 'math' || name === 'script' ? formulaOf(element, name, classes ?? '') : undefined;
  if (formula) {
    facts.add(formula.text);
    if (formula.soft) facts.addSoft(texCommands, 50);
    return undefined;
  }
  if (/^h[1-6]$/.test(name) && !titlesCallout(element)) {
    facts.open('heading');
    return () => facts.closeHeading(Number(name[1]));
  }
  switch (name) {
    case 'pre':
    case 'listing':
    case 'xmp':
      return enterCode(element, facts, context);
    case 'a':
      return enterLink(element, root, facts, context);
    case 'img':
      if (/^\[\w+\]$/.test(attribute(element, 'alt') ?? '') && within(element, root, /^td$/)) return undefined;
      addImage(element, [], facts, context);
      return undefined;
    case 'picture':
      addPicture(element, facts, context);
      return undefined;
    case 'table':
      facts.gap();
      return () => {
        facts.gap();
        facts.rows.push(...(footRows.get(element) ?? []));
      };
    case 'tfoot': {
      // Shown last, wherever it is written (HTML §4.9.7).
      const table = element.nextElementSibling && element.parentElement;
      const start = facts.rows.length;
      return () => {
        if (table) footRows.set(table, facts.rows.splice(start));
      };
    }
    case 'tr':
      if (inDataTable(element)) {
        facts.openRow();
        return () => facts.closeRow();
      }
      break;
    case 'td':
    case 'th':
      if (
        name === 'td' &&
        element.nextElementSibling &&
        /colist|calloutlist/.test(attribute(tableOf(element)?.parentElement ?? element, 'class') ?? '')
      ) {
        facts.addSoft(element.textContent ?? '');
        return undefined;
      }
      if (inDataTable(element)) {
        softenSpan(element, facts);
        facts.open('cell');
        return () => facts.closeCell();
      }
      break;
    case 'svg':
      addVector(element, facts);
      return undefined;
    case 'video':
    case 'audio':
    case 'iframe':
    case 'object':
      addAttributes(element, facts);
      facts.addSoft(element.textContent ?? '');
      return undefined;
    case 'embed':
    case 'input':
    case 'textarea':
    case 'select':
    case 'abbr':
    case 'area':
      addAttributes(element, facts);
      break;
    default:
  }
  if (name === 'wbr') return undefined;
  if (classes === 'classifier' || attribute(element.previousElementSibling ?? element, 'class') === 'name clip') facts.gap();
  if (inlineElements.has(name) && /^(?:cell|gridcell|columnheader|rowheader)$/.test(attribute(element, 'role') ?? ''))
    return () => facts.gap();
  if (inlineElements.has(name)) return nothing;
  facts.gap();
  return () => facts.gap();
}

/** What is left out by what HTML says of it, or for listeners only, not because of its place or its looks. */
const isTrusted = (element: Element, name: string, classes: string | undefined): boolean =>
  /^(?:nav|button|style|script|template|noscript|head|dialog|canvas|datalist)$/.test(name) ||
  ['hidden', 'aria-hidden', 'data-markdown-ignore', 'style'].some((said) => attribute(element, said) !== undefined) ||
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text)(?:\s|$)/.test(classes ?? '');

/** Prose: long paragraphs that are not links, code, cells. */
function addProse(element: Element, facts: FactCollector): void {
  for (const block of element.querySelectorAll('p, pre, td')) {
    const text = block.textContent ?? '';
    if (block.localName === 'pre' || (text.length > 120 && block.querySelector('a') === null)) {
      facts.gap();
      facts.add(text);
      facts.gap();
    }
  }
}

/** Rows of the foot of a table, until its body is read. */
const footRows = new WeakMap<Element, string[][]>();

const tableRoles = /^(?:presentation|none)$/;
const noTable =
  /\b(?:highlighttable|codehilitetable|rouge-table|lntable|hljs-ln|hlist|hdlist|qanda|simplelist|footnote|docutils option-list|docutils field-list)\b/;

function isDataTable(table: Element): boolean {
  const classes = attribute(table, 'class');
  if (tableRoles.test(attribute(table, 'role') ?? '') || (classes !== undefined && noTable.test(classes))) return false;
  const parent = attribute(table.parentElement ?? table, 'class') ?? '';
  const cells = table.querySelectorAll('td, th');
  if (/\b(?:footnote|colist|calloutlist)\b/.test(parent)) return false;
  // A callout that is laid out as a table starts with a picture, or the name of its kind under the class of one.
  if (/\badmonition|\b(?:note|tip|important|warning|caution)\b/.test(parent) && isIcon(cells[0])) return false;
  if (cells.length < 2 && cells[0]?.localName !== 'th') return false;
  if (/gutter|linenos/.test(attribute(cells[0] ?? table, 'class') ?? '')) return false;
  const parts = [...table.children].map(({ localName }) => localName);
  if (cells[0]?.localName === 'th' || parts.includes('thead') || parts.includes('caption')) return true;
  return (
    !/^(?:Q and A|Block quote)/.test(attribute(table, 'summary') ?? '') &&
    table.querySelector('table, h1, h2, h3, h4, h5, h6') === null
  );
}

const isIcon = (cell: Element | undefined): boolean =>
  cell !== undefined &&
  (attribute(cell, 'class') === 'icon' || (cell.textContent?.trim() === '' && cell.querySelector('img') !== null));

const tableMemo = new WeakMap<Element, boolean>();

function tableOf(part: Element): Element | undefined {
  let table: Element | null = part.parentElement;
  for (; table && table.localName !== 'table'; table = table.parentElement)
    // DocBook's notes to a table are the last rows of it.
    if (table.localName === 'tbody' && attribute(table, 'class') === 'footnotes') return undefined;
  return table ?? undefined;
}

function inDataTable(part: Element): boolean {
  const table = tableOf(part);
  if (!table) return false;
  let known = tableMemo.get(table);
  if (known === undefined) {
    known = isDataTable(table);
    tableMemo.set(table, known);
  }
  return known;
}

/** What a cell spans may be repeated in the twin. */
function softenSpan(cell: Element, facts: FactCollector): void {
  const spans = ['colspan', 'rowspan', 'COLSPAN', 'ROWSPAN'].some((name) => ![undefined, '1'].includes(attribute(cell, name)));
  if (spans) facts.addSoft(cell.textContent ?? '', 1_000);
}

function enterLink(
  element: Element,
  root: Element,
  facts: FactCollector,
  { pageUrl }: ConversionContext,
): (() => void) | undefined {
  const href = attribute(element, 'href') ?? attribute(element, 'HREF');
  if (href === undefined || /^\s*(?:javascript|data|vbscript):/i.test(href)) return nothing;
  const text = (element.textContent ?? '').trim();
  if (href.startsWith('#')) {
    // Links of a heading to itself, and to and from notes.
    if (!/[\p{L}\p{N}]/u.test(text) && element.querySelector('img, svg, code') === null) {
      if (/^[*†‡§¶]+$/.test(text)) facts.addSoft(text);
      return undefined;
    }
    if (leadsToItself(element, href.slice(1), root)) return nothing;
    if (
      /^\W*[\p{L}\p{N}]{1,3}(?::\d+)?\W*$/u.test(text) &&
      isNoteMark(element, root) &&
      (leadsToNote(href, root) || within(element, root, /^(?:aside|li|dl|dt)$/) || inNote(element, root))
    ) {
      facts.addSoft(text);
      return undefined;
    }
  }
  if (attribute(element, 'role') === 'tab') return nothing;
  facts.open('link');
  return () =>
    facts.closeLink(absolute(href, pageUrl), () => ({
      label: element.querySelector('img, picture') ? '' : labelOf(element),
      hidesText: text !== '',
    }));
}

/** A heading that links to itself, so that its address can be copied, or to where a table of contents links to it. */
function leadsToItself(link: Element, id: string, root: Element): boolean {
  if (!within(link, root, /^h[1-6]$/)) return false;
  if (/\btoc-backref\b/.test(attribute(link, 'class') ?? '')) return true;
  const target = byId(root, id);
  if (!target) return false;
  const heading = link.closest('h1, h2, h3, h4, h5, h6')!;
  return target.contains(heading) || heading.contains(target) || heading.previousElementSibling === target;
}

const labelOf = (link: Element): string =>
  attribute(link, 'aria-label') ||
  attribute(link, 'title') ||
  link.querySelector('.sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text')?.textContent ||
  '';

/** Headings that are titles of callouts: the alert's bold line, or its mark. */
function titlesCallout(heading: Element): boolean {
  for (let at = heading.parentElement, level = 0; at && level < 2; at = at.parentElement, level++)
    if (callout.test(attribute(at, 'class') ?? '')) return at.querySelector('h1, h2, h3, h4, h5, h6') === heading;
  return false;
}

const callout = /(?:^|\s)(?:note|tip|important|warning|caution|admonition|alert|callout|custom-block)(?:\s|$)/;

function within(element: Element, root: Element, names: RegExp): boolean {
  for (let at = element.parentElement; at && at !== root; at = at.parentElement) if (names.test(at.localName)) return true;
  return false;
}

const noteMark = /footnote|fn-?backref|noteref|doc-back/;

function isNoteMark(element: Element, root: Element): boolean {
  for (let at: Element | null = element, level = 0; at && at !== root && level < 4; at = at.parentElement, level++) {
    if (at.localName === 'sup' || noteMark.test(`${attribute(at, 'class')} ${attribute(at, 'role')} ${attribute(at, 'id')}`))
      return true;
  }
  return element.querySelector('sup') !== null;
}

function leadsToNote(href: string, root: Element): boolean {
  const id = href.slice(1);
  const target = byId(root, id);
  return target !== null && inNote(target, root);
}

function inNote(element: Element, root: Element): boolean {
  for (let at: Element | null = element; at && at !== root; at = at.parentElement)
    if (/footnote|endnote/.test(`${attribute(at, 'class')} ${attribute(at, 'role')} ${attribute(at, 'id')}`)) return true;
  return false;
}

/** Elements by id, or name, for each content. */
const idsMemo = new WeakMap<Element, Map<string, Element>>();

function byId(root: Element, id: string): Element | null {
  let ids = idsMemo.get(root);
  if (!ids) {
    ids = new Map();
    for (const element of root.querySelectorAll('[id], a[name]'))
      for (const own of [attribute(element, 'id'), attribute(element, 'name')])
        if (own !== undefined && !ids.has(own)) ids.set(own, element);
    idsMemo.set(root, ids);
  }
  let wanted = id;
  try {
    wanted = decodeURIComponent(id);
  } catch {
    // As written, then.
  }
  return ids.get(wanted) ?? null;
}

function absolute(url: string, base: string): string {
  const address = url
    .replace(/[\u0081\u008D\uFDD0-\uFDEF]/g, '')
    .replaceAll('\0', '\uFFFD')
    .trim();
  try {
    return new URL(address, base).href.replaceAll('|', '%7C');
  } catch {
    return address;
  }
}

const noCode =
  /(?:^|\s)(?:line-?no|ln(?:t|os|um)?$|ln\s|gutter|line-?numbers?-rows|line-?numbers?-wrapper|linenos?|hljs-ln-numbers|copy|viewcode-back)/i;

function enterCode(pre: Element, facts: FactCollector, { pageUrl }: ConversionContext): undefined {
  if (/(?:^|\s)linenos|lineno/.test(attribute(pre, 'class') ?? '')) return undefined;
  if (inCodeGutter(pre)) return undefined;
  // Several languages in one block, of which one is shown at a time, are several blocks.
  const parts = [...pre.children].filter(
    ({ localName }) => localName !== 'button' && localName !== 'input' && localName !== 'label' && localName !== 'br',
  );
  const several =
    parts.length > 1 &&
    parts.every((part) => part.localName === 'code' && /(?:^|\s)language-/.test(attribute(part, 'class') ?? ''));
  for (const block of several ? parts : [pre]) addCode(block, facts);
  addCodeLinks(pre, facts, pageUrl);
  return undefined;
}

/** Links in code stand after it in the twin, each once. */
function addCodeLinks(pre: Element, facts: FactCollector, pageUrl: string): void {
  const links = new Map<string, () => void>();
  for (const link of pre.getElementsByTagName('a')) {
    const href = attribute(link, 'href');
    const text = (link.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (href === undefined || text === '' || /^\s*(?:javascript|data):/i.test(href)) continue;
    if (href.startsWith('#') && !/\p{L}/u.test(text)) continue;
    if (attribute(link, 'class') === 'viewcode-back') continue;
    links.set(`${text} ${href}`, () => {
      facts.addSoft(text);
      facts.addLink(text, absolute(href, pageUrl));
    });
  }
  for (const add of links.values()) add();
}

function addCode(block: Element, facts: FactCollector): void {
  const text = exactText(block);
  facts.gap();
  if (text === '') return;
  facts.add(text);
  facts.gap();
  facts.addCode(text);
}

function inCodeGutter(pre: Element): boolean {
  for (let at = pre.parentElement, level = 0; at && level < 3; at = at.parentElement, level++)
    if (/(?:^|\s)(?:linenos|linenodiv|gutter|rouge-gutter|gl|lntd-num)(?:\s|$)/.test(attribute(at, 'class') ?? '')) return true;
  return false;
}

/** Text of code as it is shown: what is in the gutter left out, one line an element that is a line. */
function exactText(pre: Element): string {
  const parts: string[] = [];
  let last = '\n';
  const add = (part: string): void => {
    if (part === '') return;
    parts.push(part);
    last = part[part.length - 1]!;
  };
  const lines: { readonly element: Element; readonly before: number }[] = [];
  let node: Node | null = pre.firstChild;
  while (node) {
    let into: Node | null = null;
    if (node.nodeType === 3) add((node as Text).data);
    else if (node.nodeType === 1) {
      const element = node as Element;
      const name = element.localName;
      if (name === 'br') add('\n');
      else if (
        name !== 'button' &&
        name !== 'style' &&
        !(element.hasAttributes() && noCode.test(attribute(element, 'class') ?? ''))
      ) {
        if (/^(?:div|li|tr|p)$/.test(name)) {
          if (last !== '\n') add('\n');
          if (element.firstChild) lines.push({ element, before: parts.length });
          else add('\n');
        }
        into = element.firstChild;
      }
    }
    if (into) {
      node = into;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (node === pre) node = null;
      else if (lines.at(-1)?.element === node && lines.pop()!.before < parts.length && last !== '\n') add('\n');
    }
    node = node?.nextSibling ?? null;
  }
  const text = parts.join('');
  const exact = text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
  return pre.firstChild?.nodeType === 3 ? exact.replace(/^\n/, '') : exact;
}

function addImage(image: Element, more: readonly string[], facts: FactCollector, { pageUrl }: ConversionContext): void {
  if (attribute(image, 'width') === '1' && attribute(image, 'height') === '1') return;
  const alt = attribute(image, 'alt') ?? attribute(image, 'ALT') ?? '';
  const sets = [attribute(image, 'srcset') ?? attribute(image, 'data-srcset') ?? '', ...more];
  let widest = 0;
  let source = '';
  for (const set of sets) {
    for (const candidate of set.split(/,\s+|,$/)) {
      const [url = '', size = ''] = candidate.trim().split(/\s+/);
      const width = Number.parseFloat(size) * (size.endsWith('x') ? 1_000 : 1) || 0;
      if (width > widest) {
        widest = width;
        source = url;
      }
    }
  }
  const url = [source, attribute(image, 'src'), attribute(image, 'data-src'), attribute(image, 'SRC')].find(
    (one) => one !== undefined && one.trim() !== '' && !/^\s*(?:data|blob|javascript|about):/i.test(one),
  );
  if (url === undefined) facts.add(alt);
  else facts.image(alt, absolute(url, pageUrl));
}

function addPicture(picture: Element, facts: FactCollector, context: ConversionContext): void {
  const image = picture.querySelector('img');
  const sets = [...picture.querySelectorAll('source')].map((source) => attribute(source, 'srcset') ?? '');
  if (image) addImage(image, sets, facts, context);
}

function addVector(svg: Element, facts: FactCollector): void {
  if (attribute(svg, 'aria-hidden') === 'true') return;
  const title = [...svg.children].find(({ localName }) => localName === 'title')?.textContent ?? attribute(svg, 'aria-label');
  if (title !== undefined && title !== null) facts.add(` ${title} `);
  else for (const text of svg.querySelectorAll('text')) facts.add(` ${text.textContent} `);
}

/** What an element says in attributes only: the twin may say it in words. */
function addAttributes(element: Element, facts: FactCollector): void {
  for (const name of ['title', 'aria-label', 'placeholder', 'alt', 'value', 'src', 'data', 'type', 'name', 'poster']) {
    const value = attribute(element, name);
    if (value) facts.addSoft(value);
  }
  for (const source of element.querySelectorAll('source')) facts.addSoft(attribute(source, 'src') ?? '');
  if (element.localName !== 'abbr') facts.addSoft('video audio required');
}

const formulas = /(?:^|\s)(?:katex|katex-display|MathJax|MathJax_Display|MathJax_SVG|mjx-chtml)(?:\s|$)/;
const texCommands =
  'frac sqrt sum int prod left right text mathrm operatorname begin end matrix overline underline hat vec cdot times pm le ge ne infty alpha beta gamma delta epsilon theta lambda mu pi sigma omega partial nabla to in over binom lim quad';

/** TeX of a formula, where the page holds it; else the signs of it. */
function formulaOf(
  element: Element,
  name: string,
  classes: string,
): { readonly text: string; readonly soft?: boolean } | undefined {
  if (name === 'script') return { text: ` ${element.textContent} ` };
  if (name !== 'math' && name !== 'mjx-container' && !formulas.test(classes)) return undefined;
  const tex = [...element.querySelectorAll('annotation')].find((note) => /tex/i.test(attribute(note, 'encoding') ?? ''));
  if (tex) return { text: ` ${tex.textContent} ` };
  const own = attribute(element, 'alttext') ?? attribute(element, 'data-tex');
  if (own) return { text: ` ${own} ` };
  const math = name === 'math' ? element : element.querySelector('math');
  if (!math) return undefined;
  return {
    text: ` ${[...math.querySelectorAll('mi, mn, mtext, ms')]
      .map((sign) => sign.textContent)
      .filter((sign) => /^[\x20-\x7e]*$/.test(sign ?? ''))
      .join(' ')} `,
    soft: true,
  };
}
