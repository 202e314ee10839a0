import type { IncomingHttpHeaders } from 'node:http';
import { memoize } from '../../http/memoize.ts';
import { codingsFor } from '../../http/negotiate.ts';
import type { RequestHeaders } from '../../http/request.ts';
import { passedOn, type Role, tagPrefixes } from '../origin.ts';

const list = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const single = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** One range of bytes; anything else asks for the whole. */
const oneRange = /^bytes=(?:(\d{1,15})-(\d*)|-0*[1-9]\d{0,14})$/;

/** A tag of ours for a host that has only dates: the time in seconds, in base 36, and the length. */
const dated = /^at-([0-9a-z]+)-[0-9a-z]+$/;

/** What is asked of the host, and what must be known to understand the answer. */
export interface Asked {
  readonly fields: Readonly<Record<string, string>>;
  /** The tag of ours, as the client sent it, that an If-Modified-Since stands for. */
  readonly dated: string | undefined;
  readonly range: string | undefined;
}

/**
 * The fields that reach the host: conditions with our prefix taken off, so that no tag of one variant matches another;
 * no date alone for what is negotiated, because a date cannot tell variants apart (RFC 9110 §8.8.2.1).
 */
export function toHost(method: 'GET' | 'HEAD', headers: IncomingHttpHeaders, role: Role): Asked {
  const prefix = tagPrefixes[role];
  const given = Object.fromEntries(passedOn.map((name) => [name, headers[name] as string | undefined]));
  const noneMatch = given['if-none-match'];
  const fields: Record<string, string | undefined> = {
    'Accept-Encoding': given['accept-encoding'],
    'If-Match': tagsOf(given['if-match'], prefix) ?? (given['if-match'] === undefined ? undefined : '"none"'),
    'If-None-Match': tagsOf(noneMatch, prefix),
    'If-Modified-Since': prefix === '' && noneMatch === undefined ? given['if-modified-since'] : undefined,
    'If-Unmodified-Since': prefix === '' && given['if-match'] === undefined ? given['if-unmodified-since'] : undefined,
  };
  const known = ourDate(noneMatch, prefix);
  if (known) fields['If-Modified-Since'] = known.date;
  const range = method === 'GET' ? rangeOf(given.range, given['if-range'], prefix) : undefined;
  // Positions in a compressed stream are of no use to anyone.
  if (range) Object.assign(fields, range, { 'Accept-Encoding': undefined });
  return {
    fields: Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)),
    dated: known?.tag,
    range: range?.Range,
  };
}

/**
 * The Accept-Encoding of a question whose answer may be kept: the codings that the client takes rather than the bytes as
 * they are, the best first. Few values for the many that clients send, so that one answer serves all who want the same.
 */
export const codingsAsked = memoize((acceptEncoding: string): string => {
  const codings = codingsFor(acceptEncoding);
  const end = codings.indexOf('identity');
  return (end === -1 ? codings : codings.slice(0, end)).join(', ') || 'identity';
});

const deciding = passedOn.filter((name) => name !== 'accept-encoding' && name !== 'if-none-match');

/**
 * Whether nothing of a request but its codings decides what the host sends: If-None-Match can be judged without it, and a
 * date beside that is ignored (RFC 9110 §13.1.3).
 */
export const wantsWhole = (headers: RequestHeaders): boolean =>
  deciding.every(
    (name) => headers[name] === undefined || (name === 'if-modified-since' && headers['if-none-match'] !== undefined),
  );

/** The tags of a list that are of this variant, as the host knows them; undefined when there are none. */
function tagsOf(value: string | undefined, prefix: string): string | undefined {
  if (value === undefined || value.trim() === '*') return value;
  const tags = [...value.matchAll(list)].map(([, weak = '', tag]) => ({ weak, tag: tag! }));
  const own = tags.filter(({ tag }) => tag.startsWith(prefix)).map(({ weak, tag }) => ({ weak, tag: tag.slice(prefix.length) }));
  const hosts = own.filter(({ tag }) => !dated.test(tag));
  return hosts.length === 0 ? undefined : hosts.map(({ weak, tag }) => `${weak}"${tag}"`).join(', ');
}

function ourDate(value: string | undefined, prefix: string): { tag: string; date: string } | undefined {
  for (const [tag, , opaque] of value?.matchAll(list) ?? []) {
    const seconds = opaque!.startsWith(prefix)
      ? Number.parseInt(dated.exec(opaque!.slice(prefix.length))?.[1] ?? '', 36)
      : Number.NaN;
    if (Math.abs(seconds) < 8.64e12) return { tag, date: new Date(seconds * 1000).toUTCString() };
  }
  return undefined;
}

function rangeOf(
  range: string | undefined,
  ifRange: string | undefined,
  prefix: string,
): (Record<string, string> & { Range: string }) | undefined {
  const [asked, first = '', last = ''] = oneRange.exec(range ?? '') ?? [];
  if (asked === undefined || (last !== '' && Number(last) < Number(first))) return undefined;
  // An end beyond every file is left out: some upstreams fail at numbers that they cannot hold.
  const Range = last.length > 15 ? `bytes=${first}-` : asked;
  if (ifRange === undefined) return { Range };
  const [, weak, tag] = single.exec(ifRange) ?? [];
  // Only exactly this representation may be continued (RFC 9110 §13.1.5); else the whole.
  if (tag === undefined) return prefix === '' ? { Range, 'If-Range': ifRange } : undefined;
  if (weak || !tag.startsWith(prefix)) return undefined;
  return { Range, 'If-Range': `"${tag.slice(prefix.length)}"` };
}

/** The host's tag with our prefix; for a host without tags, a weak one of its date. Undefined if it sends neither. */
export function toTag(headers: IncomingHttpHeaders, role: Role): string | undefined {
  const prefix = tagPrefixes[role];
  const [, weak = '', tag] = single.exec(headers.etag ?? '') ?? [];
  if (tag !== undefined) return `${weak}"${prefix}${tag}"`;
  const time = Date.parse(headers['last-modified'] ?? '');
  const length = Number(headers['content-length']);
  if (Number.isNaN(time) || !Number.isSafeInteger(length)) return undefined;
  return `W/"${prefix}at-${Math.floor(time / 1000).toString(36)}-${length.toString(36)}"`;
}
