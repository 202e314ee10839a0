import { tokensOf } from './tokens.ts';
import { yamlScalar } from './yaml-scalar.ts';

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
