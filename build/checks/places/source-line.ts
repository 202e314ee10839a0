/**
 * The line of a source (1-based) that holds one of the tokens, the first token that is found deciding; undefined where
 * none is. A token must stand by itself: `/a` is not found in `/about`, nor `a.png` in `data.png`. What is not found as
 * it stands is looked for once more without Markdown's markup: the heading `Use a b` in `## Use *a* b`.
 */
export function lineOf(source: string, tokens: readonly string[]): number | undefined {
  for (const token of tokens) {
    const at = find(source, token);
    if (at !== undefined) return lineAt(source, at);
  }
  const plain = withoutMarkup(source);
  for (const token of tokens.map(withoutMarkup)) {
    const at = find(plain, token);
    if (at !== undefined) return lineAt(plain, at);
  }
  return undefined;
}

const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++;
  return line;
};

function find(text: string, token: string): number | undefined {
  if (!token.trim()) return undefined;
  const isWordLike = /^[\w/.%#]/.test(token);
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    const opens = !isWordLike || !/[\w/.%@#-]/.test(text.charAt(at - 1));
    if (opens && !/^(?:[\w/%-]|\.\w)/.test(text.slice(at + token.length, at + token.length + 2))) return at;
  }
  return undefined;
}

/** Emphasis, code marks and escapes taken out, links replaced by their text; lines stay lines. */
const withoutMarkup = (text: string): string => text.replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1').replace(/[*_`~\\]/g, '');
