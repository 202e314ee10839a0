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

/** Makes a function from offsets of a text to lines (1-based). Scans the text once, on the first call. */
export function createLineIndex(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= startsOf(text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
