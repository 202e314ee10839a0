import { collapsed } from '../contract/std/words.ts';
import { attributeOf, childElementsOf } from './dom.ts';

/** Signs with a TeX command; others stand for themselves. */
const commands = new Map(
  String.raw`
    × \times  · \cdot  ⋅ \cdot  ÷ \div  ± \pm  ∓ \mp  ≤ \le  ≥ \ge  ≠ \ne  ≈ \approx  ≡ \equiv  ∼ \sim  ∞ \infty
    ∑ \sum  ∏ \prod  ∫ \int  ∮ \oint  √ \surd  ∂ \partial  ∇ \nabla  ∈ \in  ∉ \notin  ⊂ \subset  ⊆ \subseteq  ∪ \cup
    ∩ \cap  ∅ \emptyset  ∀ \forall  ∃ \exists  ¬ \neg  ∧ \land  ∨ \lor  → \to  ← \leftarrow  ↔ \leftrightarrow
    ⇒ \Rightarrow  ⇐ \Leftarrow  ⇔ \Leftrightarrow  ↦ \mapsto  … \dots  ⋯ \cdots  ⋮ \vdots  ⋱ \ddots  ′ '  ° ^\circ
    − -  ∗ *  ⟨ \langle  ⟩ \rangle  ‖ \|  ℝ \mathbb{R}  ℕ \mathbb{N}  ℤ \mathbb{Z}  ℚ \mathbb{Q}  ℂ \mathbb{C}
    α \alpha  β \beta  γ \gamma  δ \delta  ε \varepsilon  ϵ \epsilon  ζ \zeta  η \eta  θ \theta  ι \iota  κ \kappa
    λ \lambda  μ \mu  ν \nu  ξ \xi  π \pi  ρ \rho  σ \sigma  τ \tau  υ \upsilon  φ \varphi  ϕ \phi  χ \chi  ψ \psi
    ω \omega  Γ \Gamma  Δ \Delta  Θ \Theta  Λ \Lambda  Ξ \Xi  Π \Pi  Σ \Sigma  Φ \Phi  Ψ \Psi  Ω \Omega
  `
    .trim()
    .split(/\s{2,}/)
    .map((pair) => pair.split(' ') as [string, string]),
);

const accents: Readonly<Record<string, string>> = {
  '^': 'hat',
  '¯': 'bar',
  '‾': 'overline',
  '→': 'vec',
  '˙': 'dot',
  '¨': 'ddot',
  '~': 'tilde',
  '˜': 'tilde',
  '⏞': 'overbrace',
  '⏟': 'underbrace',
  _: 'underline',
};
const functions =
  /^(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|lim|max|min|sup|inf|det|gcd|dim|ker|deg|arg|Pr)$/;
const deepest = 100;

/** TeX for a formula in MathML (MathML Core), as `KaTeX`, `temml` and people write it; unknown elements are replaced by their content. */
export const texOf = (math: Element): string => row(math, 0).replace(/ {2,}/g, ' ').trim();

type ElementPrinter = (element: Element, parts: readonly Element[], depth: number) => string;

const printers: Readonly<Record<string, ElementPrinter>> = {
  mi: (element) => {
    const name = signs(element);
    if (functions.test(name)) return `\\${name} `;
    const upright = attributeOf(element, 'mathvariant') === 'normal' ? /^[A-Za-z]/ : /^[A-Za-z]{2,}$/;
    return upright.test(name) ? `\\mathrm{${name}}` : name;
  },
  mn: signs,
  mo: (element) => {
    const sign = signs(element);
    return functions.test(sign)
      ? `\\${sign} `
      : /^[{}%#&$]$/.test(sign)
        ? `\\${sign}`
        : /^[=<>+-]$|^\\[a-z]+ ?$/i.test(sign)
          ? ` ${sign.trim()} `
          : sign;
  },
  mtext: (element) => `\\text{${collapsed(element.textContent ?? '')}}`,
  ms: (element) => `\\text{"${element.textContent ?? ''}"}`,
  mspace: () => ' ',
  mfrac: (element, [top, bottom], depth) =>
    `\\${attributeOf(element, 'linethickness') === '0' ? 'binom' : 'frac'}${group(top, depth)}${group(bottom, depth)}`,
  msqrt: (element, _, depth) => `\\sqrt{${row(element, depth).trim()}}`,
  mroot: (_, [base, index], depth) => `\\sqrt[${tex(index, depth).trim()}]${group(base, depth)}`,
  msup: (_, [base, upper], depth) => `${atom(base, depth)}^${group(upper, depth)}`,
  msub: (_, [base, lower], depth) => `${atom(base, depth)}_${group(lower, depth)}`,
  msubsup: (_, [base, lower, upper], depth) => `${atom(base, depth)}_${group(lower, depth)}^${group(upper, depth)}`,
  mover: (_, [base, over], depth) => accented(base, over, '^', 'overset', depth),
  munder: (_, [base, under], depth) => accented(base, under, '_', 'underset', depth),
  munderover: (_, [base, under, over], depth) => `${tex(base, depth).trim()}_${group(under, depth)}^${group(over, depth)}`,
  mtable: (_, rows, depth) =>
    `\\begin{matrix} ${rows
      .map((line) =>
        childElementsOf(line)
          .map((cell) => row(cell, depth).trim())
          .join(' & '),
      )
      .join(' \\\\ ')} \\end{matrix}`,
  mfenced: (element, parts, depth) =>
    `\\left${attributeOf(element, 'open') ?? '('} ${parts.map((part) => tex(part, depth).trim()).join(', ')} \\right${attributeOf(element, 'close') ?? ')'}`,
  semantics: (_, [first], depth) => tex(first, depth),
  annotation: () => '',
  'annotation-xml': () => '',
  mphantom: () => '',
};

function tex(element: Element | undefined, depth: number): string {
  if (!element) return '';
  if (depth >= deepest) return element.textContent ?? '';
  const printer = Object.hasOwn(printers, element.localName) ? printers[element.localName]! : undefined;
  return printer ? printer(element, childElementsOf(element), depth + 1) : row(element, depth + 1);
}

const row = (element: Element, depth: number): string =>
  childElementsOf(element)
    .map((child) => tex(child, depth))
    .join('');

const group = (element: Element | undefined, depth: number): string => `{${tex(element, depth).trim()}}`;

function accented(base: Element | undefined, sign: Element | undefined, index: string, set: string, depth: number): string {
  const accent = accents[sign?.textContent?.trim() ?? ''];
  if (accent) return `\\${accent}${group(base, depth)}`;
  return isOperator(base)
    ? tex(base, depth).trim() + index + group(sign, depth)
    : `\\${set}${group(sign, depth)}${group(base, depth)}`;
}

/** The base of an index: a single sign unchanged, more in braces. */
function atom(element: Element | undefined, depth: number): string {
  const base = tex(element, depth).trim();
  return base.length <= 1 || /^\\[A-Za-z]+$/.test(base) || /^\\math\w+\{[^{}]*\}$/.test(base) || isOperator(element)
    ? base
    : `{${base}}`;
}

const isOperator = (element: Element | undefined): boolean =>
  element?.localName === 'mo' || (element?.localName === 'mi' && functions.test(element.textContent?.trim() ?? ''));

function signs(element: Element): string {
  return Array.from((element.textContent ?? '').trim(), (sign) => {
    const command = commands.get(sign);
    return command ? (/[A-Za-z]$/.test(command) ? `${command} ` : command) : sign;
  }).join('');
}
