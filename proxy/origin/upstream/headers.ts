import type { IncomingHttpHeaders } from 'node:http';
import { memoize } from '../../http/memoize.ts';
import { codingsFor } from '../../http/negotiate.ts';
import type { RequestHeaders } from '../../http/request.ts';
import { passedOn, type Role, tagPrefixes } from '../origin.ts';

const list = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const single = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** A single byte range; any other Range is ignored. */
const oneRange = /^bytes=(?:(\d{1,15})-(\d*)|-0*[1-9]\d{0,14})$/;

/** Our ETag for a host that has only dates: the time in seconds, in base 36, and the length. */
const dated = /^at-([0-9a-z]+)-[0-9a-z]+$/;

/** A request to the host, and the state needed to interpret its answer. */
export interface Asked {
  readonly fields: Readonly<Record<string, string>>;
  /** Our ETag in the client's request that If-Modified-Since replaces. */
  readonly dated: string | undefined;
  readonly range: string | undefined;
}

/**
 * The fields for the host: conditions without our prefix, so that no tag of one variant matches another; no date alone for
 * negotiated content, because a date does not identify a variant (RFC 9110 §8.8.2.1).
 */
export function toHost(method: 'GET' | 'HEAD', headers: IncomingHttpHeaders, role: Role): Asked {
  const prefix = tagPrefixes[role];
  const passed = Object.fromEntries(passedOn.map((name) => [name, headers[name] as string | undefined]));
  const noneMatch = passed['if-none-match'];
  const fields: Record<string, string | undefined> = {
    'Accept-Encoding': passed['accept-encoding'],
    'If-Match': tagsOf(passed['if-match'], prefix) ?? (passed['if-match'] === undefined ? undefined : '"none"'),
    'If-None-Match': tagsOf(noneMatch, prefix),
    'If-Modified-Since': prefix === '' && noneMatch === undefined ? passed['if-modified-since'] : undefined,
    'If-Unmodified-Since': prefix === '' && passed['if-match'] === undefined ? passed['if-unmodified-since'] : undefined,
  };
  const known = ourDate(noneMatch, prefix);
  if (known) fields['If-Modified-Since'] = known.date;
  const range = method === 'GET' ? rangeOf(passed.range, passed['if-range'], prefix) : undefined;
  // Ranges of a compressed stream are useless.
  if (range) Object.assign(fields, range, { 'Accept-Encoding': undefined });
  return {
    fields: Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)),
    dated: known?.tag,
    range: range?.Range,
  };
}

/**
 * The Accept-Encoding for a cacheable request: the codings that the client prefers to identity, best first. Few distinct
 * values, so that one answer serves many clients.
 */
export const codingsAsked = memoize((acceptEncoding: string): string => {
  const codings = codingsFor(acceptEncoding);
  const end = codings.indexOf('identity');
  return (end === -1 ? codings : codings.slice(0, end)).join(', ') || 'identity';
});

const deciding = passedOn.filter((name) => name !== 'accept-encoding' && name !== 'if-none-match');

/**
 * Whether only the codings of a request influence the host's answer: If-None-Match can be evaluated here, and with it a date
 * is ignored (RFC 9110 §13.1.3).
 */
export const wantsWhole = (headers: RequestHeaders): boolean =>
  deciding.every(
    (name) => headers[name] === undefined || (name === 'if-modified-since' && headers['if-none-match'] !== undefined),
  );

/** The tags of a list for this variant, without our prefix; undefined if there are none. */
function tagsOf(value: string | undefined, prefix: string): string | undefined {
  if (value === undefined || value.trim() === '*') return value;
  const tags = [...value.matchAll(list)].map(([, weak = '', tag]) => ({ weak, tag: tag! }));
  const hits = tags.filter(({ tag }) => tag.startsWith(prefix)).map(({ weak, tag }) => ({ weak, tag: tag.slice(prefix.length) }));
  const hosts = hits.filter(({ tag }) => !dated.test(tag));
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
  // An end beyond every file is omitted: some upstreams fail at huge numbers.
  const Range = last.length > 15 ? `bytes=${first}-` : asked;
  if (ifRange === undefined) return { Range };
  const [, weak, tag] = single.exec(ifRange) ?? [];
  // Only the same representation may be continued (RFC 9110 §13.1.5); else the whole is sent.
  if (tag === undefined) return prefix === '' ? { Range, 'If-Range': ifRange } : undefined;
  if (weak || !tag.startsWith(prefix)) return undefined;
  return { Range, 'If-Range': `"${tag.slice(prefix.length)}"` };
}

/** The host's tag with our prefix; for a host without tags, a weak one from its date. Undefined without both. */
export function toTag(headers: IncomingHttpHeaders, role: Role): string | undefined {
  const prefix = tagPrefixes[role];
  const [, weak = '', tag] = single.exec(headers.etag ?? '') ?? [];
  if (tag !== undefined) return `${weak}"${prefix}${tag}"`;
  const time = Date.parse(headers['last-modified'] ?? '');
  const length = Number(headers['content-length']);
  if (Number.isNaN(time) || !Number.isSafeInteger(length)) return undefined;
  return `W/"${prefix}at-${Math.floor(time / 1000).toString(36)}-${length.toString(36)}"`;
}
