import { createLineIndex } from './line-index.ts';

/**
 * The line of a source (1-based) with the first token that occurs; undefined if none does. Tokens match whole words: `/a` not
 * in `/about`, nor `a.png` in `data.png`. A second search ignores Markdown's markup: the heading `Use a b` in `## Use *a* b`.
 */
export function lineOf(source: string, tokens: readonly string[]): number | undefined {
  for (const token of tokens) {
    const at = find(source, token);
    if (at !== undefined) return createLineIndex(source)(at);
  }
  const plain = withoutMarkup(source);
  for (const token of tokens.map(withoutMarkup)) {
    const at = find(plain, token);
    if (at !== undefined) return createLineIndex(plain)(at);
  }
  return undefined;
}

function find(text: string, token: string): number | undefined {
  if (!token.trim()) return undefined;
  const isWordLike = /^[\w/.%#]/.test(token);
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    const opens = !isWordLike || !/[\w/.%@#-]/.test(text.charAt(at - 1));
    if (opens && !/^(?:[\w/%-]|\.\w)/.test(text.slice(at + token.length, at + token.length + 2))) return at;
  }
  return undefined;
}

/** Removes emphasis, code marks and escapes, and replaces links by their text; keeps line breaks. */
const withoutMarkup = (text: string): string => text.replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1').replace(/[*_`~\\]/g, '');
