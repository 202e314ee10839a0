import { deprecationFields, deprecationLinks } from '../../contract/deprecation.ts';
import { preflightFields } from '../../contract/methods.ts';
import { type FieldPlaces, type FieldRole, fieldsOf, roleFields } from '../../contract/role-fields.ts';
import { type HostedSite, withTwin } from '../hosted-site.ts';
import { indexPlace, pairsOf, uncountedQuota } from '../server.ts';
import { type FieldSet, nginxVariable } from './quote.ts';

/** The fields of each answer that `$site_answer` names: those of the roles, with variables where they name a place. */
export function answerFields(site: HostedSite): Readonly<Record<string, FieldSet>> {
  const isOwn = Object.keys(site.canonicals).length === 0;
  const canonicalOf = (page: string): string => (isOwn ? site.url + page : nginxVariable('canonical'));
  const places: FieldPlaces = {
    path: nginxVariable('path'),
    page: nginxVariable('page_url'),
    twin: nginxVariable('twin_url'),
    canonical: canonicalOf(nginxVariable('page_url')),
    index: indexPlace(site, nginxVariable('index')),
    up: '',
    near: '',
    coded: true,
  };
  const of = (role: FieldRole, own: Partial<FieldPlaces> = {}): FieldSet => ({
    ...Object.fromEntries(fieldsOf(site, role, { ...places, ...own })),
    ...Object.fromEntries(pairsOf(uncountedQuota(site))),
  });
  // The URL of a page is that of the request, which costs no look at a map.
  const ofPage = { page: places.path, canonical: canonicalOf(places.path) };
  const roles = Object.fromEntries((Object.keys(roleFields) as FieldRole[]).map((role) => [role, of(role)]));
  const { 'Content-Location': _, ...page } = of('page', ofPage);
  return {
    ...roles,
    page: of('page', ofPage),
    lone: of('page', { ...ofPage, twin: '' }),
    negotiated: of('negotiated', ofPage),
    part: of('part', { up: nginxVariable('up') }),
    text: of('asset'),
    asset: of('asset', { coded: false }),
    // The page for what is not there: the fields of a page, but what says where it is.
    missing: { ...page, 'Cache-Control': roles.absent!['Cache-Control']!, Link: roles.absent!.Link ?? '' },
    preflight: { ...roles.options, ...Object.fromEntries(pairsOf(preflightFields(nginxVariable('methods')))) },
  };
}

/** The fields of paths that are on their way out, by path. */
export const endingsOf = (site: HostedSite): Readonly<Record<string, FieldSet>> =>
  Object.fromEntries(
    site.deprecations.flatMap((row) => {
      const fields = { Link: deprecationLinks(site, row), ...Object.fromEntries(pairsOf(deprecationFields(row))) };
      return withTwin(site, row.path).map((path) => [path, fields] as const);
    }),
  );
