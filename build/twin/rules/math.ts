import { collapsed } from '../../contract/std/words.ts';
import { attributeOf, hasClass } from '../dom.ts';
import { syntax } from '../escape/syntax.ts';
import { firstWithin } from '../first-within.ts';
import { MarkdownNode } from '../markdown-node.ts';
import { texOf } from '../math-ml.ts';
import { wordsLength } from '../measure.ts';
import type { ElementHandler, TextHandler, TreeBuilder } from '../tree-builder.ts';
import type { Rules } from './rule.ts';

/** KaTeX and MathJax: their TeX for screen readers, else TeX made from MathML. */
const rendered: ElementHandler = (element, builder) => {
  const math = element.localName === 'math' ? element : firstWithin(element, isMath);
  const tex = math && sourceOf(math);
  if (!tex) return builder.children(element);
  builder.reading.rewrite(element);
  addFormula(tex, isDisplay(element, math), builder);
};

const isMath = ({ localName }: Element): boolean => localName === 'math';

const isAnnotation = ({ localName }: Element): boolean => localName === 'annotation';

function sourceOf(math: Element): string {
  const note = firstWithin(math, isAnnotation);
  if (note && /tex/i.test(attributeOf(note, 'encoding') ?? '')) return (note.textContent ?? '').trim();
  return attributeOf(math, 'alttext') ?? texOf(math);
}

const isDisplay = (element: Element, math: Element | undefined): boolean =>
  (math !== undefined && attributeOf(math, 'display') === 'block') ||
  attributeOf(element, 'display') === 'true' ||
  hasClass(element, /(?:^|\s)katex-display(?:\s|$)/);

function addFormula(tex: string, display: boolean, builder: TreeBuilder): void {
  const source = tex.trim();
  if (source === '') return;
  if (display && !builder.inHeading && !builder.inCell) builder.blockLeaf(new MarkdownNode('PRE', { language: 'math' }, source));
  else builder.leaf(new MarkdownNode('MATH', {}, collapsed(source)));
}

/** Longest element that may be one formula, in characters. */
const longestFormula = 20_000;

/** A formula for a script: TeX between MathJax delimiters. */
const delimitedFormula: ElementHandler = (element, builder) => {
  if (wordsLength(element) > longestFormula) return builder.children(element);
  const text = element.textContent ?? '';
  const found = /^(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\]|\$\$([\s\S]*)\$\$|\$([^$]+)\$)$/.exec(text.trim());
  if (!found || element.querySelector('.katex, math, mjx-container')) return builder.children(element);
  builder.reading.rewrite(element);
  const [, inline, display, dollars, single] = found;
  addFormula(inline ?? display ?? dollars ?? single ?? '', display !== undefined || dollars !== undefined, builder);
};

/** Recognizes TeX between delimiters that could also be a regular expression or an escape: it has a command, an index, or is one letter. */
const looksLikeTex = /[\\^_{}=]|^\s*[A-Za-z]\s*$/;

interface Formula {
  readonly tex: string;
  readonly display: boolean;
  readonly start: number;
  readonly end: number;
}

/** `\(…\)` on one line and `\[…\]`, each up to the first closing delimiter. */
function* formulasIn(text: string): Generator<Formula> {
  const ends = { '(': finder(text, '\\)'), '[': finder(text, '\\]') };
  const lineEnd = finder(text, '\n');
  for (let start = text.indexOf('\\'); start >= 0; ) {
    const mark = text[start + 1];
    const end = mark === '(' || mark === '[' ? ends[mark](start + 3) : Number.POSITIVE_INFINITY;
    const isWhole = Number.isFinite(end) && (mark === '[' || lineEnd(start + 2) > end);
    if (isWhole) yield { tex: text.slice(start + 2, end), display: mark === '[', start, end: end + 2 };
    start = text.indexOf('\\', isWhole ? end + 2 : start + 1);
  }
}

/** Makes a function that finds the next occurrence, infinity for none; offsets must not decrease. */
function finder(text: string, what: string): (from: number) => number {
  let at = -1;
  return (from) => {
    if (at < from) at = text.indexOf(what, from);
    if (at < 0) at = Number.POSITIVE_INFINITY;
    return at;
  };
}

/** Reads text with formulas for a script on the page. */
const readFormulas: TextHandler = (text, builder) => {
  let from = 0;
  for (const { tex, display, start, end } of formulasIn(text)) {
    if (!looksLikeTex.test(tex)) continue;
    // Text before the delimiters is ordinary.
    if (start > from) builder.text(text.slice(from, start));
    addFormula(tex, display, builder);
    from = end;
  }
  if (from === 0) return false;
  if (from < text.length) builder.text(text.slice(from));
  return true;
};

export const math: Rules = {
  text: readFormulas,
  tags: {
    math: rendered,
    'mjx-container': rendered,
    script: (element, builder) =>
      addFormula(element.textContent ?? '', /mode\s*=\s*display/.test(attributeOf(element, 'type') ?? ''), builder),
  },
  classes: [
    { names: /(?:^|\s)katex(?:-display)?(?:\s|$)/, tags: /^(?:span|div)$/, handle: rendered },
    { names: /(?:^|\s)(?:math|arithmatex|stemblock)(?:\s|$)/, tags: /^(?:span|div|p)$/, handle: delimitedFormula },
  ],
  printers: [
    {
      filter: ['math'],
      // GitHub's form with backticks protects the formula from Markdown; the short one suffices if nothing in it is special.
      replacement: (_, { data: tex }) => {
        if (!/[*`<[\]~&|]|(?<![A-Za-z\d])_|\\(?![A-Za-z])/.test(tex)) return syntax(`$${tex}$`);
        const fence = '`'.repeat(Math.max(0, ...Array.from(tex.matchAll(/`+/g), ([run]) => run.length)) + 1);
        return syntax(`$${fence}${tex}${fence}$`);
      },
    },
  ],
};
