/** How a source may write a target: as it stands, decoded, with its ampersands escaped, or with another fragment. */
export const spellings = (target: string): string[] =>
  [...new Set([target, decoded(target), target.replaceAll('&', '&amp;'), target.replace(/#.*$/s, '')])].filter(Boolean);

/** A percent-encoded text as people read it; as it stands where the encoding is broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
