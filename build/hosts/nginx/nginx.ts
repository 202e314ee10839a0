import { groupBy } from '../../contract/group-by.ts';
import { healthText } from '../../contract/health.ts';
import { typesByExtension } from '../../contract/media-types.ts';
import { readMethods } from '../../contract/methods.ts';
import { decodeLoosely, isPageFile, pageUrlOf } from '../../contract/permalinks.ts';
import { notFoundHint, problemType, stubOccurrence, unknownMethod } from '../../contract/problem.ts';
import { problemTypes } from '../../contract/problem-types.ts';
import { unpublished } from '../../contract/published-files.ts';
import { roleFields } from '../../contract/role-fields.ts';
import { documentExtensions } from '../../contract/roles.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { hashOf } from '../../files.ts';
import { parameter, sound } from '../accept-patterns.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal, pageEnding, sentOrigin, sentPath } from '../path-patterns.ts';
import {
  checkPlace,
  compressedExtensions,
  indexesOf,
  mediaTypes,
  namelessDocuments,
  openingOf,
  problemText,
  requestPath,
  routesOf,
  serverProblems,
} from '../server.ts';
import { fillTemplate, readTemplate } from '../template.ts';
import { answersOf, endingsOf, fieldLines, fieldMaps } from './answers.ts';
import { movedOf } from './moved.ts';
import { escaped, pattern, quotingOf, type Rows, variable } from './quote.ts';

/** nginx: `map`s decide, one location answers. The configuration is `site.conf` beside this file. */
export const nginx: Host = {
  title: 'nginx',
  version: '1.22',
  cannot: {
    nearest: 'it does not know what is near',
    unsatisfiable: 'the fields of the page are sent with it, too',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    counting: 'requests are not counted',
  },
  serverFile,
};

function serverFile(site: HostedSite, place: ServerPlace): string {
  checkPlace(site, place);
  // Of the whole URL, because two sites may share a host; PCRE takes names of 32 characters that begin with a letter.
  const prefix = `site_${Buffer.from(hashOf(site.url), 'base64url').toString('hex', 0, 4)}`;
  const quoting = quotingOf(prefix);
  const { inner, quote, rows } = quoting;
  const { hostname } = new URL(site.url);
  const routes = routesOf(site);
  const moved = movedOf(site, prefix, quoting);
  const answers = answersOf(site);
  const { maps, fields } = fieldMaps('answer', answers, quoting);
  const endings = fieldMaps('path', endingsOf(site), quoting);
  /** The two fields of one name are two lines. */
  const lines = (own: Readonly<Record<string, string>>): string[] => [
    ...fieldLines(own, quoting),
    ...Object.entries(endings.fields).map(([name, value]) => `add_header ${name} ${quote(value)} always;`),
  ];
  const problem = (...args: Parameters<typeof problemText> extends [unknown, ...infer Rest] ? Rest : never): string =>
    quote(problemText(site, ...args).replace(requestPath, variable('instance')));
  const alternatives = (texts: readonly string[]): string => escaped(texts.map(literal).join('|') || '(?!)');
  const routesOfKind = (kind: string): string[] => routes.filter((route) => route.kind === kind).map(({ path }) => path);
  const nested = site.nested.map((url) => ({ url, path: decodeLoosely(url) }));
  const of = (row: (each: (typeof nested)[number]) => Rows): string[] => rows(nested.flatMap(row));
  const aliases = (page: string): Rows => ['.md', 'index.html.md'].map((ending) => [page + ending, quote(`${page}index.md`)]);
  // Keys that are plain are compared without regard to case.
  const spellings = groupBy(
    site.files.filter(isPageFile).map((file) => pageUrlOf(file, site.htmlUrls)),
    (url) => url.toLowerCase(),
  );
  const keys = [...moved.paths, ...Object.keys(site.canonicals)];
  const longest = Math.max(0, ...keys.map((key) => Buffer.byteLength(key)));
  const wider = (directive: string, length: number, what: string): string[] => [
    `# ${what} long: a server that you have needs this, too.`,
    `${directive} ${2 ** Math.ceil(Math.log2(length))};`,
  ];

  return fillTemplate(readTemplate('nginx/site.conf').replaceAll('site_', `${prefix}_`), {
    OPENING: openingOf(nginx, site, [
      'Start it as it is with `nginx -c FILE`, or paste the marked part into the `http` of a server that you have',
      '(on Debian: /etc/nginx/conf.d/). A line `brotli_static` or `gzip_static` of your own is not needed.',
    ]).map((line) => `# ${line}`),
    HASHES: [
      ...(longest > 30 ? wider('map_hash_bucket_size', longest + 34, 'Paths in maps are') : []),
      ...(hostname.length > 39 ? wider('server_names_hash_bucket_size', hostname.length + 25, 'The name of the host is') : []),
    ],
    HOST: hostname,
    PORT: `${place.port}`,
    ROOT: inner(place.root),
    URL: inner(site.url),
    BASE: inner(site.base),
    HTML: escaped(literal(pageEnding(site))),
    SLASH: pageEnding(site),

    PARAMETERS: escaped(`(?:${parameter})*`),
    SOUND: escaped(sound),
    SENT_PATH: escaped(sentPath),
    PATH_BELOW: site.base === '' ? [] : rows([[`~*^${sentOrigin}${literal(site.base)}(/${sentPath})(?:\\?|$)`, '$1']]),
    BASE_RULES: moved.baseRules,
    UNPUBLISHED: alternatives([...unpublished]),

    NESTED_TWINS: of(({ path }) => [[path, quote(`${path}index.md`)]]),
    NESTED_WHOLES: of(({ path }) => [[`${path}index.md`, quote(`${path}index`)]]),
    NESTED_TWIN_URLS: of(({ url }) => [[url, quote(`${url}index.md`)]]),
    NESTED_ALIASES: rows([...aliases('/'), ...nested.flatMap(({ path }) => aliases(path))]),
    NESTED_ALIAS_URLS: rows([...aliases('/'), ...nested.flatMap(({ url }) => aliases(url))]),
    MOVED_MAPS: moved.maps,
    MOVED: moved.returns,

    TYPES: mediaTypes.map(([mediaType, extensions]) => `${quote(mediaType)} ${extensions.join(' ')};`),
    CODED_TYPES: rows([
      ...compressedExtensions.map((extension) => [`br:${extension}`, quote(typesByExtension[extension]!)] as const),
      ...namelessDocuments.map(({ path, mediaType }) => [`br:${path}`, quote(mediaType)] as const),
    ]),
    TYPED: rows(namelessDocuments.map(({ path }) => [path, `/.typed${path}`])),
    TYPED_LOCATIONS: namelessDocuments.flatMap(({ path, mediaType }) => [
      `location = /.typed${path} {`,
      `  if ($${prefix}_typed = "") { return 404; }`,
      `  rewrite ^ ${path} break;`,
      '  types { }',
      `  default_type ${quote(mediaType)};`,
      '}',
    ]),
    HTML_TYPE: inner(surfaces.getPage.mediaType),
    MARKDOWN_TYPE: inner(surfaces.getPageMarkdown.mediaType),
    PROBLEM_TYPE: problemType,

    HEALTH: alternatives(routesOfKind('live')),
    STUBS: alternatives(routesOfKind('stub')),
    DOCUMENTS: `.*\\.(?:${documentExtensions.join('|')})|${alternatives(namelessDocuments.map(({ path }) => path))}`,
    COMPRESSED: compressedExtensions.join('|'),
    READ_METHODS: readMethods.join(', '),
    METHODS: rows(routes.map(({ path, methods }) => [path, quote(methods.join(', '))])),
    INDEXES: rows(indexesOf(site).map(([folder, index]) => [`~^${literal(folder)}`, quote(index)])),
    CANONICALS: rows(
      Object.entries(site.canonicals).map(([path, url]) => [
        spellings.get(path.toLowerCase())?.length === 1 ? path : `~^${literal(path)}$`,
        quote(url),
      ]),
    ),
    DEPRECATION_MAPS: endings.maps,
    FIELD_MAPS: maps,
    FIELDS: lines(fields),
    PAGE_FIELDS: lines(answers.page),
    NEGOTIATED_FIELDS: lines(answers.negotiated),
    TWIN_FIELDS: lines(answers.twin),
    // What a page has is there already, but nginx joins values of Cache-Control.
    RANGE_FIELDS: Object.entries(answers.problem)
      .filter(([name]) => name === 'Cache-Control' || (name in roleFields.problem && !(name in roleFields.page)))
      .map(([name, value]) => `add_header ${name} ${quote(value)} always;`),
    PROBLEMS: rows([
      ['404', problem('notFound', { hint: notFoundHint(site) })],
      ...serverProblems
        .filter((id) => id !== 'notFound' && id !== 'expectationFailed')
        .map((id) => [`${problemTypes[id].status}`, problem(id, id === 'notImplemented' ? unknownMethod : {})] as const),
    ]),
    ROUTES: routes.flatMap(({ path, kind, methods }) => [
      `location = ${path} {`,
      `  if ($${prefix}_method = unknown) { return ${problemTypes.notImplemented.status}; }`,
      '  if ($request_method = OPTIONS) { return 204; }',
      `  if ($request_method !~ ${pattern(`^(?:${methods.join('|')})$`)}) { return ${problemTypes.methodNotAllowed.status}; }`,
      '  types { }',
      ...(kind === 'live'
        ? [`  default_type ${surfaces.getHealth.mediaType};`, `  return 200 ${quote(healthText('ok', site.name))};`]
        : [`  default_type ${problemType};`, `  return 501 ${problem('notImplemented', stubOccurrence(site))};`]),
      '}',
    ]),
  });
}
