import { indexOver, link } from '../../build/contract/links.ts';
import type { FieldPlaces } from '../../build/contract/role-fields.ts';
import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { memoize } from '../http/memoize.ts';
import type { Representation, Site } from '../origin/origin.ts';

/** URLs for the fields of a representation; for a part of a long page also its neighbours (RFC 8288, RFC 5005). */
export function placesOf(site: Site, { role, path, page, twin = '', content }: Representation, coded: boolean): FieldPlaces {
  const { part } = content.kind === 'stored' ? content.identity : content;
  const target = part?.page ?? page ?? path;
  const canonical = site.canonicals?.[target] ?? site.url + target;
  const index =
    !part && (role === 'asset' || role === 'document') ? '' : indexIn(site)(target.slice(0, target.lastIndexOf('/') + 1));
  const anchor = part?.fragment ? `#${encodeURIComponent(part.fragment)}` : '';
  const neighbours = [
    [part?.previous, 'prev'],
    [part?.next, 'next'],
  ] as const;
  const near = neighbours.flatMap(([at, relation]) =>
    at === undefined ? [] : [link(site.base + at, relation, 'text/markdown')],
  );
  return {
    path,
    page: target + anchor,
    twin: part ? '' : role === 'negotiated' || role === 'text' ? path : twin,
    canonical: canonical + anchor,
    index,
    up: part?.up ?? '',
    near: near.join(', '),
    allow: '',
    coded,
  };
}

/** The llms.txt that covers the pages of a folder. */
const indexIn = memoizeByObject((site: Site) => memoize((folder: string) => indexOver(folder, site.has) ?? ''));
