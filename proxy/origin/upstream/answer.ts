import type { IncomingHttpHeaders } from 'node:http';
import { artifactAt, mediaTypeOf } from '../../../build/contract/media-types.ts';
import { surfaces } from '../../../build/contract/surfaces.ts';
import { OriginFailure } from '../failure.ts';
import type { HostPolicies, RemoteAnswer, Role } from '../origin.ts';
import type { UpstreamResponse } from './client.ts';
import { type Asked, toTag } from './headers.ts';

/**
 * The host's answer, reduced to what is passed on; undefined for a page in place of a document. Without a body in the result,
 * that of the response must be discarded.
 *
 * @param path at the host
 * @param listed the build lists the path: a page is a page, and text is UTF-8
 * @throws {OriginFailure} for an answer that does not fit the request
 */
export function toAnswer(
  response: UpstreamResponse,
  method: 'GET' | 'HEAD',
  role: Role,
  path: string,
  asked: Asked,
  listed: boolean,
): RemoteAnswer | undefined {
  const { status, headers, body } = response;
  if (!isAnswerTo(status, asked))
    throw new OriginFailure('badGateway', `${path}: status ${status} to a request that did not ask for it`);
  const etag = toTag(headers, role) ?? (status === 304 ? asked.dated : undefined);
  const validators = { ...(etag ? { etag } : {}), ...dateOf(headers), ...policiesOf(headers) };
  const varies = /(?:^|[,\s])accept-encoding\b/i.test(headers.vary ?? '');
  if (status === 412 || status === 416) {
    const unsatisfied = /^bytes \*\/\d+$/.exec(headers['content-range'] ?? '')?.[0];
    return { status, ...(unsatisfied ? { contentRange: unsatisfied } : {}) };
  }
  // A 304 updates the stored answer: our policy must not replace the host's.
  if (status === 304) return { status: 304, contentSecurityPolicy: '', ...validators, variesByCoding: varies };
  if (status === 204) return { status, ...validators };
  const type = typeOf(headers, role, path, listed);
  if (type === undefined) return undefined;
  const part = status === 206 ? partOf(headers, asked, path) : undefined;
  const coding = codingOf(headers);
  const length = Buffer.isBuffer(body) && method === 'GET' ? body.length : Number(headers['content-length'] ?? Number.NaN);
  return {
    status: part === undefined ? 200 : 206,
    mediaType: type,
    ...validators,
    ...(Number.isSafeInteger(length) ? { length } : {}),
    ...(coding ? { coding } : {}),
    ...(part ? { contentRange: part } : {}),
    acceptRanges: headers['accept-ranges']?.toLowerCase() === 'bytes',
    variesByCoding: varies || coding !== undefined,
    ...(method === 'HEAD' ? {} : { body }),
  };
}

/** Refuses a conditional status without condition, or a part in place of the whole. */
function isAnswerTo(status: number, { fields, range }: Asked): boolean {
  if (status === 304) return fields['If-None-Match'] !== undefined || fields['If-Modified-Since'] !== undefined;
  if (status === 412) return fields['If-Match'] !== undefined || fields['If-Unmodified-Since'] !== undefined;
  return status === 206 || status === 416 ? range !== undefined : true;
}

/**
 * The media type of the answer: from the contract if listed there; by extension for octet-stream; undefined for a soft 404, a
 * page in place of Markdown or of a document.
 */
function typeOf(headers: IncomingHttpHeaders, role: Role, path: string, listed: boolean): string | undefined {
  const stated = mediaType.exec(headers['content-type'] ?? '')?.[0];
  const type = stated?.replace(/\s*;.*$/, '').toLowerCase();
  const unknown = type === undefined || type === 'application/octet-stream' || type === 'binary/octet-stream';
  const html = type === 'text/html' || type === 'application/xhtml+xml';
  const isPage = role === 'page' && (listed || /(?:\/|\.html?)$/.test(path));
  const known = isPage ? surfaces.getPage.mediaType : mediaTypeOf(path);
  if (role !== 'asset' && role !== 'page' && html) return undefined;
  if (artifactAt(path) !== undefined) return known;
  if (path.endsWith('.md')) return markdownType(unknown ? undefined : stated!);
  return unknown || sameAs(known, stated!, listed) ? known : stated;
}

/** Whether a type is equal to ours but for its spelling, or a missing charset, which a foreign page may declare itself. */
const sameAs = (known: string, stated: string, utf8: boolean): boolean =>
  stated.replace(/\s*;\s*charset="?utf-8"?$/i, '; charset=utf-8').toLowerCase() === known ||
  (utf8 && stated.toLowerCase() === known.split(';')[0]);

const mediaType = /^[!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+(?:\s*;[\t\x20-\x7e\x80-\xff]*)?$/;

/** Markdown for any text type, in the host's charset; undefined for other types. */
function markdownType(stated: string | undefined): string | undefined {
  if (stated !== undefined && !/^(?:text\/|application\/(?:x-)?markdown)/i.test(stated)) return undefined;
  const charset = /;\s*charset=("?)([\w-]+)\1/i.exec(stated ?? '')?.[2]?.toLowerCase() ?? 'utf-8';
  return surfaces.getPageMarkdown.mediaType.replace('utf-8', charset);
}

/** The requested range; anything else in a 206 would be taken for the whole. */
function partOf(headers: IncomingHttpHeaders, asked: Asked, path: string): string | undefined {
  const [range, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  if (range === undefined) throw new OriginFailure('badGateway', `${path}: status 206 without the range that was asked for`);
  // A suffix longer than the whole is the whole.
  const whole = asked.range?.startsWith('bytes=-') && first === '0' && Number(last) + 1 === Number(size);
  return whole ? undefined : range;
}

const codingOf = (headers: IncomingHttpHeaders): string | undefined => {
  const coding = headers['content-encoding']?.trim().toLowerCase();
  return coding !== undefined && coding !== 'identity' && /^[\w-]+(?:\s*,\s*[\w-]+)*$/.test(coding) ? coding : undefined;
};

/** The host's policies, which may not be weakened. */
export function policiesOf(headers: IncomingHttpHeaders): HostPolicies {
  const { 'content-security-policy': policy, 'x-frame-options': framing } = headers;
  return { ...(policy && { contentSecurityPolicy: `${policy}` }), ...(framing && { frameOptions: `${framing}` }) };
}

function dateOf(headers: IncomingHttpHeaders): { lastModified: string } | undefined {
  const date = headers['last-modified'];
  return date !== undefined && /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date) ? { lastModified: date } : undefined;
}
