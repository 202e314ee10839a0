import { attributeOf, findElement, hasClass } from '../dom.ts';
import { syntax } from '../escape/syntax.ts';
import { Draft } from '../markdown-node.ts';
import { texOf } from '../math-ml.ts';
import type { Reader, Reading } from '../tree-builder.ts';
import type { Rules } from './index.ts';

/** KaTeX and MathJax: the TeX that the page holds for screen readers, else TeX made of its MathML. */
const rendered: Reading = (element, reader) => {
  const math = element.localName === 'math' ? element : findElement(element, ({ localName }) => localName === 'math');
  const tex = math ? sourceOf(math) : attributeOf(element, 'data-tex');
  if (!tex) return reader.children(element);
  addFormula(tex, isDisplay(element, math), reader);
};

function sourceOf(math: Element): string {
  const note = findElement(math, ({ localName }) => localName === 'annotation');
  if (note && /tex/i.test(attributeOf(note, 'encoding') ?? '')) return (note.textContent ?? '').trim();
  return attributeOf(math, 'alttext') ?? texOf(math);
}

const isDisplay = (element: Element, math: Element | undefined): boolean =>
  (math !== undefined && attributeOf(math, 'display') === 'block') ||
  attributeOf(element, 'display') === 'true' ||
  hasClass(element, /(?:^|\s)(?:katex-display|MathJax_Display)(?:\s|$)/);

function addFormula(tex: string, display: boolean, reader: Reader): void {
  const source = tex.trim();
  if (source === '') return;
  if (display && reader.block.nodeName !== 'HEADING' && !reader.inCell)
    reader.blockLeaf(new Draft('FENCE', source, { language: 'math' }));
  else reader.leaf(new Draft('MATH', source.replace(/\s+/g, ' ')));
}

/** A formula that a script is to set: TeX between the marks that MathJax looks for. */
const delimitedFormula: Reading = (element, reader) => {
  const text = element.textContent ?? '';
  const found = /^([^\\$]*)(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\]|\$\$([\s\S]*)\$\$|\$([^$]+)\$)\s*$/.exec(text.trim());
  if (!found || element.querySelector('.katex, math, mjx-container')) return reader.children(element);
  const [, number = '', inline, display, dollars, single] = found;
  addFormula(inline ?? display ?? dollars ?? single ?? '', display !== undefined || dollars !== undefined, reader);
  const equation = number.replace(/[^\p{L}\p{N}.()-]/gu, '');
  if (equation) reader.text(equation);
};

const formula = /\\\(([^\n]+?)\\\)|\\\[([\s\S]+?)\\\]/g;
/** What is TeX between marks that might be a regular expression or an escape: it has a command, an index, or is one sign. */
const looksLikeTex = /[\\^_{}=]|^\s*[A-Za-z]\s*$/;

/** Reads text with formulas that a script is to find in it. Says whether there are any. */
export function readFormulas(text: string, reader: Reader): boolean {
  let from = 0;
  for (const { 0: whole, 1: inline, 2: display, index } of text.matchAll(formula)) {
    const tex = inline ?? display ?? '';
    if (!looksLikeTex.test(tex)) continue;
    // Without its marks the text before is read as it is.
    if (index > from) reader.text(text.slice(from, index));
    addFormula(tex, inline === undefined, reader);
    from = index + whole.length;
  }
  if (from === 0) return false;
  if (from < text.length) reader.text(text.slice(from));
  return true;
}

export const math: Rules = {
  tags: {
    math: rendered,
    'mjx-container': rendered,
    script: (element, reader) =>
      addFormula(element.textContent ?? '', /mode\s*=\s*display/.test(attributeOf(element, 'type') ?? ''), reader),
  },
  classes: [
    { names: /(?:^|\s)(?:katex-display|katex|MathJax_Display|MathJax)(?:\s|$)/, tags: /^(?:span|div)$/, read: rendered },
    { names: /(?:^|\s)MathJax_Preview(?:\s|$)/, read: () => {} },
    { names: /(?:^|\s)(?:math|arithmatex|stemblock|latex|equation)(?:\s|$)/, tags: /^(?:span|div|p)$/, read: delimitedFormula },
  ],
  writings: {
    // GitHub's form with backticks keeps Markdown out of the formula; where nothing in it could be read as Markdown, the short one.
    MATH: (_, { nodeValue }) => {
      if (!/[*`<[\]~&|]|(?<![A-Za-z\d])_|\\(?![A-Za-z])/.test(nodeValue)) return syntax(`$${nodeValue}$`);
      const fence = '`'.repeat(Math.max(0, ...Array.from(nodeValue.matchAll(/`+/g), ([run]) => run.length)) + 1);
      return syntax(`$${fence}${nodeValue}${fence}$`);
    },
  },
};
