import { posix } from 'node:path';
import { decodeLoosely } from '../../contract/permalinks.ts';

/**
 * Possible spellings of a target in a source: unchanged, decoded, with escaped ampersands, without fragment, or as the file of
 * the linked page (`[x](../guides/b.md#part)`).
 *
 * @param from output file that contains the target
 * @param base base path of the site, which templates rarely contain
 */
export function spellings(target: string, from?: string, base = ''): string[] {
  if (base !== '' && target.startsWith(`${base}/`))
    return [...new Set([...spellings(target, from), ...spellings(target.slice(base.length), from)])];

  const asItStands = [target, decodeLoosely(target), target.replaceAll('&', '&amp;'), target.replace(/#.*$/s, '')];
  return [...new Set([...asItStands, ...(from === undefined ? [] : asFiles(target, from))])].filter(Boolean);
}

function asFiles(target: string, from: string): string[] {
  const [, path, fragment = ''] = /^\/([^?#]*)(#.*)?$/s.exec(decodeLoosely(target)) ?? [];
  if (path === undefined || /\.\w+$/.test(path)) return [];
  const file = posix.relative(posix.dirname(from), path === '' || path.endsWith('/') ? `${path}index` : path);
  return ['md', 'njk'].flatMap((extension) => [`${file}.${extension}${fragment}`, `./${file}.${extension}${fragment}`]);
}

/** A target, and its resolved path if it is relative. */
export const withPath = (target: string, path: string): string =>
  /^(\/|[a-z][a-z0-9+.-]*:)/i.test(target) ? target : `${target} (${path})`;

/** The Markdown source of a page; undefined for other templates. */
export const markdownOf = (
  { source }: { readonly source?: string },
  sourceText: (source: string) => string | undefined,
): string | undefined => (source?.endsWith('.md') ? sourceText(source) : undefined);

/** A text without white space and backslashes, which Markdown and its output write differently. */
export const condensed = (text: string): string => text.replace(/[\s\\]+/g, '');
