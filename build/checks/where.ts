import { posix } from 'node:path';
import { decodeLoosely, isPageFile } from '../contract/permalinks.ts';
import { groupBy } from '../contract/std/collections.ts';
import { counted } from '../contract/std/words.ts';
import { lineCounter } from '../page/line-counter.ts';
import type { CheckInput, Defect, Finding } from './finding.ts';

export type Located = Omit<Finding, 'check' | 'severity'> & Pick<Defect, 'severity'>;

/** The place of a defect; `seen` is its place in the output, if no source has it. */
type Place = Pick<Finding, 'file' | 'line'> & { readonly seen?: Pick<Finding, 'file' | 'line'> };

/** A defect on more pages than this, and on more than half of all pages, is reported once. */
const many = 10;

/**
 * Finds the place of each defect: the first hit of one of its tokens in the page's own source, otherwise the page. Defects with
 * one key and one place become one finding, as do those that no source has: they come from a layout.
 */
export function locate(defects: readonly Defect[], { pages, sourceText }: Pick<CheckInput, 'pages' | 'sourceText'>): Located[] {
  const sources = new Map<string, SearchedText>();
  const sourceOf = (path: string): SearchedText => {
    const source = sources.get(path) ?? searchedText(sourceText(path) ?? '');
    sources.set(path, source);
    return source;
  };
  const placed = defects.map((defect) => ({ ...defect, place: placeOf(defect, sourceOf) }));
  const groups = groupBy(placed, ({ severity = '', key, message }) => key ?? `${severity}\0${message}`);
  return [...groups.values()].flatMap((group) => {
    const places = groupBy(group, ({ on, tokens, place }) =>
      tokens && (place.seen || !on.source) ? '' : `${place.file}:${place.line}`,
    );
    const isEverywhere = places.size > many && places.size > pages.length / 2;
    return (isEverywhere ? [group] : [...places.values()]).map(toFinding);
  });
}

function placeOf({ on, line, tokens }: Defect, sourceOf: (path: string) => SearchedText): Place {
  const output = { file: on.file, ...(line !== undefined && { line }) };
  if (!on.source) return output;
  if (!tokens) return { file: on.source };
  const found = lineOf(sourceOf(on.source), tokens);
  return { file: on.source, ...(found === undefined ? { seen: output } : { line: found }) };
}

function toFinding(defects: readonly (Defect & { readonly place: Place })[]): Located {
  const { message, fix, severity } = defects[0]!;
  const { seen, ...place } = defects[0]!.place;
  const files = new Set(defects.map(({ on }) => on.file));
  const others = files.size - 1;
  const where = [...files].every(isPageFile) ? 'on' : 'in';
  const also = others > 0 ? `, and ${where} ${counted(others, where === 'on' ? 'other page' : 'other file')}` : '';
  const output = seen && (seen.line ?? 1) > 1 ? ` (${seen.file}:${seen.line})` : '';
  return { ...place, message: message + output + also, fix, ...(severity && { severity }) };
}

/** A source that is searched for many defects. */
interface SearchedText {
  readonly text: string;
  /** The text without markup, with the same lines: made once, because a long page may have hundreds of defects. */
  readonly plain: string;
}

export function searchedText(text: string): SearchedText {
  let plain: string | undefined;
  return {
    text,
    get plain() {
      plain ??= withoutMarkup(text);
      return plain;
    },
  };
}

/**
 * The line of a source (1-based) with the first token that occurs; undefined if none does. Tokens match whole words: `/a` not
 * in `/about`, nor `a.png` in `data.png`. A second search ignores Markdown's markup: the heading `Use a b` in `## Use *a* b`.
 */
export function lineOf(source: SearchedText, tokens: readonly string[]): number | undefined {
  return firstLine(source.text, tokens) ?? firstLine(source.plain, tokens.map(withoutMarkup));
}

function firstLine(text: string, tokens: readonly string[]): number | undefined {
  for (const token of tokens) {
    const at = find(text, token);
    if (at !== undefined) return lineCounter(text)(at);
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
