import { isLeftOut } from './content-filter.ts';
import { attributeOf, elementsOf, findElement } from './dom.ts';

/**
 * The element that holds the content of a page.
 *
 * @param selector the `content` setting; where it names nothing on this page, the content is looked for
 * @throws SyntaxError where the selector is none
 */
export function contentRootOf(document: Document, selector?: string): Element {
  const chosen = selector ? document.querySelector(selector) : null;
  if (chosen) return chosen;
  const top = document.documentElement;
  if (!top) return document.createElement('main');
  const found = candidatesOf(top);
  for (const rank of ranks) {
    const own = found.get(rank);
    if (own) return own.length === 1 ? own[0]! : (outermost(own, rank) ?? densest(top));
  }
  return densest(top);
}

type Rank = 'container' | 'main' | 'article';
const ranks: readonly Rank[] = ['container', 'main', 'article'];

/** Containers of generators whose `main` holds more than the content, or that have none. */
const containers: readonly { readonly of: string; readonly is: (element: Element, classes: string) => boolean }[] = [
  { of: 'Docusaurus', is: (_, classes) => has(classes, 'theme-doc-markdown') },
  { of: 'VitePress', is: ({ localName }, classes) => localName === 'div' && (has(classes, 'vp-doc') || has(classes, 'VPHome')) },
  { of: 'MkDocs Material', is: (_, classes) => has(classes, 'md-content__inner') },
  {
    of: 'Sphinx',
    is: (element, classes) =>
      attributeOf(element, 'itemprop') === 'articleBody' || (has(classes, 'body') && attributeOf(element, 'role') === 'main'),
  },
  { of: 'Hugo (Docsy)', is: (_, classes) => has(classes, 'td-content') },
  {
    // Its title, and a manual page's name and purpose, stand in a header beside the content.
    of: 'AsciiDoctor',
    is: (element, classes) =>
      element.localName === 'body' &&
      /^(?:article|book|manpage)\b/.test(classes) &&
      findElement(element, (part) => attributeOf(part, 'id') === 'content') !== undefined,
  },
  { of: 'GitHub', is: (_, classes) => has(classes, 'markdown-body') },
];

const has = (classes: string, name: string): boolean => ` ${classes} `.includes(` ${name} `);

function candidatesOf(top: Element): Map<Rank, Element[]> {
  const found = new Map<Rank, Element[]>();
  const add = (rank: Rank, element: Element): void => {
    const own = found.get(rank);
    if (own) own.push(element);
    else found.set(rank, [element]);
  };
  const consider = (element: Element): void => {
    const { localName } = element;
    const classes = element.hasAttributes() ? attributeOf(element, 'class') : undefined;
    if (classes !== undefined && containers.some(({ is }) => is(element, classes))) add('container', element);
    if (localName === 'main' || (element.hasAttributes() && attributeOf(element, 'role') === 'main')) add('main', element);
    else if (localName === 'article') add('article', element);
  };
  consider(top);
  for (const element of elementsOf(top)) consider(element);
  return found;
}

/** Of several candidates the one that holds the others, else the one with most text, where that is most of the text of all. */
function outermost(own: readonly Element[], rank: Rank): Element | undefined {
  const outer = own.filter((element) => !own.some((other) => other !== element && other.contains(element)));
  if (outer.length === 1) return outer[0];
  const lengths = outer.map(lengthOf);
  const longest = Math.max(...lengths);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  // Many articles side by side are a list of them: the content is what holds them all.
  if (rank === 'article' && longest < all * 0.6) return outer[0]!.parentElement ?? undefined;
  return outer[lengths.indexOf(longest)];
}

const lengthOf = (element: Element): number => (element.textContent ?? '').replace(/\s+/g, ' ').length;

/**
 * The smallest element that holds nearly all prose of the body: from the body down, as long as one child has most of
 * the text that is not link text, and what stands beside it does not look like content.
 */
function densest(top: Element): Element {
  const weights = proseWeights(top);
  let at = top.localName === 'html' ? (childNamed(top, 'body') ?? top) : top;
  for (;;) {
    const weight = weights.get(at) ?? 0;
    let best: Element | undefined;
    for (let child = at.firstElementChild; child; child = child.nextElementSibling)
      if (!never.test(child.localName) && (weights.get(child) ?? 0) > (best ? (weights.get(best) ?? 0) : 0)) best = child;
    if (!best || !descends.test(best.localName) || (weights.get(best) ?? 0) < weight * 0.9) return at;
    for (let child = at.firstElementChild; child; child = child.nextElementSibling)
      if (child !== best && looksLikeContent(child)) return at;
    at = best;
  }
}

/** A heading, a paragraph, a list: the title of a section whose text is one long list stands beside that list. */
function looksLikeContent(element: Element): boolean {
  const { localName } = element;
  const classes = attributeOf(element, 'class');
  if (never.test(localName) || isLeftOut(element, localName, classes)) return false;
  if (surroundings.test(`${classes ?? ''} ${attributeOf(element, 'id') ?? ''}`)) return false;
  return content.test(localName) || findElement(element, (inner) => /^h[1-6]$/.test(inner.localName)) !== undefined;
}

const surroundings = /head|foot|nav|side|menu|banner|toc|crumb|search|logo|copyright|social|widget|cookie/i;
const content = /^(?:h[1-6]|p|pre|blockquote|ul|ol|dl|table|figure)$/;

const never = /^(?:head|nav|header|footer|aside|script|style|template|noscript)$/;
const descends = /^(?:body|div|section|main|article|center)$/;

function childNamed(element: Element, name: string): Element | undefined {
  for (let child = element.firstElementChild; child; child = child.nextElementSibling) if (child.localName === name) return child;
  return undefined;
}

/** Characters of text in each element, that of links, navigation and scripts not counted. Does not recurse. */
function proseWeights(top: Element): Map<Element, number> {
  const weights = new Map<Element, number>();
  const open: { element: Element; prose: boolean; weight: number }[] = [];
  let node: Node | null = top;
  while (node) {
    if (node.nodeType === 1) {
      const element = node as Element;
      const prose: boolean = (open.at(-1)?.prose ?? true) && !never.test(element.localName) && element.localName !== 'a';
      open.push({ element, prose, weight: 0 });
      if (element.firstChild) {
        node = element.firstChild;
        continue;
      }
    } else if (node.nodeType === 3) {
      const last = open.at(-1);
      if (last?.prose) last.weight += (node as Text).data.trim().length;
    }
    for (;;) {
      if (node!.nodeType === 1) {
        const { element, weight } = open.pop()!;
        weights.set(element, weight);
        const parent = open.at(-1);
        if (parent) parent.weight += weight;
        if (element === top) return weights;
      }
      if (node!.nextSibling) {
        node = node!.nextSibling;
        break;
      }
      node = node!.parentNode;
      if (!node) return weights;
    }
  }
  return weights;
}
