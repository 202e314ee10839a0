/** What a reader of a page sees, and its twin must hold. Read independently: shares no code with conversion. */
export interface VisibleFacts {
  readonly words: string[];
  readonly code: string[];
  readonly links: string[];
  readonly images: string[];
  readonly headings: string[];
  /** Cells joined by ` | `; a spanning cell is repeated in each position, and so are its words. */
  readonly rows: string[];
}

const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img ins kbd mark q ruby rb rt rp s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const invisible = new Set('script style template noscript title'.split(' '));

/** @param base URL against which relative URLs resolve */
export function visibleFactsOf(root: Element, base: string): VisibleFacts {
  const facts: VisibleFacts = { words: [], code: [], links: [], images: [], headings: [], rows: [] };
  const repeated: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const name = element.localName;
    if (isCode(element) && element.querySelector('pre') === null) facts.code.push(linesOf(element));
    else if (/^h[1-6]$/.test(name)) facts.headings.push(`${name} ${textOf(element)}`);
    else if (name === 'img') facts.images.push(`${element.getAttribute('alt') ?? ''} ${new URL(sourceOf(element), base).href}`);
    else if (name === 'a') {
      const target = element.getAttribute('href') ?? element.getAttribute('HREF');
      if (target !== null) facts.links.push(`${textOf(element)} ${new URL(target, base).href}`);
    } else if (name === 'table' && element.getAttribute('role') !== 'presentation') facts.rows.push(...rowsOf(element, repeated));
  }
  const text = `${spaced(root)} ${repeated.join(' ')}`;
  facts.words.push(...(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase()));
  return facts;
}

/** Doxygen writes code as a box of lines. */
const isCode = (element: Element): boolean => element.localName === 'pre' || element.className === 'fragment';

const textOf = (element: Element): string => spaced(element).replace(/\s+/g, ' ').trim();

/** Text with a space wherever a block starts or ends. */
function spaced(parent: Node): string {
  let text = '';
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) text += (node as Text).data.replace(/[\u00AD\u200B]/g, '');
    if (node.nodeType !== 1 || invisible.has((node as Element).localName)) continue;
    text += inline.has((node as Element).localName) ? spaced(node) : ` ${spaced(node)} `;
  }
  return text;
}

/** Code as displayed: each block in it is a line; line ends around it belong to the markup. */
function linesOf(code: Element): string {
  const isInPre = code.localName === 'pre';
  let text = '';
  const visit = (parent: Node): void => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3 && (isInPre || parent !== code)) text += (node as Text).data;
      if (node.nodeType !== 1) continue;
      const { localName } = node as Element;
      const block = /^(?:div|li|tr)$/.test(localName);
      if (localName === 'br') text += '\n';
      if (block && text !== '' && !text.endsWith('\n')) text += '\n';
      visit(node);
      if (block && !text.endsWith('\n')) text += '\n';
    }
  };
  visit(code);
  return text.replace(/^\n|\n$/g, '');
}

/** The last URL of `srcset`: the largest one, in the pages of the tests. */
const sourceOf = (image: Element): string =>
  /(\S+) [\d.]+[wx]$/.exec(image.getAttribute('srcset') ?? '')?.[1] ?? image.getAttribute('src') ?? '';

function rowsOf(table: Element, repeated: string[]): string[] {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  const grid: string[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')) {
      while (grid[y]![x] !== undefined) x++;
      const [width, height] = ['colspan', 'rowspan'].map((name) =>
        Number(cell.getAttribute(name) ?? cell.getAttribute(name.toUpperCase()) ?? 1),
      ) as [number, number];
      const text = textOf(cell);
      for (let down = 0; down < height; down++) for (let right = 0; right < width; right++) grid[y + down]![x + right] = text;
      for (let more = 1; more < width * height; more++) repeated.push(text);
      x += width;
    }
  }
  return grid.map((row) => row.join(' | ')).filter((row) => /[^\s|]/.test(row));
}

/** Items of `wanted` that `found` lacks, each as often as it is missing. */
export function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of found) left.set(one, (left.get(one) ?? 0) + 1);
  return wanted.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
