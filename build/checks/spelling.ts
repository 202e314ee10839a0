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

/** A target as it stands; where it is relative, with the path that it leads to. */
export const withPath = (target: string, path: string): string =>
  /^(\/|[a-z][a-z0-9+.-]*:)/i.test(target) ? target : `${target} (${path})`;
