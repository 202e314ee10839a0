import { attribute } from '../page-element.ts';

const formulas = /(?:^|\s)(?:katex|katex-display|MathJax|MathJax_Display|MathJax_SVG|mjx-chtml)(?:\s|$)/;
/** Words that TeX of a formula says of itself. */
export const texCommands =
  'frac sqrt sum int prod left right text mathrm operatorname begin end matrix overline underline hat vec cdot times pm le ge ne infty alpha beta gamma delta epsilon theta lambda mu pi sigma omega partial nabla to in over binom lim quad';

/** TeX of a formula, where the page holds it; else the signs of it. */
export function formulaOf(
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
