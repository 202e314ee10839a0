import { posix } from 'node:path';

/**
 * How a source may write a target: as it stands, decoded, with its ampersands escaped, or with another fragment; in a
 * page of the starter as the file of the page that it leads to, too (`[x](../guides/b.md#part)`).
 *
 * @param from output file that holds the target
 */
export function spellings(target: string, from?: string): string[] {
  const asItStands = [target, decoded(target), target.replaceAll('&', '&amp;'), target.replace(/#.*$/s, '')];
  return [...new Set([...asItStands, ...(from === undefined ? [] : asFiles(target, from))])].filter(Boolean);
}

function asFiles(target: string, from: string): string[] {
  const [, path, fragment = ''] = /^\/([^?#]*)(#.*)?$/s.exec(decoded(target)) ?? [];
  if (path === undefined || /\.\w+$/.test(path)) return [];
  const file = posix.relative(posix.dirname(from), path === '' || path.endsWith('/') ? `${path}index` : path);
  return ['md', 'njk'].flatMap((extension) => [`${file}.${extension}${fragment}`, `./${file}.${extension}${fragment}`]);
}

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
