import { posix } from 'node:path';
import { decodeLoosely } from '../../contract/permalinks.ts';
import { healthText, missingTwinDetail } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { groupBy } from '../../contract/std/collections.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { anyOf, literal, pathPatterns, patternsOf } from '../patterns.ts';
import * as server from '../server.ts';
import { fillTemplate, type Places, readTemplate } from '../template.ts';
import { apacheFields } from './fields.ts';
import { argument, expressionString, plainJson, targetOf, template } from './quote.ts';
import { movedRules, originOf, outsideRules, unslashedRules } from './redirects.ts';

/** Apache: mod_rewrite decides, mod_headers sets the fields. In the configuration of a server, or in `.htaccess`. */
export const apache: Host = {
  title: 'Apache',
  version: '2.4.13',
  unsupported: {
    nearest: 'it does not know what is near',
    search: 'it runs no code',
    markdownProblems: 'it has one document for each problem',
    preconditions: 'its 412 has no content',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    counting: 'requests are not counted',
  },
  serverFile,
  siteFiles: (site) => [{ path: '.htaccess', body: htaccess(site) }],
};

/** Placeholder for the stem of a page's URL, until Apache fills it. */
const page = '{page}';

// The configuration itself checks whether a page has a folder of its name.
const opening = (site: HostedSite, steps: readonly string[]): string[] =>
  server.openingOf(apache, { ...site, nested: [] }, steps).map((line) => `# ${line}`);

function htaccess(site: HostedSite): string {
  server.checkPlace(site, '');
  const base = targetOf(site.base);
  const places = {
    ROOT: `%{DOCUMENT_ROOT}${targetOf(decodeLoosely(site.base))}`,
    // Paths there are decoded again.
    FOUND: `${base}%{ENV:D_URL}`,
    TARGET_BASE: base,
    TO_FILE: 'PT',
    REDIRECTS: movedRules(site, '^'),
  };
  return fillTemplate(readTemplate('apache/htaccess'), {
    OPENING: opening(site, [
      'For hosts that read .htaccess. Needs mod_rewrite, mod_headers and AllowOverride All; and TraceEnable Off, or Allow names TRACE.',
    ]),
    UNSLASHED: unslashedRules(site),
    RULES: rules(site, places, (paths) => [
      `<If ${argument(`%{REQUEST_URI} in {${paths.map(expressionString).join(',')}}`)}>`,
      '</If>',
    ]),
  });
}

function serverFile(site: HostedSite, place: ServerPlace): string {
  server.checkPlace(site, place.root);
  const { hostname } = new URL(site.url);
  const folder = (path: string): string => argument(path).replaceAll('${', `\${DIPTYCH_DOLLAR}{`);
  const places = {
    ROOT: '%{DOCUMENT_ROOT}',
    FOUND: '%{ENV:D_FILE}',
    TARGET_BASE: '',
    TO_FILE: `\${DIPTYCH_TO_FILE}`,
    REDIRECTS: movedRules(site, `^${literal(decodeLoosely(site.base))}/`),
  };
  return fillTemplate(readTemplate('apache/site.conf'), {
    OPENING: opening(site, [
      'Start it as it is with `apache2 -f FILE`, or paste the marked part into a server that you have',
      '(on Debian: /etc/apache2/sites-available/, after `a2enmod rewrite headers`).',
    ]),
    PORT: `${place.port}`,
    // ServerName takes no IPv6 address.
    SERVER_NAME: hostname.startsWith('[') ? [] : [`ServerName ${hostname}`],
    FOLDER: folder(place.root),
    // A bracket would begin a pattern.
    FOLDER_PATTERN: folder(place.root.replaceAll('[', '[[]')),
    OUTSIDE: outsideRules(site),
    LANGUAGE_FOLDERS: languageFolders(site),
    // Not a conditional section, which applies too late: a request refused by a rule has no folder.
    RULES: rules(site, places, (paths) => [`<LocationMatch ${argument(`^(?:${anyOf(paths)})$`)}>`, '</LocationMatch>']),
  });
}

/** A pattern for the language folders with their own 404 page. */
const languageFolders = ({ notFound }: HostedSite): string =>
  anyOf([...notFound.keys()].map((folder) => decodeLoosely(folder).slice(1, -1)));

/**
 * The part common to server configuration and `.htaccess`.
 *
 * @param places values that differ between both
 * @param section that applies to these paths, which begin with the base path
 */
function rules(site: HostedSite, places: Places, section: (paths: readonly string[]) => readonly [string, string]): string[] {
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
  const [open, close] = section(stubs);
  const nameless = server.namelessDocuments.map(({ path, mediaType }) => ({ name: posix.basename(path), mediaType }));
  const own = {
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
      ...(stubs.length === 0 ? [] : [open, `  ${problem('notImplemented', 'stub')}`, close]),
    ],
    LANGUAGE_FOLDERS: languageFolders(site),
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
        `RewriteRule ^ "${places.TARGET_BASE}/.lone.${at}" [E=D_ROLE:absent,E=D_PAGE:%1,QSD,${places.TO_FILE}]`,
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
    SITE: originOf(site) + targetOf(site.base),
    ...places,
  };
  return fillTemplate(readTemplate('apache/rules.conf'), own, server.commonPlaces(site)).trimEnd().split('\n');
}
