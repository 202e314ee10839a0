import { documentExtensions, typesByExtension } from '../../contract/media-types.ts';
import { decodeLoosely, isPageFile, pageUrlOf } from '../../contract/permalinks.ts';
import { healthText, problemType } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import type { Redirect } from '../../contract/redirects.ts';
import { knownMethods, readMethods } from '../../contract/requests.ts';
import { roleFields } from '../../contract/role-fields.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { hashOf } from '../../files.ts';
import { frequentAccepts, parameter, sound } from '../accept-patterns.ts';
import { commonOf, endingsOf, type FieldSet, serverAnswers } from '../answers.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal, pageEnding, sentOrigin, sentPath, unpublishedPaths } from '../path-patterns.ts';
import * as server from '../server.ts';
import { fillTemplate, readTemplate } from '../template.ts';
import { escaped, nginxVariable, quotingOf } from './quote.ts';

/** nginx: the configuration is `site.conf` beside this file, where `map`s decide and one location answers. */
export const nginx: Host = {
  title: 'nginx',
  version: '1.22',
  cannot: {
    nearest: 'it does not know what is near',
    search: 'it runs no code',
    unsatisfiable: 'the fields of the page are sent with it, too',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    counting: 'requests are not counted',
  },
  serverFile,
};

/** Where requests are looked for that are for no path of the site: there is nothing. */
const outside = '/.outside';

function serverFile(site: HostedSite, place: ServerPlace): string {
  server.checkPlace(site, place);
  const { base } = site;
  // Of the whole URL, because two sites may share a host; PCRE takes names of 32 characters that begin with a letter.
  const prefix = `site_${Buffer.from(hashOf(site.url), 'base64url').toString('hex', 0, 4)}`;
  const { inner, quote, rows, fieldMaps, lines } = quotingOf(prefix);
  const { hostname } = new URL(site.url);
  const routes = server.routesOf(site);
  const pathsOf = (kind: string): string[] => routes.filter((route) => route.kind === kind).map(({ path }) => path);
  const anyOf = (texts: Iterable<string>): string => escaped([...texts].map(literal).join('|') || '(?!)');

  const moved = new Map<string, Redirect>(server.redirectsOf(site));
  if (base !== '') {
    moved.set(`${outside}/`, { kind: 'redirect', status: 302, location: '/' });
    moved.set(outside + decodeLoosely(base), { kind: 'redirect', status: 301, location: '/' });
  }
  const nested = site.nested.map(decodeLoosely);
  const longest = (texts: Iterable<string>, more: number): string =>
    `${2 ** Math.ceil(Math.log2(Math.max(64, ...[...texts].map((text) => Buffer.byteLength(text) + more))))}`;

  const variable = nginxVariable;
  const found = serverAnswers(site, {
    ...{ path: variable('path'), page: variable('page_url'), twin: variable('twin_url'), up: variable('up') },
    ...{ canonical: variable('canonical'), index: variable('index'), allow: variable('methods') },
  });
  const common = commonOf(site);
  const answers: Readonly<Record<string, FieldSet>> = Object.fromEntries(
    Object.entries(found).map(([kind, fields]) => [kind, { ...fields, ...common }]),
  );
  const ofAnswers = fieldMaps('answer', answers, { isWhole: true });
  const ends = endingsOf(site).flatMap(({ paths, fields }) => paths.map((path) => [path, fields] as const));
  const endings = fieldMaps('path', Object.fromEntries(ends), { isWhole: false });
  // The date goes: it does not tell the variants apart, and the tag does.
  const linesOf = (fields: Iterable<[string, string]>): string[] => lines([...fields, ...endings.fields, ['Last-Modified', '']]);
  const problem = (id: ProblemId | 'stub'): string =>
    quote(server.problemText(site, id).replace(server.requestPath, variable('instance')));

  return fillTemplate(readTemplate('nginx/site.conf').replaceAll('site_', `${prefix}_`), {
    OPENING: server
      .openingOf(nginx, site, [
        'Start it as it is with `nginx -c FILE`, or paste the marked part into the `http` of a server that you have',
        '(on Debian: /etc/nginx/conf.d/), with the bucket sizes above it that are not 64. A line `brotli_static` or `gzip_static` of',
        'your own is not needed.',
      ])
      .map((line) => `# ${line}`),
    MAP_BUCKET: longest([...moved.keys(), ...Object.keys(site.canonicals)], 34),
    NAME_BUCKET: longest([hostname], 25),
    PORT: `${place.port}`,
    HOST: hostname,
    ROOT: inner(place.root),
    URL: inner(site.url),
    BASE: inner(base),
    SLASH: pageEnding(site),
    HTML: escaped(literal(pageEnding(site))),

    PARAMETERS: escaped(`(?:${parameter})*`),
    SOUND: escaped(sound),
    FREQUENT_ACCEPTS: rows(frequentAccepts),
    SENT_PATH: escaped(sentPath),
    PATH_BELOW: base === '' ? [] : rows([[`~*^${sentOrigin}${literal(base)}(/${sentPath})(?:\\?|$)`, '$1']]),
    BASE_RULES:
      base === ''
        ? []
        : [
            `rewrite "${escaped(`^${literal(decodeLoosely(base))}(/.*)$`)}" $1 break;`,
            `rewrite "^(?!/\\.problem)(.*)$" ${outside}$1 break;`,
          ],
    UNPUBLISHED: escaped(unpublishedPaths),
    KNOWN_METHODS: [...knownMethods].join('|'),
    READ_METHODS: readMethods.join(', '),

    NESTED_TWINS: rows(nested.map((path) => [path, quote(`${path}index.md`)])),
    NESTED_WHOLES: rows(nested.map((path) => [`${path}index.md`, quote(`${path}index`)])),
    MOVED: rows(
      [...moved].map(([from, { status, location, query, fragment = '' }]) => {
        const args = query === undefined ? '$is_args$args' : inner(query);
        return [from, `"${status} ${inner(base + location)}${args}${inner(fragment)}"`];
      }),
    ),

    TYPES: server.mediaTypes.map(([mediaType, extensions]) => `${quote(mediaType)} ${extensions.join(' ')};`),
    CODED_TYPES: rows([
      ...server.compressedExtensions.map((extension) => [`br:${extension}`, quote(typesByExtension[extension]!)] as const),
      ...server.namelessDocuments.map(({ path, mediaType }) => [`br:${path}`, quote(mediaType)] as const),
    ]),
    TYPED: rows(server.namelessDocuments.map(({ path }) => [path, `/.typed${path}`])),
    TYPED_LOCATIONS: server.namelessDocuments.map(
      ({ path, mediaType }) =>
        `location = /.typed${path} { if ($${prefix}_typed = "") { return 404; } rewrite ^ ${path} break; types { } default_type ${quote(mediaType)}; }`,
    ),
    HEALTH: anyOf(pathsOf('live')),
    STUBS: anyOf(pathsOf('stub')),
    DOCUMENTS: `.*\\.(?:${documentExtensions.join('|')})|${anyOf(server.namelessDocuments.map(({ path }) => path))}`,
    COMPRESSED: server.compressedExtensions.join('|'),
    METHODS: rows(routes.map(({ path, methods }) => [path, quote(methods.join(', '))])),
    INDEXES: rows(server.indexesOf(site).map(([folder, index]) => [`~^${literal(folder)}`, quote(index)])),
    CANONICALS: rows(
      Object.entries(site.canonicals).map(([path, url]) => [path, quote(url)]),
      site.files.filter(isPageFile).map((file) => pageUrlOf(file, site.htmlUrls)),
    ),

    DEPRECATION_MAPS: endings.maps,
    FIELD_MAPS: ofAnswers.maps,
    FIELDS: linesOf(ofAnswers.fields),
    PAGE_FIELDS: linesOf(Object.entries(answers.page!)),
    NEGOTIATED_FIELDS: linesOf(Object.entries(answers.negotiated!)),
    TWIN_FIELDS: linesOf(Object.entries(answers.twin!)),
    // What a page has is there already; of Cache-Control, caches take the strictest value.
    RANGE_FIELDS: lines(
      Object.entries(answers.problem!).filter(
        ([name]) => name === 'Cache-Control' || (name in roleFields.problem && !(name in roleFields.page)),
      ),
    ),
    PROBLEMS: rows(server.serverProblems.map((id) => [`${problemTypes[id].status}`, problem(id)])),
    ROUTES: routes.flatMap(({ path, kind, methods }) => [
      `location = ${path} {`,
      `  if ($request_method !~ "^(?:${[...knownMethods].join('|')})$") { return 501; }`,
      '  if ($request_method = OPTIONS) { return 204; }',
      `  if ($request_method !~ "^(?:${methods.join('|')})$") { return 405; }`,
      `  types { } default_type ${kind === 'live' ? surfaces.getHealth.mediaType : problemType};`,
      kind === 'live' ? `  return 200 ${quote(healthText('ok', site.name))};` : `  return 501 ${problem('stub')};`,
      '}',
    ]),
  });
}
