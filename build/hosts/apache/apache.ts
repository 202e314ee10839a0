import { posix } from 'node:path';
import { bareTypeOf, link } from '../../contract/links.ts';
import { decodeLoosely } from '../../contract/permalinks.ts';
import { healthText, missingTwinDetail, problemType } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { isLocalUrl } from '../../contract/site-url.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { UserError } from '../../contract/std/errors.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { type AnswerKind, commonOf, endingsOf, type FieldSet, serverAnswers } from '../answers.ts';
import type { Host } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { anyOf, literal, pathPatterns, patternsOf } from '../patterns.ts';
import * as server from '../server.ts';
import { indexesOf, redirectsOf } from '../server.ts';
import { fillTemplate, readTemplate } from '../template.ts';

/** Apache: mod_rewrite decides, mod_headers sets the fields, in an `.htaccess`, which a server of one's own can include. */
export const apache: Host = {
  title: 'Apache',
  version: '2.4.13',
  siteFiles: (site) => [{ path: '.htaccess', body: htaccess(site) }],
};

/** Placeholder for the stem of a page's URL, until Apache fills it. */
const page = '{page}';

/** @throws {UserError} on a site with a local URL */
function htaccess(site: HostedSite): string {
  if (isLocalUrl(site.url))
    throw new UserError(
      `the site URL is ${site.url}; its redirects would lead to whatever host a client names. Set "url" or SITE_URL, and build again`,
    );
  const base = targetOf(site.base);
  const text = (json: string): string =>
    argument(
      template(plainJson(json))
        .replace(`"instance":"${server.requestPath}"`, '"instance":"/%{reqenv:D_SENT}"')
        .replace(page, '%{reqenv:D_PAGE}'),
    );
  const problem = (id: ProblemId, as: ProblemId | 'stub' = id): string =>
    `ErrorDocument ${problemTypes[id].status} ${text(server.problemText(site, as))}`;
  const lone = groupBy(server.lonePages(site), ([stem, url, why]) =>
    missingTwinDetail(site.url + page + url.slice(stem.length), why),
  );
  const routes = server.routesOf(site);
  const stubs = routes.filter(({ kind }) => kind === 'stub').map(({ path }) => decodeLoosely(site.base) + path);
  const nameless = server.namelessDocuments.map(({ path, mediaType }) => ({ name: posix.basename(path), mediaType }));
  const own = {
    OPENING: server
      .openingOf(apache, site, [
        'For hosts that read .htaccess, or for `Include` in the <Directory> of a server. Needs mod_rewrite, mod_headers, AllowOverride',
        'All for the first; and TraceEnable Off, or Allow names TRACE.',
      ])
      .map((line) => `# ${line}`),
    UNSLASHED: unslashedRules(site),
    ROOT: `%{DOCUMENT_ROOT}${targetOf(decodeLoosely(site.base))}`,
    TARGET_BASE: base,
    REDIRECTS: movedRules(site),
    TYPES: server.mediaTypes.map(([mediaType, extensions]) => `AddType ${argument(mediaType)} ${extensions.join(' ')}`),
    NAMELESS_FILES: anyOf(nameless.map(({ name }) => name)),
    NAMELESS_TYPES: nameless.flatMap(({ name, mediaType }) => [
      `<FilesMatch "^${literal(name)}(?:\\.(?:br|gz))?$">`,
      `  ForceType ${argument(mediaType)}`,
      '</FilesMatch>',
    ]),
    ...apacheFields(site),
    PROBLEMS: [
      ...server.serverProblems.map((id) => problem(id)),
      ...(stubs.length === 0
        ? []
        : [
            `<If ${argument(`%{REQUEST_URI} in {${stubs.map(expressionString).join(',')}}`)}>`,
            `  ${problem('notImplemented', 'stub')}`,
            '</If>',
          ]),
    ],
    LANGUAGE_FOLDERS: anyOf([...site.notFound.keys()].map((folder) => decodeLoosely(folder).slice(1, -1))),
    NOT_FOUND_PAGES: [...site.notFound].flatMap(([folder, file]) => [
      `<Files ${argument(`.missing.${decodeLoosely(folder).slice(1, -1)}`)}>`,
      `  ErrorDocument 404 ${argument(`${site.base}/${file}`)}`,
      '</Files>',
    ]),
    WITHOUT_TWIN: [...lone.keys()].flatMap((detail, at) => [
      `<Files ".lone.${at}">`,
      `  ErrorDocument 404 ${text(server.problemText(site, 'notFound', detail))}`,
      '</Files>',
    ]),
    MISSING_TWINS: [...lone.values()].flatMap((pages, at) =>
      patternsOf(pages.map(([stem]) => stem)).flatMap((stems) => [
        `RewriteCond %{ENV:D_PATH} "^(${stems})${pathPatterns.TWIN_ENDING}$"`,
        `RewriteRule ^ "${base}/.lone.${at}" [E=D_ROLE:absent,E=D_PAGE:%1,QSD,PT]`,
      ]),
    ),
    HEALTH: text(healthText('ok', site.name)),
    SENT_BASE: site.base === '' ? '' : literal(`${site.base.slice(1)}/`),
    DECODED_BASE: literal(decodeLoosely(site.base)),
    ROUTES: [...groupBy(routes, ({ kind, methods }) => `${kind} ${methods.join('/')}`).values()].flatMap((same) => [
      `RewriteCond %{ENV:D_URI} "^(?:${anyOf(same.map(({ path }) => path))})$"`,
      `RewriteRule ^ - [E=D_ROLE:${same[0]!.kind === 'live' ? 'health' : 'stub'},E=D_METHODS:${same[0]!.methods.join('/')}]`,
    ]),
    FILE_ALIAS: site.htmlUrls ? '(?:/index\\.html?|/index|\\.htm)?' : '(?:/index\\.html?|/index|\\.html?)',
    SITE: new URL(site.url).origin + base,
  };
  return fillTemplate(readTemplate('apache/htaccess'), own, server.commonPlaces(site));
}

/** Failures, whose fields replace the fields of other answers. */
const failures: readonly AnswerKind[] = ['absent', 'refused', 'stub', 'missing'];

/** The directives for the placeholders of the template. A later one replaces an earlier of the same name. */
function apacheFields(site: HostedSite): Record<string, readonly string[]> {
  const set = (name: string, value: string, when = '', verb = 'set'): string =>
    `Header always ${value === '' ? 'unset' : verb} ${name}${value && ` ${argument(fieldValue(value))}`}${when && ` ${when}`}`;
  const status = (test: string): string => argument(`expr=%{REQUEST_STATUS} ${test} && -z reqenv('IS_missing')`);
  const failed = status(">= '400'");
  const { problem, ...answers } = serverAnswers(site, {
    path: apacheVariable('D_PATH'),
    page: apacheVariable('D_PAGE'),
    twin: apacheVariable('D_TWIN_URL'),
    up: apacheVariable('D_UP'),
    allow: apacheVariable('D_ALLOW'),
  });
  const [failing, found] = [true, false].map((fails) =>
    (Object.entries(answers) as [AnswerKind, FieldSet][])
      .filter(([kind]) => failures.includes(kind) === fails)
      .flatMap(([kind, fields]) => Object.entries(fields).map(([name, value]) => ({ kind, name, value }))),
  ) as [Row[], Row[]];
  // Apache itself detects some failures.
  const when = (kind: AnswerKind): string => (kind === 'absent' ? status("== '404'") : `env=IS_${kind}`);
  const directives = (rows: readonly Row[]): string[] => rows.map(({ kind, name, value }) => set(name, value, when(kind)));
  return {
    ROLE_FIELDS: [set('Content-Type', surfaces.getHealth.mediaType, 'env=IS_health'), ...directives(found)],
    LINK_EDITS: [...indexEdits(site), ...canonicalEdits(site)],
    PROBLEM_FIELDS: [
      set('Content-Type', problemType, failed),
      ...[
        ...new Set([
          ...Object.keys(problem),
          ...found.filter(({ kind, value }) => kind !== 'preflight' && value !== '').map(({ name }) => name),
        ]),
      ].map((name) => set(name, problem[name] ?? '', failed)),
    ],
    FAILURE_FIELDS: directives(failing.filter(({ kind, name, value }) => kind === 'missing' || value !== problem[name])),
    COMMON_FIELDS: Object.entries(commonOf(site)).map(([name, value]) => set(name, value)),
    DEPRECATIONS: endingsOf(site).flatMap(({ paths, fields }) => {
      const here = argument(`expr='%{reqenv:D_PATH}' in {${paths.map(expressionString).join(',')}}`);
      return Object.entries(fields).map(([name, value]) => set(name, value, here, name === 'Link' ? 'add' : 'set'));
    }),
  };
}

interface Row {
  readonly kind: AnswerKind;
  readonly name: string;
  readonly value: string;
}

/** Edits of `Link` for pages in folders with their own llms.txt, the most specific first. */
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

/** Edits of `Link` for pages with another canonical URL; pages whose URLs have the same endings share one. */
function canonicalEdits(site: HostedSite): string[] {
  const rows = Object.entries(site.canonicals).map(([path, url]) => {
    let rest = path;
    while (!url.endsWith(rest)) rest = rest.slice(1);
    return { rest, from: site.url + path.slice(0, path.length - rest.length), to: url.slice(0, url.length - rest.length) };
  });
  return [...groupBy(rows, ({ from, to }) => `${from} ${to}`).values()].flatMap((all) => {
    const { from, to } = all[0]!;
    const [start, end] = [link(from, 'canonical'), link(`${replacement(to)}$1`, 'canonical')];
    return patternsOf(all.map(({ rest }) => rest)).map(
      (rests) => `Header always edit Link ${argument(`^${literal(start).replace('>', `(${rests})>`)}`)} ${argument(end)}`,
    );
  });
}

/** The origin of redirect targets: Apache would take it from the Host field, which clients choose. */
const originOf = ({ url }: HostedSite): string => new URL(url).origin;

/** Redirects a folder below the root without its slash, instead of mod_dir, which is off. */
const unslashedRules = (site: HostedSite): string[] => {
  if (site.base === '') return [];
  const base = literal(decodeLoosely(site.base));
  return [
    'RewriteOptions AllowNoSlash',
    `RewriteCond %{REQUEST_URI} "^${base}$"`,
    redirect('^', `${originOf(site)}${targetOf(site.base)}/`, 301),
  ];
};

const redirect = (pattern: string, target: string, status: number): string =>
  `RewriteRule "${pattern}" "${target}" [E=IS_${status === 301 || status === 308 ? 'moved' : 'redirect'}:yes,R=${status},NE,END]`;

const movedRules = (site: HostedSite): string[] =>
  [...redirectsOf(site)].flatMap(([path, { status, location, query, fragment = '' }]) => {
    const to = (asked: string): string =>
      redirect(
        `^${literal(path.slice(1))}$`,
        originOf(site) + targetOf(site.base + location + (query ?? '')) + asked + targetOf(fragment),
        status,
      );
    // Apache would append the query of the request after the fragment.
    const isAskedFor = query === undefined && fragment !== '';
    return [...(isAskedFor ? ['RewriteCond %{QUERY_STRING} !=""', to('?%{QUERY_STRING}')] : []), to('')];
  });

/** A quoted argument of a directive, with escaped backslashes. */
const argument = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** Placeholder for a variable in a value, until the value is written. */
const apacheVariable = (name: string): string => `\u0001${name}\u0002`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no field value contains them
const variables = /\u0001(\w+)\u0002/g;

/** The value of a field: `%` is doubled, and `${` is only possible in an expression. */
const fieldValue = (text: string): string =>
  /^expr=|\$\{/.test(text)
    ? `expr=${template(text).replace(variables, '%{reqenv:$1}')}`
    : text.replaceAll('%', '%%').replace(variables, '%{$1}e');

/** The same as replacement in an edit of a field: a URL, in which braces may be encoded. */
const replacement = (url: string): string => url.replaceAll('${', '$%7B').replaceAll('$', '\\$').replaceAll('%', '%%');

/** JSON without characters that are special to the server. */
const plainJson = (json: string): string =>
  json.replace(/[$%']/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A text without variables, inside a string expression: escapes `%{`, `$1`, and `${`, which is a variable of the configuration
 * everywhere.
 */
const template = (text: string): string => text.replace(/[\\$]|(?<=[$%])\{/g, '\\$&');

const expressionString = (text: string): string => `'${template(text).replaceAll("'", "\\'")}'`;

/** A path as received, in a substitution: without variables of rules or of the configuration (`${`). */
const targetOf = (path: string): string => path.replace(/[\\$%{]/g, '\\$&').replaceAll('"', '\\%22');
