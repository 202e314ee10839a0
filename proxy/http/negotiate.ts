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

const member = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;
const part = /(?:[^;"]|"(?:[^"\\]|\\.)*")+/g;
const weight = /^q\s*=\s*(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The header as negotiator reads it right: members with a broken weight dropped, and the parameters of the two types
 * that we offer, which negotiator would demand of our offer (`text/markdown;charset=utf-8`, `;variant=GFM`).
 */
function normalised(accept: string): string {
  const members: string[] = [];
  for (const text of accept.match(member) ?? []) {
    const [type = '', ...parameters] = (text.match(part) ?? []).map((piece) => piece.trim());
    const name = type.toLowerCase();
    const weights = parameters.filter((parameter) => /^q\s*=/i.test(parameter));
    if (!/^[^\s/]+\/[^\s/]+$/.test(type) || weights.some((parameter) => !weight.test(parameter))) continue;
    const q = weights[0]?.replace(/^q\s*=\s*/i, ';q=') ?? '';
    const rest =
      name === HTML || name === MARKDOWN
        ? ''
        : parameters
            .filter((p) => !weights.includes(p))
            .map((p) => `;${p}`)
            .join('');
    members.push(name + rest + q);
  }
  return members.join(', ');
}

/**
 * Real Accept parsing (RFC 9110 §12.5.1), and the ties settled: at equal quality the type named first wins, and a
 * wildcard gives Markdown only where HTML is excluded (design decision 8).
 */
function decide(accept: string): Preference {
  const header = normalised(accept);
  // Nothing in it could be read: no preference, as if the field were absent (RFC 9110 §12.4.1).
  if (header === '') return { variant: 'html', browser: false };
  const negotiator = new Negotiator({ headers: { accept: header } });
  const named = negotiator.mediaTypes();
  const acceptable = negotiator.mediaTypes([HTML, MARKDOWN]);
  const best = acceptable[0] === MARKDOWN && !named.includes(MARKDOWN) && acceptable.includes(HTML) ? HTML : acceptable[0];
  return {
    variant: best === HTML ? 'html' : best === MARKDOWN ? 'markdown' : undefined,
    browser: best === HTML && named.includes(HTML),
  };
}

const preferences = remember(decide);
const absent: Preference = { variant: 'html', browser: false };

/** Decided once for each text of the header, and remembered. */
export const preferenceOf = (accept: string | undefined): Preference =>
  accept === undefined || accept === '' || accept.length > lengthLimit ? absent : preferences(accept);

/** The declared types lack the option. */
interface Encodings {
  encodings(available: readonly Coding[], options: { preferred: readonly Coding[] }): Coding[];
}

const codings: readonly Coding[] = ['br', 'gzip', 'identity'];

/** Acceptable codings of equal quality are taken in our order; identity remains when nothing is acceptable. */
const codingPreferences = remember((accept) =>
  (new Negotiator({ headers: { 'accept-encoding': accept } }) as Encodings).encodings(codings, { preferred: codings }),
);

/** The body to send by Accept-Encoding (RFC 9110 §12.5.3), among those that exist. */
export function bodyFor(acceptEncoding: string | undefined, content: StoredContent): StoredBody {
  if (acceptEncoding === undefined || !content.compressible || acceptEncoding.length > lengthLimit) return content.identity;
  for (const coding of codingPreferences(acceptEncoding)) {
    const body = content[coding];
    if (body) return body;
  }
  return content.identity;
}
