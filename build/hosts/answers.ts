import { deprecationFields, deprecationLinks } from '../contract/deprecation.ts';
import { twinUrlOf } from '../contract/permalinks.ts';
import { quotaFields } from '../contract/requests.ts';
import { type FieldPlaces, type FieldRole, noPlaces, ownFieldsOf, roleFields } from '../contract/role-fields.ts';
import { commonFields } from '../contract/security-fields.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { HostedSite } from './hosted-site.ts';

/* Fields of each kind of answer, for configurations of servers. */

/** Fields of an answer by name; empty ones are not sent. */
export type FieldSet = Readonly<Record<string, string>>;

/**
 * Kinds of answers that a server distinguishes: the roles, with Markdown as plain text among `negotiated`; a page without twin
 * (`lone`), and an asset with codings (`coded`).
 */
export type AnswerKind = ServerRole | 'lone' | 'coded';
type ServerRole = Exclude<FieldRole, 'text'>;

/** Variables of a server for URLs. Without one for the canonical URL or the llms.txt, the value of most pages is used. */
export type Variables = Pick<FieldPlaces, 'path' | 'page' | 'twin' | 'up' | 'allow'> &
  Partial<Pick<FieldPlaces, 'canonical' | 'index'>>;

/** The fields of each kind of answer, without the common ones. */
export function serverAnswers(site: HostedSite, variables: Variables): Readonly<Record<AnswerKind, FieldSet>> {
  const { path, canonical } = variables;
  const index = site.indexed.length > 0 && variables.index ? variables.index : surfaces.getLlmsTxt.path;
  const hasCanonicals = canonical !== undefined && Object.keys(site.canonicals).length > 0;
  const pageAt = (page: string) => ({ page, canonical: hasCanonicals ? canonical : site.url + page });
  const named: FieldPlaces = {
    ...{ ...noPlaces, ...variables, ...pageAt(variables.page) },
    ...{ index: site.has(surfaces.getLlmsTxt.path) ? index : '', up: '', hasCodings: true },
  };
  // The URL of a page is the requested one.
  const asked = { ...named, ...pageAt(path) };
  const of = (role: FieldRole, at: FieldPlaces = named): FieldSet => Object.fromEntries(ownFieldsOf(site, role, at));
  return {
    ...(Object.fromEntries(serverRoles.map((role) => [role, of(role)])) as Record<ServerRole, FieldSet>),
    page: of('page', asked),
    lone: of('page', { ...asked, twin: '' }),
    negotiated: of('negotiated', asked),
    part: of('part', { ...named, up: variables.up }),
    asset: of('asset', { ...named, hasCodings: false }),
    coded: of('asset'),
  };
}

const serverRoles = (Object.keys(roleFields) as FieldRole[]).filter((role): role is ServerRole => role !== 'text');

/** Common fields. A server that does not count still sends the policy. */
export function commonOf(site: HostedSite): FieldSet {
  const { limit, window } = site.quota;
  return {
    ...Object.fromEntries(commonFields(site)),
    [quotaFields[0]]: `${limit}`,
    [quotaFields[3]]: `${limit};w=${window}`,
  };
}

/** Deprecated pages: the URLs of each page and its twin, with their fields. Values of Link are added to other links. */
export const endingsOf = (site: HostedSite): readonly { readonly paths: readonly string[]; readonly fields: FieldSet }[] =>
  site.deprecations.map((row) => {
    const links = deprecationLinks(site, row);
    return {
      paths: [row.path, twinUrlOf(row.path, site.isPage)],
      fields: { ...Object.fromEntries(deprecationFields(row)), ...(links && { Link: links }) },
    };
  });
