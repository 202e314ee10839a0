import { decodeLoosely } from '../../contract/permalinks.ts';
import { healthText, missingTwinDetail, problemType } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { knownMethods, targetLimit } from '../../contract/requests.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { type AnswerKind, commonOf, endingsOf, type FieldSet, serverAnswers } from '../answers.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal } from '../patterns.ts';
import * as server from '../server.ts';
import { fillTemplate, type Places, readTemplate } from '../template.ts';

/** Caddy: `map` reads, matchers decide, `error` and `handle_errors` refuse. */
export const caddy: Host = {
  title: 'Caddy',
  version: '2.6',
  serverFile,
};

/** A map by page URL; none if all pages have the same value. */
const pageMap = (name: string, rows: readonly string[], others: string): string[] =>
  rows.length === 0
    ? []
    : [`map {vars.page} {${name}} {`, ...[...rows, `default ${quoted(others)}`].map((each) => `\t${each}`), '}'];

/** Placeholder for the detail of a 404, until Caddy fills it. */
const detail = '\u{e000}';

const none = '/.none';

function serverFile(site: HostedSite, place: ServerPlace): string {
  const { base, url } = site;
  const routes = server.routesOf(site);
  const nested = (row: (page: string, shown: string) => readonly string[]): string[] =>
    site.nested.flatMap((page) => row(decodeLoosely(page), page));
  const problem = (key: string, id: ProblemId | 'stub'): string =>
    `${key} ${quoted(
      jsonPart(server.problemText(site, id, detail))
        .replace(plainPart(server.requestPath), '{instance}')
        .replace(detail, '{detail}'),
    )}`;
  const opening = server.openingOf(caddy, site, [
    'Whole, it starts with `caddy run --adapter caddyfile --config FILE`. The marked part, which `--include` writes alone, is for a',
    'Caddyfile that you have: import it, and put the name of the site in the place of its port. Caddy gets the certificate.',
  ]);
  const places = {
    OPENING: opening.map((line) => `# ${line}`),
    // Prefix of snippets, so that a Caddyfile can hold several sites.
    SITE: new URL(url).host.replace(/[^\w.-]/g, '-'),
    PORT: `${place.port}`,
    ROOT: quoted(plainPart(place.root)),
    PAGE_END: site.htmlUrls ? '' : '.html',
    METHODS: [...knownMethods].join(' '),
    TARGET_LIMIT: `${targetLimit}`,
    TYPES: [
      ...server.namelessDocuments.map(({ path, mediaType }) => row(path, mediaType)),
      ...server.mediaTypes.map(([mediaType, extensions]) => row(`~(?i)\\.(?:${extensions.join('|')})$`, mediaType)),
    ],
    HEALTH: quoted(jsonPart(healthText('ok', site.name))),
    ...caddyFields(site),

    BELOW:
      base === ''
        ? []
        : [
            `@outside not path_regexp ${quoted(`^${literal(decodeLoosely(base))}/`)}`,
            `rewrite @outside ${server.outside}{path}`,
            `uri strip_prefix ${base}`,
          ],
    NESTED_PAGES: nested((path) => [pathRow(path, `${path}index.html`, '/index.html', `${path}index.md`, '/index.md')]),
    ENDPOINTS_NOT_PAGES: routes.map(({ path }) => pathRow(path, none, '', none, '')),
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
    NOT_FOUND_PAGES: [...site.notFound].map(([folder, file]) => row(`~^${literal(folder)}`, `/${file}`.replaceAll('$', '$$$$'))),
    ENDPOINT_ROWS: routes.map(({ path, kind, methods }) => pathRow(path, kind, methods.join(', '))),
    PAGE_MAPS: [
      ...pageMap(
        'llms_txt',
        server.indexesOf(site).map(([folder, index]) => row(`~^${literal(folder)}`, index.replaceAll('$', '$$$$'))),
        surfaces.getLlmsTxt.path,
      ),
      ...pageMap(
        'canonical',
        Object.entries(site.canonicals).map(([path, canonical]) => pathRow(path, canonical)),
        `${url}{vars.page}`,
      ),
    ],
    REDIRECTS: [...server.redirectsOf(site), ...server.outsideRedirects(site)].map(
      ([from, { location, query = '', fragment = '', status }]) => pathRow(from, base + location, query, fragment, `${status}`),
    ),
    DEPRECATIONS: endingsOf(site).flatMap(({ paths, fields: { Link, ...fields } }, at) => [
      `@deprecated${at} path ${paths.map((path) => quoted(base + path)).join(' ')}`,
      ...headerOf({ ...fields, ...(Link && { '+Link': Link }) }, `@deprecated${at} `, true),
    ]),
    NOT_FOUND: quoted(jsonPart(server.inJson(problemTypes.notFound.meaning))),
    MISSING_TWINS: server
      .lonePages(site)
      .map(([stem, page, why]) => `${quoted(stem)} ${quoted(jsonPart(server.inJson(missingTwinDetail(url + page, why))))}`),
    PROBLEMS: [
      problem(`stub-${problemTypes.notImplemented.status}`, 'stub'),
      ...server.serverProblems.map((id) => problem(`${problemTypes[id].status}`, id)),
    ],
  };
  return fillTemplate(readTemplate('caddy/Caddyfile'), places, server.commonPlaces(site));
}

const { getPage, getPageMarkdown, getHealth } = surfaces;

/** Media types of answers without file, or from a file of another name. */
const mediaTypes: Partial<Record<AnswerKind, string>> = {
  page: getPage.mediaType,
  lone: getPage.mediaType,
  missing: getPage.mediaType,
  negotiated: getPageMarkdown.mediaType,
  health: getHealth.mediaType,
  problem: problemType,
};

/** Matchers of answers without their own route. */
const matchers: Partial<Record<AnswerKind, string>> = {
  coded: '@coded ',
  svg: '@svg ',
  preflight: '@preflight ',
  moved: '@for_good ',
  absent: '@absent ',
  refused: '@refused ',
  stub: '@stub ',
};

/** A `header` directive; none without fields. With `isLast` the field is added when the answer is sent, beside other links. */
const headerOf = (fields: FieldSet, matcher = '', isLast = false): string[] => {
  const lines = Object.entries(fields).map(([name, value]) => `\t${name} ${filled(value)}`);
  if (isLast) lines.push('\tdefer');
  return lines.length > 0 ? [`header ${matcher}{`, ...lines, '}'] : [];
};

/** The fields for the placeholders of the template: `PAGE_FIELDS` and so on. */
function caddyFields(site: HostedSite): Places {
  const answers = serverAnswers(site, {
    path: placeholder('vars.path'),
    page: placeholder('vars.page'),
    twin: placeholder('twin_url'),
    canonical: placeholder('canonical'),
    index: placeholder('llms_txt'),
    up: placeholder('part_of'),
    allow: placeholder('vars.allow'),
  });
  const places = (Object.entries(answers) as [AnswerKind, FieldSet][]).map(([kind, fields]) => {
    const type = mediaTypes[kind];
    return [`${kind.toUpperCase()}_FIELDS`, headerOf({ ...(type && { 'Content-Type': type }), ...fields }, matchers[kind])];
  });
  return { COMMON_FIELDS: headerOf(commonOf(site)), ...Object.fromEntries(places) };
}

/**
 * A quoted token of a Caddyfile: in backticks, without escapes, or in quotes if it contains a backtick, with escaped quotes.
 * `{$` would begin an environment variable in both: the dollar is written as the default of an unset one.
 */
const quoted = (text: string): string => {
  const token = text.replaceAll('{$', '{{$DIPTYCH_DOLLAR:$}');
  return token.includes('`') ? `"${token.replaceAll('"', '\\"')}"` : `\`${token}\``;
};

/** A text without placeholders: braces are escaped. Caddy reads escapes only before braces. */
const plainPart = (text: string): string => (text.includes('{') ? text.replace(/[{}]/g, '\\$&') : text);

/** JSON without placeholders, and without backticks, which would end a token. */
const jsonPart = (json: string): string => plainPart(json.replaceAll('`', '\\u0060'));

const [open, close] = ['\u{e000}', '\u{e001}'];

/** Marks a placeholder of Caddy in a text until {@link filled} writes it; other braces are literal. */
const placeholder = (name: string): string => open + name + close;

/** A text with placeholders, as a token. */
const filled = (text: string): string => quoted(plainPart(text).replaceAll(open, '{').replaceAll(close, '}'));

/** A row of a map: a pattern after a tilde, or a text, and its values. */
const row = (...tokens: readonly string[]): string => tokens.map(quoted).join(' ');

/**
 * A row of a map for one path. A path that resembles a placeholder becomes a pattern; in its values a dollar names a group, and
 * an undefined group keeps a brace from beginning a placeholder.
 */
const pathRow = (path: string, ...values: readonly string[]): string =>
  /[{}]/.test(path)
    ? // biome-ignore lint/suspicious/noTemplateCurlyInString: it is Caddy's
      row(`~^${literal(path)}$`, ...values.map((value) => value.replaceAll('$', '$$$$').replaceAll('{', () => '{${9}')))
    : [quoted(path), ...values.map(filled)].join(' ');
