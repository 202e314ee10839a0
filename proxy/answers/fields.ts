import { joinLinks } from '../../build/contract/links.ts';
import { type FieldRole, fieldRoleOf, nowhere, roleFields } from '../../build/contract/role-fields.ts';
import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { tokensField } from '../../build/contract/surfaces.ts';
import { toLine, toLines } from '../http/field-lines.ts';
import { memoize } from '../http/memoize.ts';
import type { HostPolicies, Representation, Site } from '../origin/origin.ts';
import { stricterCaching } from './caching.ts';
import { deprecationOf } from './deprecation.ts';
import { placesOf } from './places.ts';
import { isSecurity, securityFields } from './security.ts';
import type { Answer } from './value.ts';

/** Fields that differ between answers with the same representation. */
export interface Validators extends HostPolicies {
  /** The whole field value, with quotes. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly coding?: string | undefined;
  readonly contentRange?: string | undefined;
  readonly acceptRanges?: boolean | undefined;
  readonly variesByCoding?: boolean | undefined;
  /** Cache-Control of the upstream: the stricter of it and our policy is sent. */
  readonly cacheControl?: string | undefined;
}

const variants = {
  page: 'html',
  negotiated: 'markdown',
  text: 'markdown',
  twin: 'markdown',
  document: 'document',
  asset: 'asset',
} as const;

/** The kind of content of a representation, for the log and the metrics. */
export const variantOf = ({ role }: Representation): Answer['variant'] => variants[role];

/** Content fields of an answer; a 304 omits them (RFC 9110 §15.4.5). */
export const contentLines = (mediaType: string, { coding, contentRange, acceptRanges }: Validators): string =>
  toLine('Content-Type', mediaType) +
  (coding === undefined || coding === 'identity' ? '' : toLine('Content-Encoding', coding)) +
  (contentRange === undefined ? '' : toLine('Content-Range', contentRange)) +
  (acceptRanges ? 'Accept-Ranges: bytes\r\n' : '');

const isNegotiated = ({ role }: Pick<Representation, 'role'>): boolean =>
  role === 'page' || role === 'negotiated' || role === 'text';

/** Vary for a problem with a negotiated representation: another Accept may avoid it (RFC 9110 §12.5.5). */
export const choiceFields = (representation: Representation): string[] =>
  isNegotiated(representation) ? ['Vary', 'Accept'] : [];

/** Fields that a 304 repeats, and security fields, as lines. Tens of thousands of representations share all but three. */
export function resourceLines(site: Site, representation: Representation, validators: Validators): string {
  const { role, path, mediaType, content, page = path } = representation;
  const { tokens, part } = content.kind === 'stored' ? content.identity : content;
  const { etag, lastModified, variesByCoding = false, cacheControl, contentSecurityPolicy, frameOptions } = validators;
  const notice = deprecationOf(site, page);
  const at = placesOf(site, representation, variesByCoding);
  const isShared = cacheControl === undefined && contentSecurityPolicy === undefined && frameOptions === undefined;
  const kind = part ? 'part' : fieldRoleOf(role, mediaType, path);
  const fields = roleFields[kind];
  let lines =
    (etag === undefined ? '' : toLine('ETag', etag)) + (lastModified === undefined ? '' : toLine('Last-Modified', lastModified));
  for (const name of Object.keys(fields)) {
    // Published paths are percent-encoded: no value needs a check.
    const value = isShareable(fields, name) || name === 'Link' ? '' : fields[name]!(site, at);
    if (value !== '') lines += `${name}: ${value}\r\n`;
  }
  const links = joinLinks(fields.Link?.(site, at) ?? '', notice.links);
  return (
    lines +
    (links === '' ? '' : `Link: ${links}\r\n`) +
    (tokens === undefined ? '' : `${tokensField}: ${tokens}\r\n`) +
    notice.lines +
    (isShared ? sharedLines(site)(mediaType)(kind) : kindLines(site, kind, mediaType, validators))
  );
}

/** Whether the value is the same for all answers of a role; deprecations add to Link. */
const isShareable = (fields: (typeof roleFields)[FieldRole], name: string): boolean =>
  fields[name]!.length < 2 && name !== 'Link';

/** Lines that all representations of one role share. */
function kindLines(site: Site, kind: FieldRole, mediaType: string, host: Validators): string {
  const fields = roleFields[kind];
  const shared = Object.keys(fields).filter((name) => isShareable(fields, name) && !isSecurity.has(name));
  return toLines([
    ...shared.flatMap((name) => {
      const value = fields[name]!(site, nowhere);
      if (value === '') return [];
      const isCaching = name.endsWith('Cache-Control');
      return [name, isCaching ? stricterCaching(value, site.crossOrigin ? host.cacheControl : 'no-store') : value];
    }),
    ...securityFields(site, { kind, mediaType }, host),
  ]);
}

const sharedLines = memoizeByObject((site: Site) =>
  memoize((mediaType: string) => memoize((kind: FieldRole) => kindLines(site, kind, mediaType, {}))),
);
