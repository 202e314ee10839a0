import { tokensOf } from './tokens.ts';

/** Tokens of the line `tokens: 1234`. */
const ownLine = 6;

/**
 * A Markdown document with front matter, whose last line is the number of tokens of the whole.
 *
 * @param counted its tokens, if known
 */
export function withFrontMatter(
  front: Readonly<Record<string, string | boolean | undefined>>,
  blocks: readonly string[],
  counted?: number,
): { readonly body: string; readonly tokens: number } {
  const lines = Object.entries(front).map(([key, value]) => (value === undefined ? '' : `${key}: ${yamlScalar(value)}\n`));
  const text = `${blocks.join('\n\n')}\n`;
  const tokens = counted ?? documentTokens(lines.join(''), text);
  return { body: `---\n${lines.join('')}tokens: ${tokens}\n---\n\n${text}`, tokens };
}

/** The tokens of a document: of its front matter, without their number, and of its text. */
export const documentTokens = (front: string, text: string): number => tokensOf(front) + tokensOf(text) + ownLine;

/**
 * A value of front matter on one line, equal in all versions of YAML: text is quoted as in JSON, unless it begins with a letter,
 * contains nothing that YAML could take for structure, and is no YAML 1.1 word for a boolean or null.
 */
export function yamlScalar(value: string | boolean | number): string {
  if (typeof value !== 'string') return String(value);
  if (plain.test(value) && !word.test(value)) return value;
  return JSON.stringify(value).replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Letters, digits, marks and spaces; a colon only within a word, a `#` only within or after one (YAML 1.1 §9.1.3, 1.2 §7.3.3). */
const plain = /^\p{L}(?:[\p{L}\p{M}\p{N}\p{P}\p{S}]|(?<!:) (?![ #]|$))*(?<!:)$/u;

/** YAML 1.1, types bool and null; `y` and `n` are in the specification, but not in every parser. */
const word = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** Printable in JSON but not in YAML, or a line break in 1.1 (§4.1.1, §4.1.4), or a byte order mark. */
const unprintable = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;
