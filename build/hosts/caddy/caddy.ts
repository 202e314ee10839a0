import { deprecationFields, deprecationLinks } from '../../contract/deprecation.ts';
import { groupBy } from '../../contract/group-by.ts';
import { healthText } from '../../contract/health.ts';
import { bareTypeOf, indexLinks, joinLinks, link, serviceLinks } from '../../contract/links.ts';
import { knownMethods, preflightFields, readMethods } from '../../contract/methods.ts';
import { decodeLoosely, notFoundFile, urlOfFile } from '../../contract/permalinks.ts';
import { notFoundHint, problemFields, problemType, stubOccurrence, unknownMethod } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { unpublished } from '../../contract/published-files.ts';
import { quotaFields } from '../../contract/quota.ts';
import type { Redirect } from '../../contract/redirect-table.ts';
import { cacheOf, documentExtensions } from '../../contract/roles.ts';
import { commonFields, contentPolicyOf, permissionsPolicy } from '../../contract/security-fields.ts';
import { cachePolicies, surfaces } from '../../contract/surfaces.ts';
import { targetLimit } from '../../contract/target-limit.ts';
import { UserError } from '../../contract/user-error.ts';
import { firstNamed, mediaRanges, plainRange, repeated, sound, weighedRange } from '../accept-patterns.ts';
import type { Host, ServerPlace } from '../host.ts';
import { type HostedSite, withTwin } from '../hosted-site.ts';
import { fileAlias, literal, notFoundStem, pageAlias, pageEnding, partEnding, twinAlias } from '../path-patterns.ts';
import {
  checkPlace,
  compressedExtensions,
  describedBy,
  indexesOf,
  mediaTypes,
  namelessDocuments,
  openingOf,
  pairsOf,
  problemText,
  redirectsOf,
  requestPath,
  routesOf,
} from '../server.ts';
import { jsonPart, plainPart, quoted, rowOf } from './quote.ts';

/** Caddy: `map` reads, expressions decide, `error` and `handle_errors` refuse. */
export const caddy: Host = {
  title: 'Caddy',
  version: '2.6',
  cannot: {
    nearest: 'it does not know what is near',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    malformed: 'it answers itself, in plain text',
    preconditions: 'its 412 has no content',
    unsatisfiable: 'its 416 is plain text',
    counting: 'requests are not counted',
  },
  serverFile,
};

const found: readonly ProblemId[] = [
  'invalidRequest',
  'methodNotAllowed',
  'notAcceptable',
  'uriTooLong',
  'internalError',
  'notImplemented',
];

/** What the first group of a pattern matched. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is Caddy's
const match = '${1}';

/** A path as it is sent, of characters that mean nothing to JSON, fields and Caddy. */
const sent = "((?:/(?:[\\w.~!$&'()*+,;=:@-]|%[2-9A-Fa-f][0-9A-Fa-f])+)*/?)(?:\\?|$)";
const odd = '~(?i)^[^?]*(?:%2f|%5c|%7f|//|/(?:\\.|%2e){1,2}(?:[/?]|$))';
/** A part of a long page, of which it keeps what stands before. */
const part = `~^(.+)${partEnding}`;
/** Decoded paths that are not files of the site. */
const hidden = `(?:/$|\\.html?$|/\\.[^w]|/\\.w[^e]|^/.+/\\.|^/(?:${[...unpublished].map(literal).join('|')})$)`;

const map = (from: string, to: string, fallback: string, rows: readonly (readonly [string, string])[]): string[] => [
  `map ${from} {d_${to}} {`,
  ...rows.map(([key, value]) => `\t${quoted(key)} ${quoted(value)}`),
  `\tdefault ${quoted(fallback)}`,
  '}',
];
const block = (opening: string, lines: readonly string[]): string[] => [`${opening} {`, ...lines.map((line) => `\t${line}`), '}'];

const field = (name: string, value: string, matcher = ''): string[] =>
  value === '' ? [] : [`header ${matcher}${name} ${quoted(value)}`];
const constant = (name: string, value: string, matcher = ''): string[] => field(name, plainPart(value), matcher);

function acceptMaps(): string[] {
  const of = (name: string): string => `double({d_${name}})`;
  const quality = (name: string): string =>
    `(${of(name)} >= 0.0 ? ${of(name)} : ${of('text')} >= 0.0 ? ${of('text')} : ${of('any')} >= 0.0 ? ${of('any')} : 0.0)`;
  const [markdown, html] = [quality('markdown'), quality('html')];
  const named = `${of('markdown')} >= 0.0`;
  const read = '{d_sound} == "yes" && size({header.Accept}) <= 4096';
  return [
    ...mediaRanges.flatMap((range) =>
      map('{header.Accept}', range.name, '-1', [
        [`~(?i)${weighedRange(range)}`, match],
        [`~(?i)${plainRange(range)}`, '1'],
      ]),
    ),
    ...map('{header.Accept}', 'first', 'none', [[`~(?i)${firstNamed()}`, match]]),
    ...map('{header.Accept}', 'sound', 'no', [
      ...repeated.map((each) => [`~(?i)${each}`, 'no'] as const),
      [`~(?i)${sound}`, 'yes'],
    ]),
    `@markdown expression \`${read} && ((${named} && ${markdown} > ${html}) || (${markdown} > 0.0 && ${html} == 0.0) || (${named} && ${markdown} > 0.0 && ${markdown} == ${html} && (${of('html')} < 0.0 || {d_first}.lowerAscii() == "markdown")))\``,
    `@neither expression \`${read} && ${markdown} == 0.0 && ${html} == 0.0\``,
    `@browser expression \`${read} && ${of('html')} > 0.0 && !((${named} && ${markdown} > ${html}) || (${named} && ${markdown} == ${html} && {d_first}.lowerAscii() == "markdown"))\``,
  ];
}

/** What a site below a path needs: its paths without that, and redirects to it. */
const below = (base: string): string[] => [
  `@outside not path_regexp ${quoted(`^${literal(decodeLoosely(base))}/`)}`,
  ...block('route @outside', [
    '@root path_regexp ^/$',
    `@unslashed path_regexp ${quoted(`^${literal(decodeLoosely(base))}$`)}`,
    ...constant('Cache-Control', cachePolicies.none, '@root '),
    ...constant('Cache-Control', cachePolicies.document, '@unslashed '),
    `redir @root ${base}/{d_query} 302`,
    `redir @unslashed ${base}/{d_query} 301`,
    `error ${problemTypes.notFound.status}`,
  ]),
  `uri strip_prefix ${base}`,
];

function serverFile(site: HostedSite, place: ServerPlace): string {
  checkPlace(site, place);
  if (/[*?[\\`]/.test(place.root))
    throw new UserError(
      `${place.root}: Caddy takes "*", "?", "[", a backslash or a backtick in the path of a folder for a pattern; rename the folder`,
    );
  const problem = (id: ProblemId, occurrence?: Parameters<typeof problemText>[2]): string =>
    `respond ${quoted(jsonPart(problemText(site, id, occurrence)).replace(plainPart(requestPath), '{d_instance}'))} ${problemTypes[id].status}`;
  const { base } = site;
  const html = surfaces.getPage.mediaType;
  const documents = `(?:\\.(?:${documentExtensions.join('|')})|^${namelessDocuments.map(({ path }) => literal(path)).join('|^')})$`;
  const shared = joinLinks(describedBy(site, '{d_index}'), serviceLinks(site).join(', '));
  const canonicals = Object.entries(site.canonicals);
  const page = link(canonicals.length > 0 ? '{d_canonical}' : `${site.url}{vars.page_url}`, 'canonical');
  const toHtml = link(`${base}{vars.page_url}`, 'alternate', bareTypeOf(html));
  const toMarkdown = link(`${base}{d_twin_url}`, 'alternate', bareTypeOf(surfaces.getPageMarkdown.mediaType));
  const all = (...links: string[]): string => links.filter((each) => each !== '').join(', ');
  const { path: healthPath, mediaType: healthType } = surfaces.getHealth;
  const { limit, window } = site.quota;
  const kinds = (name: string, expression: string): string => `@${name} expression \`${expression}\``;
  const preflight = pairsOf(preflightFields('{d_allow}')).flatMap(([name, value]) => field(name, value, '@preflight '));
  const options = [
    'header Allow {d_allow}',
    ...preflight,
    ...constant('Cache-Control', cachePolicies.none),
    'header -Content-Type',
    'respond 204',
  ];
  const routes = routesOf(site);
  const common = [
    ...pairsOf(commonFields(site)).flatMap(([name, value]) => constant(name, value)),
    ...constant(quotaFields[0], `${limit}`),
    ...constant(quotaFields[3], `${limit};w=${window}`),
    ...site.deprecations.flatMap((row, at) => [
      `@deprecated${at} path ${withTwin(site, row.path)
        .map((path) => quoted(base + path))
        .join(' ')}`,
      ...pairsOf(deprecationFields(row)).flatMap(([name, value]) => constant(name, value, `@deprecated${at} `)),
      ...constant('+Link', deprecationLinks(site, row), `@deprecated${at} `),
    ]),
  ];
  const alias = (name: string, lines: readonly string[], target: string, status = 301): string[] => [
    ...block(`@${name}`, lines),
    ...block(`route @${name}`, [
      ...constant('Cache-Control', status === 301 || status === 308 ? cachePolicies.document : cachePolicies.none),
      `redir * ${target} ${status}`,
    ]),
  ];
  // One map for each status: a matcher for each redirect takes Caddy seconds to start with.
  const isPlain = ({ query, fragment }: Redirect): boolean => query === undefined && fragment === undefined;
  const redirects = [...redirectsOf(site)];
  const moved = [
    ...groupBy(
      redirects.filter(([, row]) => isPlain(row)),
      ([, { status }]) => status,
    ),
  ];
  const movedMaps = moved.flatMap(([status, rows]) =>
    map(
      '{path}',
      `moved_${status}`,
      '',
      rows.map(([from, { location }]) => rowOf(from, base + location)),
    ),
  );
  const movedRoutes = [
    ...moved.flatMap(([status]) =>
      alias(`moved${status}`, [`expression \`{d_moved_${status}} != ""\``], `{d_moved_${status}}{d_query}`, status),
    ),
    ...redirects
      .filter(([, row]) => !isPlain(row))
      .flatMap(([from, { status, location, query, fragment = '' }], at) =>
        alias(
          `moved_at${at}`,
          [`path_regexp ${quoted(`^${literal(from)}$`)}`],
          quoted(`${plainPart(base + location)}${query === undefined ? '{d_query}' : plainPart(query)}${plainPart(fragment)}`),
          status,
        ),
      ),
  ];
  const spelled = (name: string): string => `expression \`{d_${name}} != "/.none"\``;
  const nested = site.nested.map((url) => ({ url, path: decodeLoosely(url) }));
  /** Rows for the pages whose twins lie in their folders. */
  const of = (row: (each: { path: string; url: string }) => readonly (readonly [string, string])[]) =>
    nested.flatMap((each) => row(each).map(([key, value]) => rowOf(key, value)));
  const aliases = (page: string) => ['.md', 'index.html.md'].map((ending) => [page + ending, `${page}index.md`] as const);
  const ending = pageEnding(site);
  const pageFile = ending ? '{path}' : '{path}.html';
  const stems = ending ? [[`~^(.+)${literal(ending)}$`, `${match}.md`] as const] : [];
  /** The URLs of pages that are no indexes of their folders, where those end otherwise than the folders'. */
  const ofFile = (name: string): string => (ending ? `html_${name}` : name);
  const htmlMaps = ending
    ? [
        ...map('{d_path}', ofFile('file_url'), '', [
          ['/index.md', '/'],
          ['~^(.+)\\.md$', match + ending],
        ]),
        ...map('{d_path}', ofFile('part_url'), '', [
          [part.replace('(.+)', '(.*/)index'), match],
          [part, match + ending],
        ]),
        ...map('{d_path}', ofFile('alias_url'), '/.none', [[`~^(.+?)${fileAlias(site)}`, match + ending]]),
      ]
    : [];
  const notMissing = `not path ${notFoundStem} ${notFoundStem}/* ${notFoundStem}.*`;

  return [
    ...openingOf(caddy, site, [
      'Start it as it is with `caddy run --adapter caddyfile --config FILE`, or paste the marked part into a Caddyfile that you have, and',
      'put the name of the site in the place of its port: Caddy gets the certificate.',
    ]).map((line) => `# ${line}`),
    '',
    '{',
    '\tadmin off',
    '}',
    '',
    '# ---- from here: the part for a Caddyfile that you have ----',
    '',
    ...block(`:${place.port}`, [
      `root * ${quoted(plainPart(place.root))}`,
      '',
      '# Accept: which variant of a page.',
      ...acceptMaps(),
      '',
      '# The path, as it was sent, and what belongs to it.',
      ...map('{http.request.orig_uri}', 'path', '', [
        ...(base === '' ? [] : [[`~^${literal(base)}${sent}`, match] as const]),
        [`~^${sent}`, match],
      ]),
      ...map('{http.request.orig_uri}', 'odd', 'no', [[odd, 'yes']]),
      ...map('{http.request.orig_uri}', 'instance', '/', [
        [odd, '/'],
        [`~^${sent}`, match],
      ]),
      ...map('{http.request.orig_uri}', 'query', '', [['~^[^?]*(\\?.+)$', match]]),
      ...map('{path}', 'twin', '/.none', [
        ['/', '/index.md'],
        ...of(({ path }) => [[path, `${path}index.md`]]),
        ...stems,
        ['~^(.*[^/])/?$', `${match}.md`],
      ]),
      ...map('{d_path}', 'twin_url', '', [
        ['/', '/index.md'],
        ...of(({ url }) => [[url, `${url}index.md`]]),
        ...stems,
        ['~^(.*[^/])/?$', `${match}.md`],
      ]),
      ...map('{path}', 'file_page', '/.none', [
        ['/index.md', '/index.html'],
        ...of(({ path }) => [[`${path}index.md`, '/.none']]),
        ['~^(.+)\\.md$', `${match}.html`],
      ]),
      ...map('{path}', 'folder_page', '/.none', [
        ...of(({ path }) => [[`${path}index.md`, `${path}index.html`]]),
        ['~^(.+)\\.md$', `${match}/index.html`],
      ]),
      ...map('{d_path}', 'file_url', '', [
        ['/index.md', '/'],
        ...of(({ url }) => [[`${url}index.md`, url.slice(0, -1)]]),
        ['~^(.+)\\.md$', match],
      ]),
      ...htmlMaps,
      ...(site.indexed.length === 0
        ? []
        : map(
            '{vars.page_url}',
            'index',
            surfaces.getLlmsTxt.path,
            indexesOf(site).map(([folder, index]) => [`~^${literal(folder)}`, index.replaceAll('$', '$$$$')]),
          )),
      ...(canonicals.length === 0
        ? []
        : map(
            '{vars.page_url}',
            'canonical',
            `${site.url}{vars.page_url}`,
            canonicals.map(([path, url]) => rowOf(path, url)),
          )),
      ...movedMaps,
      // The page that a document is a part of.
      ...map('{path}', 'part_page', '/.none', [[part, `${match}.html`]]),
      ...map('{path}', 'part_folder', '/.none', [[part, `${match}/index.html`]]),
      ...map('{d_path}', 'part_url', '', [
        [part.replace('(.+)', '(.*/)index'), match],
        [part, match],
      ]),
      ...map('{d_path}', 'up', '', [
        [part, `, ${link(`${base}${match}.md`, 'up', bareTypeOf(surfaces.getPageMarkdown.mediaType))}`],
      ]),
      ...map('{path}', 'alias_file', '/.none', [
        ['~^/index(?:\\.html)?$', '/.none'],
        ...of(({ path }) => ['index', 'index.html'].map((name) => [path + name, '/.none'])),
        [`~^(.+?)${fileAlias(site)}`, `${match}.html`],
      ]),
      ...map('{d_path}', 'alias_url', '/.none', [[`~^(.*?)${pageAlias}`, match]]),
      ...map('{path}', 'alias_folder', '/.none', [[`~^(.*?)${pageAlias}`, `${match}/index.html`]]),
      ...map('{path}', 'slash_file', '/.none', [['~^(.+)/$', `${match}.html`]]),
      ...map('{d_path}', 'slash_url', '', [['~^(.+)/$', match + ending]]),
      ...map('{path}', 'alias_twin', '/.none', [
        ...of(({ path }) => aliases(path)),
        [`~^${twinAlias}`, '/index.md'],
        [`~^(.+?)${twinAlias}`, `${match}.md`],
      ]),
      ...map('{d_path}', 'alias_twin_url', '/.none', [
        ...of(({ url }) => aliases(url)),
        [`~^${twinAlias}`, '/index.md'],
        [`~^(.+?)${twinAlias}`, `${match}.md`],
      ]),
      ...map('{d_alias_twin}', 'alias_twin_page', '/.none', [
        ['/index.md', '/index.html'],
        ['~^(.+)\\.md$', `${match}.html`],
      ]),
      ...map('{d_alias_twin}', 'alias_twin_folder', '/.none', [['~^(.+)\\.md$', `${match}/index.html`]]),
      ...map('{path}', 'owner', '/.none', [['~^(.+)\\.(?:br|gz)$', match]]),
      ...map(
        '{d_path}',
        'allow',
        readMethods.join(', '),
        routes.map(({ path, methods }) => [path, methods.join(', ')]),
      ),
      ...map('{path}', 'type', 'application/octet-stream', [
        ...namelessDocuments.map(({ path, mediaType }) => [path, mediaType] as const),
        ...mediaTypes.map(([mediaType, extensions]) => [`~(?i)\\.(?:${extensions.join('|')})$`, mediaType] as const),
      ]),
      '@preflight header Access-Control-Request-Method *',
      '@options method OPTIONS',
      '',
      ...block('route', [
        ...common,
        'request_header -If-Modified-Since',
        'request_header -If-Unmodified-Since',
        kinds('long', `size({http.request.orig_uri}) > ${targetLimit}`),
        `error @long ${problemTypes.uriTooLong.status}`,
        kinds('malformed', '{d_path} == "" || {d_odd} == "yes"'),
        `error @malformed ${problemTypes.invalidRequest.status}`,
        `@unknown not method ${[...knownMethods].join(' ')}`,
        `error @unknown ${problemTypes.notImplemented.status}`,
        ...(base === '' ? [] : below(base)),
        ...routes.flatMap(({ path, kind, methods }, at) => [
          `@route${at} path_regexp ${quoted(`^${literal(path)}$`)}`,
          ...block(`route @route${at}`, [
            ...block('route @options', options),
            `@wrong${at} not method ${methods.join(' ')}`,
            `error @wrong${at} ${problemTypes.methodNotAllowed.status}`,
            ...(kind === 'live'
              ? [
                  ...constant('Content-Type', healthType),
                  ...constant('Cache-Control', cachePolicies.none),
                  ...constant('Content-Security-Policy', contentPolicyOf(site, { role: 'document', mediaType: healthType })!),
                  ...constant('Link', [link(healthPath, 'status', healthType), ...serviceLinks(site)].join(', ')),
                  `respond ${quoted(jsonPart(healthText('ok', site.name)))} 200`,
                ]
              : [`vars stub yes`, `error ${problemTypes.notImplemented.status}`]),
          ]),
        ]),
        '',
        '# What is there: a page, with its twin or without, or a file of its own.',
        'vars kind none',
        ...block('@page_file', [
          ending ? `path_regexp ${quoted(`${literal(ending)}$`)}` : 'not path */',
          `not path_regexp ${quoted(`(?:(?:^|/)index|^${notFoundStem})${literal(ending)}$`)}`,
          `file ${pageFile}`,
        ]),
        ...block('@page_folder', ['path */', 'file {path}index.html']),
        ...block('@file', [`not path_regexp ${quoted(hidden)}`, 'file {path}']),
        '@owned file {d_owner}',
        'vars @file kind file',
        'vars @owned kind none',
        'vars @page_file kind page',
        'vars @page_folder kind page',
        'vars twin none',
        '@twin file {d_twin}',
        'vars @twin twin {d_twin}',
        '',
        kinds('none', '{vars.kind} == "none"'),
        ...block('route @none', [
          ...movedRoutes,
          // A spelling that is one only when it is decoded (`%2ehtml`) has no URL to lead to: nothing is there.
          ...alias(
            'alias_file',
            [notMissing, spelled(ofFile('alias_url')), 'file {d_alias_file}'],
            `${base}{d_${ofFile('alias_url')}}{d_query}`,
          ),
          ...alias('alias_folder', [spelled('alias_url'), 'file {d_alias_folder}'], `${base}{d_alias_url}/{d_query}`),
          ...alias('slash_file', [notMissing, 'file {d_slash_file}'], `${base}{d_slash_url}{d_query}`),
          ...alias('slash_folder', ['not path */', 'file {path}/index.html'], `${base}{d_path}/{d_query}`),
          '@alias_twin_page file {d_alias_twin_page} {d_alias_twin_folder}',
          ...block(
            'route @alias_twin_page',
            alias('alias_twin', [spelled('alias_twin_url'), 'file {d_alias_twin}'], `${base}{d_alias_twin_url}{d_query}`),
          ),
          `error ${problemTypes.notFound.status}`,
        ]),
        ...block('route @options', options),
        '@write not method GET HEAD',
        `error @write ${problemTypes.methodNotAllowed.status}`,
        '',
        kinds('paired', '{vars.kind} == "page" && {vars.twin} != "none"'),
        ...block('route @paired', [
          'vars kind paired',
          `error @neither ${problemTypes.notAcceptable.status}`,
          'vars @markdown kind negotiated',
        ]),
        kinds('any_page', '{vars.kind} in ["page", "paired", "negotiated"]'),
        kinds('html', '{vars.kind} in ["page", "paired"]'),
        kinds('lone', '{vars.kind} == "page"'),
        kinds('both', '{vars.kind} == "paired"'),
        kinds('negotiated', '{vars.kind} == "negotiated"'),
        kinds('own', '{vars.kind} == "file"'),
        'vars @any_page page_url {d_path}',
        `@compressed path_regexp ${quoted(`(?:\\.(?:${compressedExtensions.join('|')})|^${namelessDocuments.map(({ path }) => literal(path)).join('|^')})$`)}`,
        ...block('route @own', constant('Vary', 'Accept-Encoding', '@compressed ')),
        ...block('route @own', [
          `@text path_regexp ${quoted(documents)}`,
          'vars kind asset',
          'vars @text kind document',
          '@part_of_folder file {d_part_folder}',
          '@part_of_file file {d_part_page}',
          '@of_folder file {d_folder_page}',
          '@of_file file {d_file_page}',
          ...block('route @part_of_folder', ['vars kind twin', 'vars page_url {d_part_url}/']),
          ...block('route @part_of_file', ['vars kind twin', `vars page_url {d_${ofFile('part_url')}}`]),
          ...block('route @of_folder', ['vars kind twin', 'vars page_url {d_file_url}/']),
          ...block('route @of_file', ['vars kind twin', `vars page_url {d_${ofFile('file_url')}}`]),
        ]),
        kinds('is_twin', '{vars.kind} == "twin"'),
        kinds('is_document', '{vars.kind} == "document"'),
        kinds('is_asset', '{vars.kind} == "asset"'),
        kinds('of_markdown', '{vars.kind} in ["negotiated", "twin"]'),
        kinds('silent', '{vars.kind} in ["negotiated", "twin", "document"]'),
        `@svg path *.svg *.SVG`,
        ...constant('Cache-Control', cachePolicies[cacheOf.page], '@html '),
        ...constant('Cache-Control', cachePolicies[cacheOf.negotiated], '@negotiated '),
        ...constant('Cache-Control', cachePolicies[cacheOf.twin], '@is_twin '),
        ...constant('Cache-Control', cachePolicies[cacheOf.document], '@is_document '),
        ...constant('Cache-Control', cachePolicies[cacheOf.asset], '@is_asset '),
        ...constant('Content-Security-Policy', contentPolicyOf(site, { role: 'page', mediaType: html }) ?? '', '@html '),
        ...constant('Content-Security-Policy', contentPolicyOf(site, { role: 'document', mediaType: 'text/plain' })!, '@silent '),
        ...constant('Content-Security-Policy', contentPolicyOf(site, { role: 'asset', mediaType: 'image/svg+xml' })!, '@svg '),
        ...constant('Permissions-Policy', permissionsPolicy, '@html '),
        ...constant('Vary', 'Accept, Accept-Encoding', '@any_page '),
        ...field('Content-Location', `${base}{d_path}`, '@html '),
        ...field('Content-Location', `${base}{d_twin_url}`, '@negotiated '),
        ...field('Link', all(page, toMarkdown, shared), '@both '),
        ...field('Link', all(page, shared), '@lone '),
        ...field('Link', all(page, `${toHtml}{d_up}`, shared), '@of_markdown '),
        ...constant('Link', serviceLinks(site).join(', '), '@is_document '),
        // Not by `rewrite`, which takes a question mark of a name for the beginning of a query, and since 2.7 decodes what it is given.
        ...(ending ? [] : [kinds('html_file', '{vars.kind} in ["page", "paired"] && !{d_path}.endsWith("/")')]),
        kinds('html_folder', '{vars.kind} in ["page", "paired"] && {d_path}.endsWith("/")'),
        kinds('beside', '{vars.kind} == "negotiated" && !{d_twin_url}.endsWith("/index.md")'),
        kinds('within', '{vars.kind} == "negotiated" && {d_twin_url}.endsWith("/index.md")'),
        ...(ending ? [] : ['uri @html_file path_regexp $ .html']),
        'uri @html_folder path_regexp $ index.html',
        `uri @beside path_regexp ${quoted(ending ? `(?:/|${literal(ending)})?$` : '/?$')} .md`,
        'uri @within path_regexp $ index.md',
        'header Content-Type {d_type}',
        ...block('header', ['-Last-Modified', 'defer']),
        ...block('file_server', ['precompressed br gzip', 'index .none']),
      ]),
      '',
      ...block('handle_errors', [
        ...common,
        ...constant('Cache-Control', cachePolicies.none),
        ...constant('Content-Security-Policy', contentPolicyOf(site, { role: 'document', mediaType: problemType })!),
        kinds('absent', '{err.status_code} == 404'),
        ...field('Vary', 'Accept', '@absent '),
        ...constant('Link', indexLinks(site).join(', '), '@absent '),
        ...block('@missing', [
          'expression `{err.status_code} == 404 && {http.request.orig_method} in ["GET", "HEAD"]`',
          `file ${urlOfFile(notFoundFile)}`,
        ]),
        ...block('route @missing', [
          ...block('route @browser', [
            ...constant('Content-Security-Policy', contentPolicyOf(site, { role: 'page', mediaType: html }) ?? ''),
            ...constant('Permissions-Policy', permissionsPolicy),
            `rewrite * ${urlOfFile(notFoundFile)}`,
            ...constant('Content-Type', html),
            ...block('header', ['-Last-Modified', '-Etag', 'defer']),
            ...block('file_server', [`status ${problemTypes.notFound.status}`, 'precompressed br gzip']),
          ]),
        ]),
        ...constant('Content-Type', problemType),
        ...pairsOf(problemFields).flatMap(([name, value]) => constant(name, value)),
        kinds('refused', '{err.status_code} == 406'),
        ...field('Vary', 'Accept', '@refused '),
        ...field('Link', all(link(`${base}{d_path}`, 'alternate', bareTypeOf(html)), toMarkdown), '@refused '),
        kinds('wrong_method', '{err.status_code} == 405'),
        'header @wrong_method Allow {d_allow}',
        kinds('stub', '{err.status_code} == 501 && {vars.stub} == "yes"'),
        ...constant('Link', stubOccurrence(site).links.join(', '), '@stub '),
        ...block('route @stub', [problem('notImplemented', stubOccurrence(site))]),
        ...block('route @absent', [problem('notFound', { hint: notFoundHint(site) })]),
        ...found.flatMap((id) => [
          kinds(`status${problemTypes[id].status}`, `{err.status_code} == ${problemTypes[id].status}`),
          ...block(`route @status${problemTypes[id].status}`, [problem(id, id === 'notImplemented' ? unknownMethod : {})]),
        ]),
      ]),
    ]),
    '',
    '# ---- until here ----',
    '',
  ].join('\n');
}
