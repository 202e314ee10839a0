import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { twinUrlOf } from '../build/contract/permalinks.ts';
import { type CachePolicyId, cachePolicies, contractPages, surfaces } from '../build/contract/surfaces.ts';
import type { Representation, Role } from './origin/origin.ts';
import type { Quota } from './quota.ts';
import type { Deprecation, Site } from './site.ts';

/**
 * Header fields as Node's `writeHead` takes them: names and values in turn. One flat array is written without
 * a copy of each pair, and the finished ones are shared by every answer that sends them.
 */
export type Fields = readonly string[];

/** The one header writer: every response of the proxy leaves through here, with the four RateLimit fields. */
export function writeHead(res: ServerResponse, status: number, fields: Fields, quota: Quota): void {
  res.writeHead(status, counted(fields, quota) as string[]);
}

/** The same head as text, for answers on a bare socket. Closes the connection. */
export function rawHead(status: number, fields: Fields, quota: Quota): string {
  const all = counted(fields, quota);
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let i = 0; i < all.length; i += 2) text += `${all[i]}: ${all[i + 1]}\r\n`;
  return `${text}Date: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n`;
}

const counted = (fields: Fields, quota: Quota): Fields => [
  ...fields,
  'RateLimit-Limit',
  `${quota.limit}`,
  'RateLimit-Remaining',
  `${quota.remaining}`,
  'RateLimit-Reset',
  `${quota.reset}`,
  'RateLimit-Policy',
  quota.policy,
];

/** What differs from answer to answer of one representation. */
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

const documentPolicy = "default-src 'none'; frame-ancestors 'none'";
const exposed =
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After, Link, ETag, Content-Location, Content-Range';

/** The head of a 200, 206 or 304 (RFC 9110 §15.4.5 tells what a 304 keeps). */
export function fieldsOf(site: Site, representation: Representation, validators: Validators, status = 200): string[] {
  const { role } = representation;
  const negotiable = role === 'page' || role === 'negotiated';
  const fields: string[] = [];
  if (status !== 304) {
    fields.push('Content-Type', representation.mediaType);
    if (validators.length !== undefined) fields.push('Content-Length', `${validators.length}`);
    if (validators.coding && validators.coding !== 'identity') fields.push('Content-Encoding', validators.coding);
    if (validators.contentRange) fields.push('Content-Range', validators.contentRange);
    if (validators.acceptRanges) fields.push('Accept-Ranges', 'bytes');
  }
  if (validators.etag) fields.push('ETag', validators.etag);
  if (validators.lastModified) fields.push('Last-Modified', validators.lastModified);
  fields.push('Cache-Control', cachePolicies[cacheOf[role]]);
  const vary = [...(negotiable ? ['Accept'] : []), ...(validators.variesByCoding ? ['Accept-Encoding'] : [])].join(', ');
  if (vary) fields.push('Vary', vary);
  if (negotiable) fields.push('Content-Location', representation.path);
  const links = linksOf(site, representation);
  if (links) fields.push('Link', links);
  fields.push(...guardsOf(site, representation), ...deprecationOf(site, representation.page ?? representation.path));
  return fields;
}

/** Security and CORS fields of an answer that carries content. */
function guardsOf(site: Site, { role, mediaType }: Pick<Representation, 'role' | 'mediaType'>): string[] {
  const html = mediaType.startsWith('text/html');
  const policy = html
    ? site.contentSecurityPolicy
    : role === 'asset' && !mediaType.startsWith('image/svg')
      ? undefined
      : documentPolicy;
  return [
    ...commonGuards(site),
    ...(policy ? ['Content-Security-Policy', policy] : []),
    ...(html ? ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'] : []),
  ];
}

/** Fields of every answer whatever it carries. */
export const commonGuards = (site: Site): string[] => [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  exposed,
  ...(site.url.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=31536000'] : []),
];

/** A document that the proxy computes itself: problems, health. */
export const documentFields = (
  site: Site,
  mediaType: string,
  length: number,
  cache: CachePolicyId,
  more: Fields = [],
): string[] => [
  'Content-Type',
  mediaType,
  'Content-Length',
  `${length}`,
  'Cache-Control',
  cachePolicies[cache],
  ...more,
  ...commonGuards(site),
  'Content-Security-Policy',
  documentPolicy,
];

/** One Link value (RFC 8288 §3). */
export const link = (target: string, rel: string, type?: string): string =>
  `<${target}>; rel="${rel}"${type ? `; type="${type}"` : ''}`;

const bare = (mediaType: string): string => mediaType.split(';', 1)[0]!;

/** The links by which an agent finds its way from a representation: only to what is published (users.md 22). */
function linksOf(site: Site, { role, page, twin, path }: Representation): string {
  if (role === 'asset') return '';
  const links: string[] = [];
  if (page) links.push(link(site.url + page, 'canonical'), link(page, 'alternate', 'text/html'));
  if (role === 'page') links.push(link(site.url + path, 'canonical'));
  if (twin) links.push(link(twin, 'alternate', 'text/markdown'));
  if (role !== 'document' && site.has(surfaces.getLlmsTxt.path))
    links.push(link(surfaces.getLlmsTxt.path, 'describedby', bare(surfaces.getLlmsTxt.mediaType)));
  return [...links, ...serviceLinks(site)].join(', ');
}

/** Where machines and people find the description of the service (RFC 9727, RFC 8631). */
export function serviceLinks(site: Site): string[] {
  const links: string[] = [];
  const { getApiCatalog, getOpenApi } = surfaces;
  if (site.has(getApiCatalog.path)) links.push(link(getApiCatalog.path, 'api-catalog', bare(getApiCatalog.mediaType)));
  if (site.has(getOpenApi.path)) links.push(link(getOpenApi.path, 'service-desc', bare(getOpenApi.mediaType)));
  if (site.has(contractPages.developers)) links.push(link(contractPages.developers, 'service-doc', 'text/html'));
  return links;
}

/** Deprecation is a Structured Field Date, Sunset an HTTP-date in GMT (standards.md §7). */
export function deprecationOf(site: Site, path: string): string[] {
  const row = site.deprecations.find((deprecation) => deprecation.path === path || twinUrlOf(deprecation.path) === path);
  return row ? deprecationFields(site, row) : [];
}

function deprecationFields(site: Site, row: Deprecation): string[] {
  const links = [
    ...(row.documentation ? [link(site.url + row.documentation, 'deprecation', 'text/html')] : []),
    ...(row.successor ? [link(site.url + row.successor, 'successor-version')] : []),
  ];
  return [
    'Deprecation',
    `@${Date.parse(row.deprecated) / 1000}`,
    'Sunset',
    new Date(row.sunset).toUTCString(),
    ...(links.length ? ['Link', links.join(', ')] : []),
  ];
}
