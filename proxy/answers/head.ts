import { deprecationFields, deprecationLinks } from '#contract/deprecation';
import { indexOver, joinLinks, link } from '#contract/links';
import { twinUrlOf } from '#contract/permalinks';
import { type FieldPlaces, type FieldRole, fieldRoleOf, fieldsOf, noPlaces } from '#contract/role-fields';
import { tokensField } from '#contract/surfaces';
import type { Field, Fields } from '../http/fields.ts';
import type { Coding } from '../http/negotiate.ts';
import type { Representation, Site } from '../origin/origin.ts';
import type { Answer } from './value.ts';

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

export const typeFields = (mediaType: string, coding: Coding = 'identity'): Field[] => [
  ['Content-Type', mediaType],
  ...(coding === 'identity' ? [] : [['Content-Encoding', coding] as const]),
];

/** Fields of content that may be sent in ranges; a 304 omits them (RFC 9110 §15.4.5). */
export const contentFields = (mediaType: string, coding?: Coding): Field[] => [
  ...typeFields(mediaType, coding),
  ['Accept-Ranges', 'bytes'],
];

/** Vary for a problem with a negotiated representation: another Accept may avoid it (RFC 9110 §12.5.5). */
export const choiceFields = ({ role }: Representation): Fields =>
  role === 'page' || role === 'negotiated' || role === 'text' ? [['Vary', 'Accept']] : [];

/** Fields of a representation that a 304 repeats: its tag, the fields of its role, and what is deprecated. */
export function resourceFields(site: Site, representation: Representation, etag: string): Field[] {
  const { role, path, mediaType, content, page = path } = representation;
  const { tokens, part } = content.identity;
  const kind = part ? 'part' : fieldRoleOf(role, mediaType, path);
  return [
    ['ETag', etag],
    ...noticeFields(site, kind, page, placesOf(site, representation)),
    ...(tokens === undefined ? [] : [[tokensField, `${tokens}`] as const]),
  ];
}

/** The fields of a role, and the deprecation of a path, or of the page whose twin it is. */
export function noticeFields(site: Site, role: FieldRole, path: string, places: FieldPlaces = noPlaces): Field[] {
  const fields = fieldsOf(site, role, places);
  const row = site.deprecations.find((each) => each.path === path || twinUrlOf(each.path, site.has) === path);
  if (row === undefined) return fields;
  const links = joinLinks(fields.find(([name]) => name === 'Link')?.[1] ?? '', deprecationLinks(site, row));
  return [
    ...fields.filter(([name]) => name !== 'Link'),
    ...(links === '' ? [] : [['Link', links] as const]),
    ...deprecationFields(row),
  ];
}

/** URLs for the fields of a representation; for a part of a long page also its neighbours (RFC 8288, RFC 5005). */
export function placesOf(site: Site, { role, path, page, twin = '', content }: Representation): FieldPlaces {
  const { part } = content.identity;
  const target = part?.page ?? page ?? path;
  const canonical = site.canonicals?.[target] ?? site.url + target;
  const isIndexed = part !== undefined || (role !== 'asset' && role !== 'document');
  const anchor = part?.fragment ? `#${encodeURIComponent(part.fragment)}` : '';
  const near = [
    [part?.previous, 'prev'],
    [part?.next, 'next'],
  ] as const;
  return {
    ...noPlaces,
    path,
    page: target + anchor,
    twin: part ? '' : role === 'negotiated' || role === 'text' ? path : twin,
    canonical: canonical + anchor,
    index: (isIndexed && indexOver(target, site.has)) || '',
    up: part?.up ?? '',
    near: near
      .flatMap(([neighbour, relation]) =>
        neighbour === undefined ? [] : [link(site.base + neighbour, relation, 'text/markdown')],
      )
      .join(', '),
    hasCodings: content.compressible,
  };
}
