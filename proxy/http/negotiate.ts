import Negotiator from 'negotiator';
import type { Coding, StoredBody, StoredContent } from '../origin/origin.ts';
import { remember } from './memoize.ts';

/** What an Accept header says of a page's two variants. */
export interface Preference {
  /** The variant to send; undefined when both are excluded (406). */
  readonly variant: 'html' | 'markdown' | undefined;
  /** HTML wins and was asked for by its name: the request of a browser (design decision 6). */
  readonly browser: boolean;
}

const HTML = 'text/html';
const MARKDOWN = 'text/markdown';

/** Longest header that is parsed; a longer one says nothing (faults.md §4). */
const lengthLimit = 4096;

// A quote that never closes reaches to the end: looking for its end from every later quote again takes quadratic time.
const member = /(?:[^,"]+|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g;
const part = /(?:[^;"]+|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g;
const weight = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The members of a weighted list (RFC 9110 §12.4.2) and their weights, in linear time, each once: of equal ones the
 * heaviest, of those the last, by which negotiator goes. A member with a broken weight is dropped, and one without key.
 *
 * Parameters are left out, for negotiator would demand them of our offer (`text/markdown;charset=utf-8`,
 * `;variant=GFM`); where a wildcard has some, which is to match nothing of ours, a semicolon stays of them.
 */
function weighted(list: string, keyOf: (name: string) => string | undefined): Map<string, number> {
  const weights = new Map<string, number>();
  for (const text of list.match(member) ?? []) {
    const end = text.indexOf(';');
    let name = (end === -1 ? text : text.slice(0, end)).trim().toLowerCase();
    let quality: number | undefined;
    for (const piece of end === -1 ? [] : (text.slice(end).match(part) ?? [])) {
      const parameter = piece.trim();
      if (/^q\s*=/i.test(parameter)) quality ??= Number(weight.exec(parameter)?.[1]);
      else if (parameter.includes('=') && name.endsWith('*')) name += ';';
    }
    quality ??= 1;
    const key = keyOf(name);
    if (key === undefined || !(quality >= (weights.get(key) ?? 0))) continue;
    weights.delete(key);
    weights.set(key, quality);
  }
  return weights;
}

const fieldOf = (weights: ReadonlyMap<string, number>): string =>
  Array.from(weights, ([name, quality]) => `${name};q=${quality}`).join(', ');

/** A media range that covers what we offer, or what stands for all the others: negotiator spends no time on those. */
const rangeOf = (name: string): string | undefined =>
  /^(?:text|\*)\/(?:html|markdown|\*)$/.test(name) ? name : /^[^\s/]+\/[^\s/]+$/.test(name) ? 'other/other' : undefined;

const codingOf = (name: string): string | undefined => (/^(?:br|gzip|identity|\*)$/.test(name) ? name : undefined);

/**
 * Real Accept parsing (RFC 9110 §12.5.1), and the ties settled: at equal quality the type named first wins, and a
 * wildcard gives Markdown only where HTML is excluded (design decision 8).
 */
function decide(accept: string): Preference {
  const weights = weighted(accept, rangeOf);
  // Nothing in it could be read: no preference, as if the field were absent (RFC 9110 §12.4.1).
  if (weights.size === 0) return absent;
  const named = (type: string): boolean => (weights.get(type) ?? 0) > 0;
  const acceptable = new Negotiator({ headers: { accept: fieldOf(weights) } }).mediaTypes([HTML, MARKDOWN]);
  const best = acceptable[0] === MARKDOWN && !named(MARKDOWN) && acceptable.includes(HTML) ? HTML : acceptable[0];
  return {
    variant: best === HTML ? 'html' : best === MARKDOWN ? 'markdown' : undefined,
    browser: best === HTML && named(HTML),
  };
}

const absent: Preference = { variant: 'html', browser: false };
const preferences = remember(decide);

/** Decided once for each text of the header, and remembered. */
export const preferenceOf = (accept: string | undefined): Preference =>
  accept === undefined || accept === '' || accept.length > lengthLimit ? absent : preferences(accept);

/** The declared types lack the option. */
interface Encodings {
  encodings(available: readonly Coding[], options: { preferred: readonly Coding[] }): Coding[];
}

const codings: readonly Coding[] = ['br', 'gzip', 'identity'];

/** Acceptable codings of equal quality are taken in our order; identity remains when nothing is acceptable. */
const codingPreferences = remember((accept) => {
  const header = fieldOf(weighted(accept, codingOf));
  return (new Negotiator({ headers: { 'accept-encoding': header } }) as Encodings).encodings(codings, { preferred: codings });
});

/** The body to send by Accept-Encoding (RFC 9110 §12.5.3), among those that exist. */
export function bodyFor(acceptEncoding: string | undefined, content: StoredContent): StoredBody {
  if (acceptEncoding === undefined || !content.compressible || acceptEncoding.length > lengthLimit) return content.identity;
  for (const coding of codingPreferences(acceptEncoding)) {
    const body = content[coding];
    if (body) return body;
  }
  return content.identity;
}
