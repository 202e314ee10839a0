import { typesByExtension } from '../../contract/media-types.ts';
import { decodeLoosely, isPageFile, pageUrlOf } from '../../contract/permalinks.ts';
import { healthText, missingTwinDetail, problemType } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { knownMethods } from '../../contract/requests.ts';
import { roleFields } from '../../contract/role-fields.ts';
import { countsOf } from '../../contract/std/collections.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { hashOf } from '../../files.ts';
import { commonOf, endingsOf, type FieldSet, serverAnswers } from '../answers.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal } from '../patterns.ts';
import * as server from '../server.ts';
import { fillTemplate, readTemplate } from '../template.ts';

/** nginx: the configuration is `site.conf` beside this file: `map`s decide and one location answers. */
export const nginx: Host = {
  title: 'nginx',
  version: '1.22',
  serverFile,
};

function serverFile(site: HostedSite, place: ServerPlace): string {
  const { base } = site;
  // From the whole URL, because two sites may share a host; PCRE names have at most 32 characters and begin with a letter.
  const prefix = `site_${Buffer.from(hashOf(site.url), 'base64url').toString('hex', 0, 4)}`;
  const { inner, quote, rows, fieldMaps, lines } = quotingOf(prefix);
  const { hostname } = new URL(site.url);
  const nested = site.nested.map(decodeLoosely);
  const moved = [...server.redirectsOf(site), ...server.outsideRedirects(site)];
  const lone = server.lonePages(site);
  const longest = (texts: Iterable<string>, more: number): string =>
    `${2 ** Math.ceil(Math.log2(Math.max(64, ...[...texts].map((text) => Buffer.byteLength(text) + more))))}`;

  const found = serverAnswers(site, {
    ...{ path: nginxVariable('path'), page: nginxVariable('page_url'), twin: nginxVariable('twin_url'), up: nginxVariable('up') },
    ...{ canonical: nginxVariable('canonical'), index: nginxVariable('index'), allow: nginxVariable('methods') },
  });
  const common = commonOf(site);
  const answers: Readonly<Record<string, FieldSet>> = Object.fromEntries(
    Object.entries(found).map(([kind, fields]) => [kind, { ...fields, ...common }]),
  );
  const ofAnswers = fieldMaps('answer', answers, { isWhole: true });
  const ends = endingsOf(site).flatMap(({ paths, fields }) => paths.map((path) => [path, fields] as const));
  const endings = fieldMaps('path', Object.fromEntries(ends), { isWhole: false });
  // Without Last-Modified, which does not identify the variant.
  const linesOf = (fields: Iterable<[string, string]>): string[] => lines([...fields, ...endings.fields, ['Last-Modified', '']]);
  const problem = (id: ProblemId | 'stub'): string =>
    quote(server.problemText(site, id, nginxVariable('detail')).replace(server.requestPath, nginxVariable('instance')));
  const methods = `^(?:${[...knownMethods].join('|')})$`;

  const places = {
    OPENING: server
      .openingOf(nginx, site, [
        'Whole, it starts with `nginx -c FILE`. The marked part, which `--include` writes alone, is for an nginx that you have (on',
        'Debian: a file in /etc/nginx/conf.d/ or sites-enabled/). Its tables may need map_hash_bucket_size and map_hash_max_size: then',
        '`nginx -t` says so. A line `brotli_static` or `gzip_static` of your own is not needed.',
      ])
      .map((line) => `# ${line}`),
    MAP_BUCKET: longest([...moved.map(([from]) => from), ...Object.keys(site.canonicals), ...lone.map(([stem]) => stem)], 34),
    NAME_BUCKET: longest([hostname], 25),
    PORT: `${place.port}`,
    HOST: hostname,
    ROOT: inner(place.root),
    URL: inner(site.url),
    BASE: inner(base),
    BASE_RULES:
      base === ''
        ? []
        : [
            `rewrite "^${literal(decodeLoosely(base))}(/.*)$" $1 break;`,
            `rewrite "^(?!/\\.problem)(.*)$" ${server.outside}$1 break;`,
          ],
    NESTED_TWINS: rows(nested.map((path) => [path, quote(`${path}index.md`)])),
    NESTED_WHOLES: rows(nested.map((path) => [`${path}index.md`, quote(`${path}index`)])),
    MOVED: rows(
      moved.map(([from, { status, location, query, fragment = '' }]) => {
        const args = query === undefined ? '$is_args$args' : inner(query);
        return [from, `"${status} ${inner(base + location)}${args}${inner(fragment)}"`];
      }),
    ),
    TYPES: server.mediaTypes.map(([mediaType, extensions]) => `${quote(mediaType)} ${extensions.join(' ')};`),
    CODED_TYPES: rows([
      ...server.compressedExtensions.map((extension) => [`200.br:${extension}`, quote(typesByExtension[extension]!)] as const),
      ...server.namelessDocuments.map(({ path, mediaType }) => [`~^20[06](?:.br)?:${literal(path)}$`, quote(mediaType)] as const),
    ]),
    METHODS: rows(server.routesOf(site).map(({ path, methods }) => [path, quote(methods.join(', '))])),
    NOT_FOUND_PAGES: rows([...site.notFound].map(([folder, file]) => [`~^${literal(folder)}`, quote(`/${file}`)])),
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
    // Fields of the page are already set; of several Cache-Control values caches take the strictest.
    RANGE_FIELDS: lines(
      Object.entries(answers.problem!).filter(
        ([name]) => name === 'Cache-Control' || (name in roleFields.problem && !(name in roleFields.page)),
      ),
    ),
    NOT_FOUND: inner(server.inJson(problemTypes.notFound.meaning)),
    MISSING_TWINS: rows(lone.map(([stem, page, why]) => [stem, quote(server.inJson(missingTwinDetail(site.url + page, why)))])),
    PROBLEMS: rows(server.serverProblems.map((id) => [`${problemTypes[id].status}`, problem(id)])),
    ROUTES: server
      .routesOf(site)
      .flatMap(({ path, kind, methods: own }) => [
        `location = ${path} {`,
        `  set $${prefix}_kind ${kind};`,
        `  if ($request_method !~ "${methods}") { return 501; }`,
        '  if ($request_method = OPTIONS) { return 204; }',
        `  if ($request_method !~ "^(?:${own.join('|')})$") { return 405; }`,
        `  types { } default_type ${kind === 'live' ? surfaces.getHealth.mediaType : problemType};`,
        kind === 'live' ? `  return 200 ${quote(healthText('ok', site.name))};` : `  return 501 ${problem('stub')};`,
        '}',
      ]),
  };
  return fillTemplate(readTemplate('nginx/site.conf').replaceAll('site_', `${prefix}_`), places, server.commonPlaces(site));
}

type Rows = readonly (readonly [key: string, value: string])[];

/** Placeholder for our variable in a quoted text, in private-use characters, which no text of a site contains. */
const nginxVariable = (name: string): string => `\ue000${name}\ue001`;

/** Makes the quoting functions for a site, whose variables have a prefix. */
function quotingOf(prefix: string) {
  /** A text of the site inside quotes. nginx cannot escape `$`: a variable holds it. */
  const inner = (text: string): string =>
    text
      .replace(/[\\"]/g, '\\$&')
      .replaceAll('$', `\${${prefix}_dollar}`)
      .replace(/\ue000(\w+)\ue001/g, (_, name: string) => `\${${prefix}_${name}}`);
  const quote = (text: string): string => `"${inner(text)}"`;
  /**
   * Rows of a `map`. A key with a leading tilde is a pattern. Plain keys are case-insensitive: keys that differ only in case
   * become patterns.
   */
  const rows = (table: Rows, spelled: readonly string[] = table.map(([key]) => key)): string[] => {
    const counts = countsOf(spelled.map((key) => key.toLowerCase()));
    const isPlain = (key: string): boolean => key.startsWith('~') || (!/[\\"]/.test(key) && counts.get(key.toLowerCase()) === 1);
    return table.map(([key, value]) => `"${isPlain(key) ? key : `~^${literal(key)}$`}" ${value};`);
  };
  /** The fields of all rows of a table: a `map` for each field that differs by the variable. */
  const fieldMaps = (from: string, table: Readonly<Record<string, FieldSet>>, { isWhole }: { readonly isWhole: boolean }) => {
    const all = Object.entries(table);
    const maps: string[] = [];
    const names = new Set(all.flatMap(([, own]) => Object.keys(own)));
    const fields = [...names].map((name): [string, string] => {
      const value = all[0]![1][name];
      if (isWhole && value !== undefined && all.every(([, own]) => own[name] === value)) return [name, value];
      // Longer names need a larger `variables_hash_bucket_size`.
      const to = `${from[0]}_${name.toLowerCase().replaceAll('-', '_')}`.slice(0, 31);
      const rowsOf = all.flatMap(([key, own]) => (own[name] ? [[key, quote(own[name])] as const] : []));
      maps.push(`map $${prefix}_${from} $${prefix}_${to} {`, ...['default "";', ...rows(rowsOf)].map((row) => `  ${row}`), '}');
      return [name, nginxVariable(to)];
    });
    return { maps, fields };
  };
  const lines = (fields: Iterable<readonly [name: string, value: string]>): string[] =>
    [...fields].map(([name, value]) => `add_header ${name} ${quote(value)} always;`);
  return { inner, quote, rows, fieldMaps, lines };
}
