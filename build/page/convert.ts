import { parseUrl } from '../contract/std/parse-url.ts';
import { type Boilerplate, boilerplateIn } from '../twin/boilerplate.ts';
import { contentRootOf } from '../twin/content-root.ts';
import {
  ancestorOf,
  attributeOf,
  elementsOf,
  inlineElements,
  isElement,
  isHeading,
  isLink,
  isText,
  wordsOf,
} from '../twin/dom.ts';
import { firstWithin } from '../twin/first-within.ts';
import { unlinkedLength } from '../twin/measure.ts';
import { parityOf } from '../twin/parity/parity.ts';
import { isLeftOut, marksContent } from '../twin/regions.ts';
import { toMarkdown } from '../twin/to-markdown.ts';
import { isByline } from './byline.ts';
import { type Conversion, leastWords } from './page.ts';
import type { PageContent } from './parse-html.ts';
import { placeNameOf } from './site-tree.ts';

/** Settings that decide where the content of a page is. */
export interface ContentSettings {
  readonly content?: string | undefined;
  /** The site's boilerplate, if known. */
  readonly boilerplate?: Boilerplate | undefined;
  /** Whether another generator built the page: in our sites `main` and its like are the content, unless the author marks another. */
  readonly adopted?: boolean | undefined;
}

/** All inputs of a conversion except the HTML and its URL. */
export interface ConvertSettings extends ContentSettings {
  readonly url: string;
  readonly parity: boolean;
}

/** The content of a page: its root element, elements to leave out, and the reference for parity. */
export function contentOf(part: PageContent, { content, boilerplate, adopted }: ContentSettings) {
  const document = part.document();
  // Boilerplate: a menu that is only excluded by the choice of the root is measured.
  const repeated: ReadonlySet<Element> = boilerplate ? boilerplateIn(document.body, boilerplate) : new Set();
  const out = new Set(repeated);
  const root = contentRootOf(document, content, {
    out,
    trusted: !adopted,
    names: boilerplate?.names,
    texts: boilerplate?.texts,
  });
  // With known boilerplate a guessed root is not trusted, unless the author named it, or built the page with us.
  const isUnnamed = content !== undefined && document.querySelector(content) === null;
  const measured = adopted && boilerplate && (content === undefined || isUnnamed) ? document.body : root;
  return { root, out, repeated, measured, isUnnamed };
}

/** Whether the author of a page marked its content: by the element's name or role, or by a selector that matches. */
export const isMarked = (root: Element, { content }: ContentSettings, isUnnamed: boolean): boolean =>
  (content !== undefined && !isUnnamed) || marksContent(root);

/**
 * Converts the content of a page to Markdown and, with `parity`, measures the twin. If it has less than half of the words or
 * blocks of the page, the ancestors of the root are tried.
 */
export function convert(part: PageContent, pageUrl: string, settings: ConvertSettings): Conversion {
  const { root, out, repeated, measured, isUnnamed } = contentOf(part, settings);
  const context = { pageUrl, siteUrl: settings.url };
  const conversionOf = (root: Element): Conversion => {
    const twin = toMarkdown(root, context, out);
    const { heading, body } = twin;
    const markdown = heading ? `# ${heading}\n\n${body}` : body;
    return {
      ...twin,
      firstParagraph: firstParagraphOf(root, out, pageUrl),
      root: rootName(root),
      ...(isUnnamed && { isUnnamed }),
      ...(settings.parity && {
        parity: parityOf(measured, markdown, {
          ...context,
          boilerplate: settings.boilerplate,
          repeated,
          converted: { root, out },
          isMarked: isMarked(root, settings, isUnnamed),
        }),
      }),
    };
  };
  let best = conversionOf(root);
  for (const wider of holdersOf(root, measured)) {
    if (shareHeld(best) >= leastWords) break;
    const next = conversionOf(wider);
    if (shareHeld(next) > shareHeld(best)) best = next;
  }
  return best;
}

const shareHeld = ({ parity }: Conversion): number => Math.min(parity?.words ?? 1, parity?.ratio ?? 1);

/** Ancestors up to `outermost`, each at least twice as long as the one before, so that all together cost little more than the last. */
function* holdersOf(element: Element, outermost: Element): Generator<Element> {
  if (!outermost.contains(element)) return;
  let tried = Math.max(1, lengthOf(element));
  let length = tried;
  for (let at = element; at !== outermost; ) {
    const holder = at.parentElement!;
    for (let node = holder.firstChild; node; node = node.nextSibling) if (node !== at) length += lengthOf(node);
    at = holder;
    if (at !== outermost && length < tried * 2) continue;
    tried = length;
    yield at;
  }
}

const lengthOf = (node: Node): number => (node.textContent ?? '').length;

/** `div#content`, `article.post`. */
export function rootName({ localName, id, classList }: Element): string {
  const [first] = classList;
  return id && !/\d/.test(id) ? `${localName}#${id}` : first ? `${localName}.${first}` : localName;
}

/**
 * The first paragraph with content, below the H1 if there is one: short ones like "New in version 2.0." and "Contents:" only if
 * there is no longer one, what stands above the title only if there is nothing else. What stands below a link to another page as
 * heading describes that page.
 */
function firstParagraphOf(root: Element, out: ReadonlySet<Element>, pageUrl: string): string {
  const title = root.querySelector('h1');
  let [above, short] = ['', ''];
  let isBelow = title === null;
  let isOfOther = false;
  for (const element of elementsOf(root, out)) {
    if (element === title) [above, short, isBelow] = [short, '', true];
    if (isHeading(element)) isOfOther = element !== title && leadsElsewhere(element, pageUrl);
    if (isOfOther) continue;
    const nodes = paragraphAt(element);
    const text = nodes
      .map((node) => node.textContent ?? '')
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    if (!text || isByline(text, nodes.filter(isElement).flatMap(marksIn)) || isCaption(element, text)) continue;
    if (text.length >= 40 && isBelow) return text;
    if (!short || (text.length >= 40 && short.length < 40)) short = text;
  }
  return short || above;
}

/** Whether a heading is a link to another page of the site, as in a list of articles. */
function leadsElsewhere(heading: Element, pageUrl: string): boolean {
  const link = ancestorOf(heading, isLink) ?? (unlinkedLength(heading) === 0 ? firstWithin(heading, isLink) : undefined);
  const target = link && parseUrl(attributeOf(link, 'href')!, pageUrl);
  const own = new URL(pageUrl);
  return target?.origin === own.origin && target.hash === '' && placeNameOf(target.pathname) !== placeNameOf(own.pathname);
}

/** The paragraph that an element is, or the text directly below a heading, which is one without a `p` (HTML §3.2.5.4). */
function paragraphAt(element: Element): Node[] {
  if (element.localName === 'p') return isShownInstead(element) || isLeftOut(element) ? [] : [element];
  if (!isHeading(element)) return [];
  const run: Node[] = [];
  for (let node = element.nextSibling; node; node = node.nextSibling)
    if (isText(node) || (isElement(node) && inlineElements.has(node.localName))) run.push(node);
    else if (isElement(node)) break;
  return run.reduce((sum, node) => sum + lengthOf(node), 0) < 40 ? [] : run;
}

/** Whether a paragraph is a few bold words, such as "Table of Contents" above a list. */
const isCaption = ({ firstElementChild }: Element, text: string): boolean =>
  text.length < 40 && /^(?:b|strong)$/.test(firstElementChild?.localName ?? '') && wordsOf(firstElementChild!) === text;

/** Elements whose content browsers show only if they cannot show the element. */
const isShownInstead = ({ parentElement }: Element): boolean =>
  /^(?:audio|canvas|iframe|object|video)$/.test(parentElement?.localName ?? '');

const mostMarks = 100;

/** Texts of links and times in an element of a paragraph. */
function marksIn(part: Element): string[] {
  const marked: string[] = isMark(part) ? [wordsOf(part)] : [];
  let seen = 0;
  for (const element of elementsOf(part)) {
    if (++seen > mostMarks) break;
    if (isMark(element)) marked.push(wordsOf(element));
  }
  return marked;
}

const isMark = ({ localName }: Element): boolean => localName === 'a' || localName === 'time';
