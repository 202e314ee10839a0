import { Parser } from 'htmlparser2';
import { visibleText } from '../contract/std/visible-text.ts';
import { collapsed } from '../contract/std/words.ts';
import { deepestElement, isOverLimit } from '../twin/conversion-limit.ts';
import { elementsThatAre, unseen } from '../twin/elements.ts';
import { hiddenClassesIn } from '../twin/hidden-style.ts';
import { candidatesOf } from '../twin/srcset.ts';
import { lineCounter } from './line-counter.ts';
import type { HtmlScan, Reference, Tree } from './scanned-facts.ts';
import { createSidebar } from './sidebar.ts';

/** Elements whose text is not content, and boilerplate elements if there is no `main`. */
const silentElements: ReadonlySet<string> = new Set([...unseen, 'nav']);
const landmarks = new Set(['header', 'footer', 'aside']);

/** Boxes with an id that scripts fill; a text of at most this length is a placeholder: `Loading…`. */
const boxes = new Set(['div', 'section', 'article', 'ul', 'ol', 'tbody']);
const shortText = 20;
/**
 * Elements whose missing end tag makes linkedom nest the following content. (A heading is closed by the end tag of any heading,
 * HTML §13.2.6.4.7; one without end tag of its own level is left to the other parser.)
 */
const mayBeOmitted = elementsThatAre('open');

const isBreadcrumb = ({ 'aria-label': label = '', class: names = '' }: Readonly<Record<string, string | undefined>>): boolean =>
  /breadcrumb/i.test(label) || /(?:^|[\s_-])(?:breadcrumbs?|navpath|ingroups)(?:$|\s)/i.test(names);

const rowEnds = new Set(['tr', 'table', 'thead', 'tbody', 'tfoot']);

const references: Readonly<Record<string, readonly (readonly [attribute: string, kind: Reference['kind']])[]>> = {
  a: [['href', 'link']],
  area: [['href', 'link']],
  img: [
    ['src', 'image'],
    ['srcset', 'image'],
  ],
  source: [
    ['srcset', 'image'],
    ['src', 'resource'],
  ],
  video: [
    ['poster', 'image'],
    ['src', 'resource'],
  ],
  script: [['src', 'resource']],
  iframe: [['src', 'resource']],
  audio: [['src', 'resource']],
  embed: [['src', 'resource']],
  object: [['data', 'resource']],
};

/** More dates than two, of publication and of a change, belong to a list of other pages. */
const mostTimes = 2;
/** A text before the date of a change. */
const changed = /\b(?:updat|modif|chang|edit|revis|review)/i;

/** Offsets of a `main` element. */
interface Main {
  readonly start: number;
  readonly depth: number;
  end: number;
  closed: boolean;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

/** Most nested headings, which are invalid HTML, whose text is collected: each contains all inner ones. */
const mostInHeadings = 8;

/**
 * Reads head facts, references, headings and the position of the content in one pass.
 *
 * @param tooLarge called once, with the facts so far, as soon as the page exceeds a limit of conversion; may throw. Nothing
 *   is read below the deepest element that is converted
 * @param tree receives elements and texts, unless the page is too large or omits tags
 */
export function scanHtml(html: string, tooLarge: (scan: HtmlScan) => void = () => {}, tree?: Tree): HtmlScan {
  const meta = new Map<string, string>();
  const sidebar = createSidebar();
  const scan: Writable<HtmlScan> = {
    meta,
    refresh: false,
    crumbs: [],
    sidebar: sidebar.links,
    omitsTags: false,
    jsonLd: [],
    ids: [],
    references: [],
    headings: [],
    scripts: 0,
    textLength: 0,
    mounts: [],
    hiddenClasses: hiddenClassesIn(html),
    elements: 0,
    deepest: 0,
  };
  /** The dates in the content, empty for that of a change, and the text before the next one. */
  const times: string[] = [];
  let lastText = '';
  const mains: Main[] = [];
  const openMains: Main[] = [];
  const lineAt = lineCounter(html);
  let depth = 0;
  /** Number of open elements by kind; the content of `template` and `noscript` is not part of the page. */
  const within = { silent: 0, landmark: 0, svg: 0, template: 0, noscript: 0 };
  let mainLength = 0;
  let isTooLarge = false;
  let build = tree;
  const abandon = (): void => {
    build?.abandon();
    build = undefined;
  };
  let inRow = false;
  /** The last opened element, if scripts may fill it, and the characters in it. */
  let box: { readonly depth: number; readonly start: number; readonly end: number; characters: number } | undefined;
  /** Depth of the current element with the attribute `hidden`. */
  let unseen: number | undefined;
  let crumbs: number | undefined;
  /** Elements whose text is being collected, innermost last. */
  const collectors: { depth: number; text: string; isRaw: boolean; done: (text: string) => void }[] = [];
  const collect = (done: (text: string) => void, isRaw = false): void => void collectors.push({ depth, text: '', isRaw, done });

  function refer(kind: Reference['kind'], target: string | undefined, offset: number): void {
    if (target) scan.references.push({ kind, target, line: lineAt(offset) });
  }

  /** Whether the current position may be content: in `main`, or outside boilerplate elements. */
  const isContent = (): boolean => within.silent === 0 && (openMains.length > 0 || within.landmark === 0);

  function say(characters: number): void {
    if (within.silent > 0) return;
    if (within.landmark === 0) scan.textLength += characters;
    if (openMains.length > 0) mainLength += characters;
    if (box) box.characters += characters;
  }

  function enter(name: string, by: number): void {
    if (silentElements.has(name)) within.silent += by;
    if (landmarks.has(name)) within.landmark += by;
    if (name === 'svg' || name === 'template' || name === 'noscript') within[name] += by;
  }

  function lead(name: string, href: string, rel = ''): void {
    if (name === 'a') say(shortText);
    if (name === 'a' && crumbs !== undefined) scan.crumbs.push(href);
    if (/\bup\b/i.test(rel)) scan.up ??= href;
    if (/\bnext\b/i.test(rel)) scan.next ??= href;
    if (/\bsearch\b/i.test(rel)) scan.search ??= href;
  }

  function open(name: string, here: number): void {
    if (name === 'title' && scan.title === undefined && within.svg === 0) collect((text) => (scan.title = text));
    else if (name === 'main') openMain(here);
    else if (/^h[1-6]$/.test(name)) {
      const line = lineAt(here);
      if (collectors.length < mostInHeadings && unseen === undefined)
        collect((text) => scan.headings.push({ level: Number(name[1]), text, line }));
    }
  }

  function openMain(here: number): void {
    const main = { start: here, end: -1, depth, closed: false };
    mains.push(main);
    openMains.push(main);
  }

  function readAttributes(name: string, attributes: Readonly<Record<string, string | undefined>>, here: number): void {
    const { id, rel, href, content } = attributes;
    if (id) scan.ids.push(id);
    if (attributes.hidden !== undefined) unseen ??= depth;
    if (crumbs === undefined && scan.crumbs.length === 0 && isBreadcrumb(attributes)) crumbs = depth;
    if (href) lead(name, href, rel);
    if (name === 'script' && (attributes.src || attributes.type === 'module')) scan.scripts++;
    if (name === 'html' && attributes.lang?.trim()) scan.language = attributes.lang.trim();
    else if (name === 'base' && href) scan.base ??= href;
    else if (name === 'time') {
      if (/\b(?:datePublished|dt-published)\b/.test(`${attributes.itemprop} ${attributes.class}`))
        scan.published ??= attributes.datetime ?? '';
      else if (attributes.datetime && within.silent === 0) times.push(changed.test(lastText) ? '' : attributes.datetime);
    } else if (name === 'link') {
      const isCanonical = rel?.toLowerCase().split(/\s+/).includes('canonical');
      if (isCanonical && href) scan.canonical ??= href;
      else if (/\b(?:stylesheet|icon|manifest|preload)\b/i.test(rel ?? '')) refer('resource', href, here);
    } else if (name === 'meta' && content !== undefined) {
      const key = (attributes.name ?? attributes.property ?? '').toLowerCase();
      if (key && !meta.has(key)) meta.set(key, oneLine(content));
      if (attributes['http-equiv']?.toLowerCase() === 'refresh' && within.noscript === 0 && /url\s*=/i.test(content))
        scan.refresh = true;
    } else if ((name === 'a' || name === 'area') && attributes.name) scan.ids.push(attributes.name);
    else if (name === 'script' && attributes.type === 'application/ld+json') collect((text) => scan.jsonLd.push(text), true);
    for (const [attribute, kind] of references[name] ?? [])
      for (const target of attribute === 'srcset'
        ? candidatesOf(attributes.srcset).map(({ url }) => url)
        : [attributes[attribute]])
        refer(kind, target, here);
    if (name !== 'main' && attributes.role === 'main') openMain(here);
  }

  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      scan.elements++;
      scan.deepest = Math.max(scan.deepest, depth);
      enter(name, 1);
      if (name === 'td' || name === 'th') scan.omitsTags ||= !inRow;
      else if (rowEnds.has(name)) inRow = name === 'tr';
      if (!isTooLarge && isOverLimit(scan)) {
        isTooLarge = true;
        abandon();
        tooLarge(scan);
      }
      // Stops, because the parser moves its whole stack at each element.
      if (depth > deepestElement) parser.pause();
      if (within.template === 0) {
        if (hasAny(attributes)) readAttributes(name, attributes, parser.startIndex);
        open(name, parser.startIndex);
      }
      if (crumbs === undefined) sidebar.open(name, attributes, depth);
      const mayBeFilled = name === 'main' || name.includes('-') || (boxes.has(name) && attributes.id);
      const [start, end] = [parser.startIndex, parser.endIndex + 1];
      box = mayBeFilled && isContent() ? { depth, start, end, characters: 0 } : undefined;
      build?.open(name, attributes);
    },
    ontext(text) {
      build?.text(text);
      for (const collector of collectors) collector.text += text;
      const characters = text.trim().length;
      say(characters);
      if (characters > 0) lastText = text;
      sidebar.text(text, depth);
    },
    onclosetag(name, implied) {
      build?.close();
      if (box?.depth === depth && box.characters <= shortText) scan.mounts.push({ start: box.start, end: box.end });
      box = undefined;
      for (let last = collectors.at(-1); last?.depth === depth; last = collectors.at(-1)) {
        collectors.pop();
        last.done(last.isRaw ? last.text : oneLine(last.text));
      }
      if (openMains.at(-1)?.depth === depth) Object.assign(openMains.pop()!, { end: parser.endIndex + 1, closed: !implied });
      if (implied && mayBeOmitted.has(name)) scan.omitsTags = true;
      if (scan.omitsTags) abandon();
      // A cell may contain a table.
      if (rowEnds.has(name)) inRow = name === 'table';
      enter(name, -1);
      sidebar.close(name, depth);
      if (crumbs === depth) crumbs = undefined;
      if (unseen === depth) unseen = undefined;
      depth--;
    },
  });
  parser.end(html);
  const [main, ...others] = mains;
  const published = scan.published ?? (times.length > mostTimes ? undefined : times.find(Boolean));
  if (published) scan.published = published;
  if (main && others.length === 0) scan.textLength = mainLength;
  if (main?.closed && others.length === 0) scan.main = { start: main.start, end: main.end };
  return scan;
}

function hasAny(attributes: object): boolean {
  for (const _ in attributes) return true;
  return false;
}

const oneLine = (text: string): string => collapsed(visibleText(text)).trim();
