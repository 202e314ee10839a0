import { deprecationFields, deprecationLinks } from '../../contract/deprecation.ts';
import { groupBy } from '../../contract/group-by.ts';
import { bareTypeOf, link } from '../../contract/links.ts';
import { preflightFields } from '../../contract/methods.ts';
import { problemType } from '../../contract/problem.ts';
import { type FieldPlaces, type FieldRole, nowhere, roleFields } from '../../contract/role-fields.ts';
import { commonFields } from '../../contract/security-fields.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { type HostedSite, withTwin } from '../hosted-site.ts';
import { literal } from '../path-patterns.ts';
import { indexesOf, indexPlace, pairsOf, uncountedQuota } from '../server.ts';
import { apacheVariable, argument, expressionString, fieldValue, replacement } from './quote.ts';

/** What the variables of the rules hold, for the roles that the rules tell apart: name of the role there, and in the table. */
const rolesOf = (site: HostedSite): readonly (readonly [flag: string, role: FieldRole, at?: Partial<FieldPlaces>])[] => {
  const [path, page, twin, up] = ['D_PATH', 'D_PAGE', 'D_TWIN_URL', 'D_UP'].map(apacheVariable) as [
    string,
    string,
    string,
    string,
  ];
  const asked = { path, page: path, canonical: site.url + path };
  const named = { page, canonical: site.url + page };
  return [
    ['page', 'page', { ...asked, twin }],
    ['single', 'page', asked],
    ['negotiated', 'negotiated', { ...asked, twin }],
    ['twin', 'twin', named],
    ['part', 'part', { ...named, up }],
    ['document', 'document'],
    ['asset', 'asset', { coded: false }],
    ['coded', 'asset'],
    ['svg', 'svg'],
    ['health', 'health'],
    ['moved', 'moved'],
    ['redirect', 'redirect'],
    ['options', 'options'],
    ['absent', 'absent'],
    ['refused', 'refused', { path, twin }],
    ['stub', 'stub'],
  ];
};

const failures = new Set(['absent', 'refused', 'stub']);

/** The fields that the template has places for, as directives. A later one replaces an earlier of its name. */
export function apachePlaces(site: HostedSite): Record<string, readonly string[]> {
  // Folders with an llms.txt of their own are edits of this one.
  const none: FieldPlaces = { ...nowhere, index: indexPlace(site, surfaces.getLlmsTxt.path), coded: true };
  const fields = (role: FieldRole, at: Partial<FieldPlaces> = {}): Map<string, string> =>
    new Map(Object.entries(roleFields[role]).map(([name, value]) => [name, value(site, { ...none, ...at })]));
  const set = (name: string, value: string, when = ''): string =>
    `Header always ${value === '' ? 'unset' : 'set'} ${name}${value && ` ${argument(fieldValue(value))}`}${when && ` ${when}`}`;
  const status = (test: string): string => argument(`expr=%{REQUEST_STATUS} ${test} && -z reqenv('IS_missing')`);
  const failed = status('-ge 400');
  const roles = rolesOf(site).map(([flag, role, at]) => ({
    flag,
    // Apache finds some by itself.
    when: flag === 'absent' ? status('-eq 404') : `env=IS_${flag}`,
    fields: fields(role, at),
  }));
  const [page, problem, absent] = [roles[0]!.fields, fields('problem'), fields('absent')];
  const found = roles.filter(({ flag }) => !failures.has(flag));
  const missing = [...page].map(([name]) => [name, (/^(?:Cache-Control|Link)$/.test(name) ? absent : page).get(name)!] as const);
  return {
    ROLE_FIELDS: [
      set('Content-Type', surfaces.getHealth.mediaType, 'env=IS_health'),
      ...found.flatMap(({ when, fields }) =>
        [...fields].filter(([, value]) => value).map(([name, value]) => set(name, value, when)),
      ),
    ],
    LINK_EDITS: [...indexEdits(site), ...canonicalEdits(site)],
    PROBLEM_FIELDS: [
      set('Content-Type', problemType, failed),
      ...[
        ...new Set([
          ...problem.keys(),
          ...found.flatMap(({ fields }) => [...fields].flatMap(([name, value]) => (value === '' ? [] : [name]))),
        ]),
      ].map((name) => set(name, problem.get(name) ?? '', failed)),
    ],
    FAILURE_FIELDS: [
      ...roles
        .filter(({ flag }) => failures.has(flag))
        .flatMap(({ when, fields }) =>
          [...fields]
            .filter(([name, value]) => value && value !== problem.get(name))
            .map(([name, value]) => set(name, value, when)),
        ),
      ...missing
        .filter(([name, value]) => value && name !== 'Content-Location')
        .map(([name, value]) => set(name, value, 'env=IS_missing')),
    ],
    PREFLIGHT_FIELDS: pairsOf(preflightFields(apacheVariable('D_ALLOW'))).map(([name, value]) =>
      set(name, value, 'env=IS_preflight'),
    ),
    COMMON_FIELDS: [...pairsOf([...commonFields(site), ...uncountedQuota(site)]).map(([name, value]) => set(name, value))],
    DEPRECATIONS: site.deprecations.flatMap((row) => {
      const paths = withTwin(site, row.path).map(expressionString).join(',');
      const here = argument(`expr='%{reqenv:D_PATH}' in {${paths}}`);
      const links = deprecationLinks(site, row);
      return [
        ...pairsOf(deprecationFields(row)).map(([name, value]) => set(name, value, here)),
        ...(links && [set('Link', links, here).replace('always set', 'always add')]),
      ];
    }),
  };
}

/** Edits of `Link` for pages in folders with an llms.txt of their own, the most specific first. */
function indexEdits(site: HostedSite): string[] {
  const { path, mediaType } = surfaces.getLlmsTxt;
  const to = (target: string): string => link(site.base + target, 'describedby', bareTypeOf(mediaType));
  return indexesOf(site)
    .filter(([folder]) => folder !== '/')
    .map(([folder, index]) => {
      const pattern = `^(<${literal(site.url + folder)}.*)${literal(to(path))}`;
      return `Header always edit Link ${argument(pattern)} ${argument(`$1${replacement(to(index))}`)}`;
    });
}

/** Pages in one edit: the server makes all edits, one after the other, at each answer. */
const pagesInEdit = 200;

/** Edits of `Link` for the pages that name another page: one for many of which the ends of both URLs are the same. */
function canonicalEdits(site: HostedSite): string[] {
  const rows = Object.entries(site.canonicals).map(([path, url]) => {
    let rest = path;
    while (!url.endsWith(rest)) rest = rest.slice(1);
    return { rest, from: site.url + path.slice(0, path.length - rest.length), to: url.slice(0, url.length - rest.length) };
  });
  return [...groupBy(rows, ({ from, to }) => `${from} ${to}`).values()].flatMap((all) => {
    const { from, to } = all[0]!;
    const [start, end] = [link(from, 'canonical'), link(`${replacement(to)}$1`, 'canonical')];
    return Array.from({ length: Math.ceil(all.length / pagesInEdit) }, (_, at) => {
      const rests = all.slice(at * pagesInEdit, (at + 1) * pagesInEdit).map(({ rest }) => literal(rest));
      return `Header always edit Link ${argument(`^${literal(start).replace('>', `(${rests.join('|')})>`)}`)} ${argument(end)}`;
    });
  });
}
