import { decodeLoosely } from '../../contract/permalinks.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { endingsOf } from '../answers.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal } from '../path-patterns.ts';
import { indexesOf, problemText, redirectsOf, requestPath, routesOf } from '../server.ts';
import type { Places } from '../template.ts';
import { headerOf } from './fields.ts';
import { jsonPart, pathRow, plainPart, quoted } from './quote.ts';

const block = (opening: string, lines: readonly string[]): string[] => [`${opening} {`, ...lines.map((line) => `\t${line}`), '}'];

/** Problems that Caddy answers with; any other status has no content. */
const found: readonly ProblemId[] = [
  'notFound',
  'invalidRequest',
  'methodNotAllowed',
  'notAcceptable',
  'uriTooLong',
  'internalError',
  'notImplemented',
];

/** What a site below a path needs: its paths without that, and redirects to it. */
const below = (base: string, redirect: string): string[] => [
  `@outside not path_regexp ${quoted(`^${literal(decodeLoosely(base))}/`)}`,
  ...block('route @outside', [
    ...block('vars', ['to ""', 'status 301']),
    '@root path_regexp ^/$',
    ...block('vars @root', [`to ${base}/{sent_query}`, 'status 302']),
    `@unslashed path_regexp ${quoted(`^${literal(decodeLoosely(base))}$`)}`,
    `vars @unslashed to ${base}/{sent_query}`,
    redirect,
    'error 404',
  ]),
  `uri strip_prefix ${base}`,
];

/** What differs between sites besides fields: redirects, pages whose twins lie in their folders, deprecations, problems. */
export function caddyTables(site: HostedSite, name: string): Places {
  const { base, url } = site;
  const nested = (row: (page: string, shown: string) => readonly string[]): string[] =>
    site.nested.flatMap((page) => row(decodeLoosely(page), page));
  const none = '/.none';
  const problem = (key: string, id: ProblemId | 'stub'): string =>
    `${key} ${quoted(jsonPart(problemText(site, id)).replace(plainPart(requestPath), '{instance}'))}`;
  const canonicals = Object.entries(site.canonicals);
  return {
    BELOW: base === '' ? [] : below(base, `import ${name}-redirect`),
    NESTED_PAGES: nested((path) => [pathRow(path, `${path}index.html`, '/index.html', `${path}index.md`, '/index.md')]),
    ENDPOINTS_NOT_PAGES: routesOf(site).map(({ path }) => pathRow(path, none, '', none, '')),
    NESTED_TWIN_URLS: nested((_, page) => [pathRow(page, `${page}index.md`)]),
    NESTED_TWINS: nested((path) => [pathRow(`${path}index.md`, none, `${path}index.html`)]),
    NESTED_TWINS_OF_URLS: nested((_, page) => [pathRow(`${page}index.md`, '', page, '')]),
    NESTED_ALIASES: nested((path) => [
      ...['index', 'index.html', 'index.htm'].map((name) => pathRow(path + name, none, `${path}index.html`, none)),
      ...['.md', 'index.html.md'].map((name) => pathRow(path + name, none, `${path}index.html`, `${path}index.md`)),
    ]),
    NESTED_ALIAS_URLS: nested((_, page) =>
      ['.md', 'index.html.md'].map((name) => pathRow(page + name, '', '', `${page}index.md`)),
    ),
    ENDPOINTS: routesOf(site).map(({ path, kind, methods }) => pathRow(path, kind, methods.join(', '))),
    PAGE_MAPS: [
      ...(site.indexed.length === 0
        ? []
        : block('map {vars.page} {llms_txt}', [
            ...indexesOf(site).map(
              ([folder, index]) => `${quoted(`~^${literal(folder)}`)} ${quoted(index.replaceAll('$', '$$$$'))}`,
            ),
            `default ${surfaces.getLlmsTxt.path}`,
          ])),
      ...(canonicals.length === 0
        ? []
        : block('map {vars.page} {canonical}', [
            ...canonicals.map(([path, canonical]) => pathRow(path, canonical)),
            `default ${quoted(`${url}{vars.page}`)}`,
          ])),
    ],
    REDIRECTS: [...redirectsOf(site)].map(([from, { location, query = '', fragment = '', status }]) =>
      pathRow(from, base + location, query, fragment, `${status}`),
    ),
    DEPRECATIONS: endingsOf(site).flatMap(({ paths, fields: { Link, ...fields } }, at) => [
      `@deprecated${at} path ${paths.map((path) => quoted(base + path)).join(' ')}`,
      ...headerOf({ ...fields, ...(Link && { '+Link': Link }) }, `@deprecated${at} `, true),
    ]),
    PROBLEMS: [
      problem(`stub-${problemTypes.notImplemented.status}`, 'stub'),
      ...found.map((id) => problem(`${problemTypes[id].status}`, id)),
    ],
  };
}
