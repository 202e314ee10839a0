import { type ServerResponse, STATUS_CODES } from 'node:http';
import { type CachePolicyId, cachePolicies } from '../build/contract/surfaces.ts';
import { deprecationOf } from './deprecation.ts';
import { linksOf } from './links.ts';
import type { Coding, Head, Representation, Role, StoredBody } from './origin/origin.ts';
import type { Quota } from './quota.ts';
import { commonFields, securityFields } from './security.ts';
import type { Site } from './site.ts';

/**
 * Header fields as Node's `writeHead` takes them: names and values in turn. The finished arrays are shared by every
 * answer that sends them.
 */
export type Fields = readonly string[];

/** The one header writer: every response of the proxy leaves through here, with the four RateLimit fields. */
export function writeHead(res: ServerResponse, status: number, fields: Fields, quota: Quota): void {
  res.writeHead(status, withQuota(fields, quota));
}

/** The same head as text, for an answer on a bare socket. It closes the connection. */
export function rawHead(status: number, fields: Fields, quota: Quota): string {
  const all = withQuota(fields, quota);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (let i = 0; i < all.length; i += 2) lines.push(`${all[i]}: ${all[i + 1]}`);
  return [...lines, `Date: ${new Date().toUTCString()}`, 'Connection: close', '', ''].join('\r\n');
}

function withQuota(fields: Fields, quota: Quota): string[] {
  const all = fields.slice();
  all.push('RateLimit-Limit', `${quota.limit}`, 'RateLimit-Remaining', `${quota.remaining}`);
  all.push('RateLimit-Reset', `${quota.reset}`, 'RateLimit-Policy', quota.policy);
  return all;
}

/** The four fields alone, on an answer that the host's own application will write. */
export function setQuota(res: ServerResponse, quota: Quota): void {
  const fields = withQuota([], quota);
  for (let i = 0; i < fields.length; i += 2) res.setHeader(fields[i]!, fields[i + 1]!);
}

/** What differs between the answers of one representation. */
export interface Validators {
  /** The whole field value, quotes included. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly coding?: string | undefined;
  readonly length?: number | undefined;
  readonly contentRange?: string | undefined;
  readonly acceptRanges?: boolean | undefined;
  readonly variesByCoding?: boolean | undefined;
}

const cacheOf: Record<Role, CachePolicyId> = {
  page: 'page',
  negotiated: 'negotiated',
  twin: 'document',
  document: 'document',
  asset: 'asset',
};

/** The fields of a 200, 206 or 304; the latter leaves out what describes the content (RFC 9110 §15.4.5). */
export function fieldsOf(
  site: Site,
  representation: Representation,
  validators: Validators,
  status: 200 | 204 | 206 | 304,
): string[] {
  const { role, path } = representation;
  const negotiated = role === 'page' || role === 'negotiated';
  const vary = [...(negotiated ? ['Accept'] : []), ...(validators.variesByCoding ? ['Accept-Encoding'] : [])];
  const notice = deprecationOf(site, representation.page ?? path);
  const links = [...linksOf(site, representation), ...notice.links];
  return [
    ...(status === 304 || status === 204 ? [] : contentFields(representation.mediaType, validators)),
    ...(validators.etag === undefined ? [] : ['ETag', validators.etag]),
    ...(validators.lastModified === undefined ? [] : ['Last-Modified', validators.lastModified]),
    'Cache-Control',
    cachePolicies[cacheOf[role]],
    ...(vary.length ? ['Vary', vary.join(', ')] : []),
    ...(negotiated ? ['Content-Location', path] : []),
    ...(links.length ? ['Link', links.join(', ')] : []),
    ...notice.fields,
    ...securityFields(site, representation),
  ];
}

const contentFields = (mediaType: string, { length, coding, contentRange, acceptRanges }: Validators): string[] => [
  'Content-Type',
  mediaType,
  ...(length === undefined ? [] : ['Content-Length', `${length}`]),
  ...(coding === undefined || coding === 'identity' ? [] : ['Content-Encoding', coding]),
  ...(contentRange === undefined ? [] : ['Content-Range', contentRange]),
  ...(acceptRanges ? ['Accept-Ranges', 'bytes'] : []),
];

const suffixes: Record<Coding, string> = { identity: '', br: '-br', gzip: '-gz' };

/** The opaque part of the strong ETag of one variant in one coding: no two representations of a URL share one. */
export function tagOf({ role }: Representation, body: StoredBody): string {
  const variant = role === 'page' ? 'html-' : role === 'negotiated' || role === 'twin' ? 'md-' : '';
  return `${variant}${body.tag}${suffixes[body.coding]}`;
}

/** Most representations of a site whose finished heads are kept: about 1 KiB each. */
const finishedLimit = 4096;

/** The finished head of a stored representation: made when first asked for, and kept with it for a while. */
export function headOf(site: Site, representation: Representation, body: StoredBody, variesByCoding: boolean): Head {
  const known = representation.heads?.[body.coding];
  if (known) return known;
  if (!representation.heads) {
    representation.heads = {};
    if (site.finished.push(representation) > finishedLimit) site.finished.shift()!.heads = undefined;
  }
  const validators = {
    etag: `"${tagOf(representation, body)}"`,
    coding: body.coding,
    length: body.size,
    acceptRanges: true,
    variesByCoding,
  };
  const ok = fieldsOf(site, representation, validators, 200);
  const head = { ok, notModified: ok.slice(contentFields(representation.mediaType, validators).length) };
  representation.heads[body.coding] = head;
  return head;
}

/** The fields of a document that the proxy makes itself: problems, health. */
export const documentFields = (site: Site, mediaType: string, length: number, cache: CachePolicyId): string[] => [
  'Content-Type',
  mediaType,
  'Content-Length',
  `${length}`,
  'Cache-Control',
  cachePolicies[cache],
  ...securityFields(site, { role: 'document', mediaType }),
];

/** The fields of an answer without content. */
export const emptyFields = (site: Site): string[] => ['Content-Length', '0', ...commonFields(site)];
