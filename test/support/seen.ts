/** What somebody who looks at HTML sees: the facts that a twin must hold, read by a walk that shares nothing with conversion. */
export interface Seen {
  readonly words: string[];
  readonly code: string[];
  readonly links: string[];
  readonly images: string[];
  readonly headings: string[];
  /** Cell by cell; what a cell spans repeats it, in the words, too. */
  readonly rows: string[];
}

const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img ins kbd mark q ruby rb rt rp s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const unseen = new Set('script style template noscript title'.split(' '));

/** @param base what relative addresses are relative to */
export function seenOf(root: Element, base: string): Seen {
  const seen: Seen = { words: [], code: [], links: [], images: [], headings: [], rows: [] };
  const repeated: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const name = element.localName;
    if (name === 'pre' && element.querySelector('pre') === null) seen.code.push(linesOf(element));
    else if (/^h[1-6]$/.test(name)) seen.headings.push(`${name} ${textOf(element)}`);
    else if (name === 'img') seen.images.push(`${element.getAttribute('alt') ?? ''} ${new URL(sourceOf(element), base).href}`);
    else if (name === 'a') {
      const target = element.getAttribute('href') ?? element.getAttribute('HREF');
      if (target !== null) seen.links.push(`${textOf(element)} ${new URL(target, base).href}`);
    } else if (name === 'table' && element.getAttribute('role') !== 'presentation') seen.rows.push(...rowsOf(element, repeated));
  }
  const text = `${spaced(root)} ${repeated.join(' ')}`;
  seen.words.push(...(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase()));
  return seen;
}

const textOf = (element: Element): string => spaced(element).replace(/\s+/g, ' ').trim();

/** Text with a space wherever a block starts or ends. */
function spaced(parent: Node): string {
  let text = '';
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) text += (node as Text).data.replace(/[\u00AD\u200B]/g, '');
    if (node.nodeType !== 1 || unseen.has((node as Element).localName)) continue;
    text += inline.has((node as Element).localName) ? spaced(node) : ` ${spaced(node)} `;
  }
  return text;
}

/** Code as it is shown, a line for each block in it; the line ends around it are the markup's. */
function linesOf(code: Element): string {
  let text = '';
  const visit = (parent: Node): void => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3) text += (node as Text).data;
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

/** The last address of a set, which is where the pages of the tests have the largest. */
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

/** What of a list is not in another one, each as often as it is missing. */
export function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of found) left.set(one, (left.get(one) ?? 0) + 1);
  return wanted.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
