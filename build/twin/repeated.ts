import { allNamed, attributeOf, childElementsOf, isElement, isHeading, isText, wordsOf } from './dom.ts';
import { phrasing } from './elements.ts';
import { wordsLength } from './measure.ts';

/** What is left out of a page. */
export interface Decisions {
  readonly document: Document;
  isLeftOut(element: Element): boolean;
  leaveOut(element: Element, reason: string): void;
}

/** Fewest pages that show what a site repeats, and most that are compared. */
const fewestSamplePages = 4;
const mostSamplePages = 60;

/** Share of the pages that begin or end with a text which belongs to the site. */
const repeatedShare = 0.6;

/** Longest text that is compared, in characters, and most blocks at each end of a page. */
const longestText = 300;
const mostBlocks = 400;

/** An even sample of the pages of a site. */
export function samplePagesOf(files: readonly string[]): string[] {
  const step = Math.max(1, files.length / mostSamplePages);
  return Array.from({ length: Math.min(mostSamplePages, files.length) }, (_, at) => files[Math.floor(at * step)]!);
}

/**
 * The texts that most pages of a site have at the same end, outside of headings: menus and footers of a site that marks nothing.
 *
 * @param bodies of a sample of pages, without `main` and known generator; undefined for too few
 */
export function repeatedTexts(bodies: readonly Element[]): ReadonlySet<string> | undefined {
  if (bodies.length < fewestSamplePages) return undefined;
  const counts = new Map<string, number>();
  for (const body of bodies)
    for (const key of new Set([...keysAt(body, 'firstChild'), ...keysAt(body, 'lastChild')]))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = bodies.length * repeatedShare;
  return new Set([...counts].flatMap(([key, count]) => (count >= least ? [key] : [])));
}

type End = 'firstChild' | 'lastChild';

function* keysAt(body: Element, end: End): Generator<string> {
  let seen = 0;
  for (const block of blocksFrom(body, end)) {
    if (isEnd(block) || ++seen > mostBlocks) return;
    const key = keyOf(block, end);
    if (key !== undefined) yield key;
  }
}

/** A heading of the first level, or what the author marked, ends what a site repeats. */
const isEnd = ({ localName }: Element): boolean => /^(?:h1|main|article)$/.test(localName);

const keyOf = (block: Element, end: End): string | undefined =>
  wordsLength(block) > 0 && wordsLength(block) <= longestText && !isHeading(block)
    ? [end, wordsOf(block), ...allNamed(block, 'a').flatMap(foreignAddressOf)].join(' ')
    : undefined;

/** The address of a link to another site, without its query, which says what is shared: "Download" of each page is its own. */
const foreignAddressOf = (link: Element): string[] => /^https?:[^?#]*/i.exec(attributeOf(link, 'href') ?? '') ?? [];

/** Leaves out the blocks at both ends of a body that many pages have, up to the first that is the page's own. */
export function leaveOutRepeated(body: Element, repeated: ReadonlySet<string>, decisions: Decisions): void {
  for (const end of ['firstChild', 'lastChild'] as const)
    for (const block of blocksFrom(body, end)) {
      if (isEnd(block)) break;
      if (wordsLength(block) === 0 || decisions.isLeftOut(block)) continue;
      const key = keyOf(block, end);
      if (key === undefined || !repeated.has(key)) break;
      decisions.leaveOut(block, 'text of many pages');
    }
}

/** The smallest blocks of an element, from one of its ends: elements with text or links of their own. */
function* blocksFrom(element: Element, end: End): Generator<Element> {
  const next = end === 'firstChild' ? 'nextSibling' : 'previousSibling';
  const stack: (Node | null)[] = [element[end]];
  while (stack.length > 0) {
    const node = stack.pop();
    if (!node) continue;
    stack.push(node[next]);
    if (!isElement(node)) continue;
    if (isEnd(node) || holdsLine(node) || !childElementsOf(node).length) yield node;
    else stack.push(node[end]);
  }
}

/** Whether an element directly has words, or words in elements of a line. */
const holdsLine = (element: Element): boolean => {
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (isText(node) ? node.data.trim() !== '' : isElement(node) && phrasing.has(node.localName) && wordsLength(node) > 0)
      return true;
  }
  return false;
};
