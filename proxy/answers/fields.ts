import { type CachePolicyId, cachePolicies } from '../../build/contract/surfaces.ts';
import type { Coding, Representation, Role, StoredBody } from '../origin/origin.ts';
import type { Site } from '../origin/site.ts';
import { stricterCaching } from './caching.ts';
import { deprecationOf } from './deprecation.ts';
import { linksOf } from './links.ts';
import { commonFields, type HostPolicies, securityFields } from './security.ts';

/** Header fields as Node's `writeHead` takes them: names and values in turn. */
export type Fields = readonly string[];

/** What differs between the answers of one representation. */
export interface Validators extends HostPolicies {
  /** The whole field value, quotes included. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly coding?: string | undefined;
  readonly length?: number | undefined;
  readonly contentRange?: string | undefined;
  readonly acceptRanges?: boolean | undefined;
  readonly variesByCoding?: boolean | undefined;
  /** What another host lets caches do: the stricter of it and our own policy is sent. */
  readonly cacheControl?: string | undefined;
}

const cacheOf: Record<Role, CachePolicyId> = {
  page: 'page',
  negotiated: 'negotiated',
  twin: 'document',
  document: 'document',
  asset: 'asset',
};

/** The fields of a 200 or 206; a 304 leaves out those of the content (RFC 9110 §15.4.5). */
export const fieldsOf = (site: Site, representation: Representation, validators: Validators): string[] => [
  ...contentFields(representation.mediaType, validators),
  ...resourceFields(site, representation, validators),
];

/** What describes the bytes of this one answer. */
export const contentFields = (mediaType: string, { length, coding, contentRange, acceptRanges }: Validators): string[] => [
  'Content-Type',
  mediaType,
  ...(length === undefined ? [] : ['Content-Length', `${length}`]),
  ...(coding === undefined || coding === 'identity' ? [] : ['Content-Encoding', coding]),
  ...(contentRange === undefined ? [] : ['Content-Range', contentRange]),
  ...(acceptRanges ? ['Accept-Ranges', 'bytes'] : []),
];

const isNegotiated = ({ role }: Representation): boolean => role === 'page' || role === 'negotiated';

/** What a problem with a representation says of its choice: another Accept may not have met it (RFC 9110 §12.5.5). */
export const choiceFields = (representation: Representation): string[] =>
  isNegotiated(representation) ? ['Vary', 'Accept'] : [];

/** What a 304 repeats of the 200, and the security fields. */
export function resourceFields(site: Site, representation: Representation, validators: Validators): string[] {
  const { role, path } = representation;
  const { etag, lastModified, variesByCoding } = validators;
  const negotiated = isNegotiated(representation);
  const vary = [...(negotiated ? ['Accept'] : []), ...(variesByCoding ? ['Accept-Encoding'] : [])];
  const notice = deprecationOf(site, representation.page ?? path);
  const links = [...linksOf(site, representation), ...notice.links];
  return [
    ...(etag === undefined ? [] : ['ETag', etag]),
    ...(lastModified === undefined ? [] : ['Last-Modified', lastModified]),
    'Cache-Control',
    stricterCaching(cachePolicies[cacheOf[role]], site.crossOrigin ? validators.cacheControl : 'no-store'),
    ...(vary.length ? ['Vary', vary.join(', ')] : []),
    ...(negotiated ? ['Content-Location', site.base + path] : []),
    ...(links.length ? ['Link', links.join(', ')] : []),
    ...notice.fields,
    ...securityFields(site, representation, validators),
  ];
}

const suffixes: Record<Coding, string> = { identity: '', br: '-br', gzip: '-gz' };

/** The opaque part of the strong ETag of one variant in one coding: no two representations of a URL share one. */
export function tagOf({ role }: Representation, body: StoredBody): string {
  const variant = role === 'page' ? 'html-' : role === 'negotiated' || role === 'twin' ? 'md-' : '';
  return `${variant}${body.tag}${suffixes[body.coding]}`;
}

/** The fields of a document that the proxy makes itself, but for its length: problems, health. */
export const documentFields = (site: Site, mediaType: string, cache: CachePolicyId, host?: HostPolicies): string[] => [
  'Content-Type',
  mediaType,
  'Cache-Control',
  cachePolicies[cache],
  ...securityFields(site, { role: 'document', mediaType }, host),
];

/** The fields of an answer without content. */
export const emptyFields = (site: Site): string[] => ['Content-Length', '0', ...commonFields(site)];
