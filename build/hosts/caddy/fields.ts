import { preflightFields } from '../../contract/methods.ts';
import { problemFields, problemType } from '../../contract/problem.ts';
import { type FieldPlaces, type FieldRole, roleFields } from '../../contract/role-fields.ts';
import { commonFields } from '../../contract/security-fields.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { HostedSite } from '../hosted-site.ts';
import { indexPlace, pairsOf, uncountedQuota } from '../server.ts';
import type { Places } from '../template.ts';
import { filled, placeholder } from './quote.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** A `header` directive; none without fields. What is `isLast` is added when the answer is sent: other links stay. */
export const headerOf = (fields: Fields, matcher = '', isLast = false): string[] => {
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `\t${name} ${filled(value)}`);
  if (isLast) lines.push('\tdefer');
  return lines.length > 0 ? [`header ${matcher}{`, ...lines, '}'] : [];
};

/** The fields of the table, as the template asks for them. */
export function caddyPlaces(site: HostedSite): Places {
  const [path, page] = [placeholder('vars.path'), placeholder('vars.page')];
  const own: FieldPlaces = {
    path,
    page,
    twin: placeholder('twin_url'),
    canonical: Object.keys(site.canonicals).length > 0 ? placeholder('canonical') : site.url + page,
    index: indexPlace(site, placeholder('llms_txt')),
    up: '',
    near: '',
    coded: true,
  };
  const of = (role: FieldRole, at: Partial<FieldPlaces> = {}): [string, string][] =>
    Object.entries(roleFields[role]).map(([name, value]) => [name, value(site, { ...own, ...at })]);
  const type = (mediaType: string): [string, string] => ['Content-Type', mediaType];
  const policies = of('page').filter(([name]) => name.endsWith('-Policy'));
  return {
    COMMON_FIELDS: headerOf(pairsOf([...commonFields(site), ...uncountedQuota(site)])),
    PAGE_FIELDS: headerOf([type(surfaces.getPage.mediaType), ...of('page')]),
    LONE_PAGE_FIELDS: headerOf([type(surfaces.getPage.mediaType), ...of('page', { twin: '' })]),
    NEGOTIATED_FIELDS: headerOf([type(surfaces.getPageMarkdown.mediaType), ...of('negotiated')]),
    TWIN_FIELDS: headerOf(of('twin')),
    PART_FIELDS: headerOf(of('part', { up: placeholder('part_of') })),
    DOCUMENT_FIELDS: headerOf(of('document')),
    ASSET_FIELDS: headerOf(of('asset', { coded: false })),
    CODED_ASSET_FIELDS: headerOf(of('asset'), '@coded '),
    SVG_FIELDS: headerOf(of('svg'), '@svg '),
    HEALTH_FIELDS: headerOf([type(surfaces.getHealth.mediaType), ...of('health')]),
    OPTIONS_FIELDS: headerOf(of('options')),
    PREFLIGHT_FIELDS: headerOf(pairsOf(preflightFields(placeholder('vars.allow'))), '@preflight '),
    REDIRECT_FIELDS: headerOf(of('redirect')),
    MOVED_FIELDS: headerOf(of('moved'), '@for_good '),
    PROBLEM_FIELDS: headerOf([type(problemType), ...of('problem')]),
    ABSENT_FIELDS: headerOf(of('absent'), '@absent '),
    REFUSED_FIELDS: headerOf(of('refused', { page: path }), '@refused '),
    STUB_FIELDS: headerOf(of('stub'), '@stub '),
    // The page of the site: as absent as the problem, with the policies of a page.
    NOT_FOUND_PAGE_FIELDS: headerOf([
      type(surfaces.getPage.mediaType),
      ...of('absent').filter(([name]) => !problemFields.includes(name)),
      ...policies,
    ]),
  };
}
