import { createLineIndex } from './line-index.ts';

/**
 * The line of a source (1-based) with the first of the tokens that is found; undefined if none is. A token must stand by
 * itself: `/a` is not found in `/about`, nor `a.png` in `data.png`. If no token is found, they are searched for again
 * without Markdown's markup: the heading `Use a b` in `## Use *a* b`.
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

/** Without emphasis, code marks and escapes, and with links replaced by their text; line breaks stay. */
const withoutMarkup = (text: string): string => text.replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1').replace(/[*_`~\\]/g, '');
