import { memoize } from './memoize.ts';

/** The preference of an Accept header between the two variants of a page. */
export interface Preference {
  /** The variant to send: `text` is Markdown as text/plain, if only that is acceptable; undefined: none is (406). */
  readonly variant: 'html' | 'markdown' | 'text' | undefined;
  /** HTML wins and was named: this is a browser. */
  readonly browser: boolean;
}

const HTML = 'text/html';
const MARKDOWN = 'text/markdown';
const TEXT = 'text/plain';
const types = [HTML, MARKDOWN];
/** The name of text/markdown before it was registered (RFC 7763). */
const formerMarkdown = 'text/x-markdown';

/** Longest header that is parsed; a longer one counts as no preference. */
const lengthLimit = 4096;

// An unclosed quote extends to the end: a search from each later quote would take quadratic time.
const member = /(?:[^,"]+|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g;
const part = /(?:[^;"]+|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g;
const weight = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The members of a weighted list (RFC 9110 §12.4.2) with their weights, in linear time. Of duplicates the heaviest counts,
 * then the last. A member with a broken weight or without key is dropped.
 *
 * Parameters are dropped, because our types have the usual ones (`text/markdown;charset=utf-8`, `;variant=GFM`). A wildcard
 * with parameters keeps a semicolon, so that it matches no type of ours.
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

/** A media range that covers one of our types, or a stand-in for all others. */
const rangeOf = (name: string): string | undefined =>
  name === formerMarkdown
    ? MARKDOWN
    : name === TEXT || /^(?:text|\*)\/(?:html|markdown|\*)$/.test(name)
      ? name
      : /^[^\s/]+\/[^\s/]+$/.test(name)
        ? 'other/other'
        : undefined;

const codingOf = (name: string): string | undefined => (/^(?:br|gzip|identity|\*)$/.test(name) ? name : undefined);

/**
 * Accept (RFC 9110 §12.5.1): the most specific range for a type gives its quality. At equal quality the type named first
 * wins; a wildcard gives Markdown only if HTML is excluded.
 */
function decide(accept: string): Preference {
  const weights = weighted(accept, rangeOf);
  // Nothing is valid: no preference, as if the field were absent (RFC 9110 §12.4.1).
  if (weights.size === 0) return absent;
  const qualityOf = (subtype: string): number =>
    weights.get(`text/${subtype}`) ?? weights.get('text/*') ?? weights.get(`*/${subtype}`) ?? weights.get('*/*') ?? 0;
  const html = qualityOf('html');
  const markdown = qualityOf('markdown');
  // The types it names, in its order.
  const named = [...weights].flatMap(([name, quality]) => (quality > 0 && types.includes(name) ? [name] : []));
  const isPreferred = named.includes(MARKDOWN) && (markdown > html || (markdown === html && named[0] === MARKDOWN));
  if (markdown > 0 && (html === 0 || isPreferred)) return { variant: 'markdown', browser: false };
  return { variant: html > 0 ? 'html' : weights.get(TEXT) ? 'text' : undefined, browser: named.includes(HTML) };
}

const absent: Preference = { variant: 'html', browser: false };
const preferences = memoize(decide);

export const preferenceOf = (accept: string | undefined): Preference =>
  accept === undefined || accept === '' || accept.length > lengthLimit ? absent : preferences(accept);

/** Codings in which content is stored. */
export type Coding = 'identity' | 'br' | 'gzip';

const codings: readonly Coding[] = ['br', 'gzip', 'identity'];
const identity: readonly Coding[] = ['identity'];

/** An unnamed coding has the quality of the wildcard; identity, always acceptable, the lowest quality that is named. */
const decideCodings = memoize((accept: string): readonly Coding[] => {
  const weights = weighted(accept, codingOf);
  const least = Math.min(1, ...[...weights.values()].filter((quality) => quality > 0));
  const qualityOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? least : 0);
  return codings.filter((coding) => qualityOf(coding) > 0).sort((one, other) => qualityOf(other) - qualityOf(one));
});

/** The codings that Accept-Encoding allows, best first (RFC 9110 §12.5.3), at equal quality in our order. */
export const codingsFor = (acceptEncoding: string | undefined): readonly Coding[] =>
  acceptEncoding === undefined || acceptEncoding.length > lengthLimit ? identity : decideCodings(acceptEncoding);
