import { posix } from 'node:path';
import { decodeLoosely } from '../../contract/permalinks.ts';
import { healthText, missingTwinDetail } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { isLocalUrl } from '../../contract/site-url.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { UserError } from '../../contract/std/errors.ts';
import type { Host } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { anyOf, literal, pathPatterns, patternsOf } from '../patterns.ts';
import * as server from '../server.ts';
import { fillTemplate, readTemplate } from '../template.ts';
import { apacheFields } from './fields.ts';
import { argument, expressionString, plainJson, targetOf, template } from './quote.ts';
import { movedRules, unslashedRules } from './redirects.ts';

/** Apache: mod_rewrite decides, mod_headers sets the fields, in an `.htaccess`, which a server of one's own can include. */
export const apache: Host = {
  title: 'Apache',
  version: '2.4.13',
  siteFiles: (site) => [{ path: '.htaccess', body: htaccess(site) }],
};

/** Placeholder for the stem of a page's URL, until Apache fills it. */
const page = '{page}';

/** @throws {UserError} on a site with a local URL, and a path that no configuration can hold */
function htaccess(site: HostedSite): string {
  if (isLocalUrl(site.url))
    throw new UserError(
      `the site URL is ${site.url}; its redirects would lead to whatever host a client names. Set "url" or SITE_URL, and build again`,
    );
  server.checkPlace(site, '');
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
    // The configuration itself checks whether a page has a folder of its name.
    OPENING: server
      .openingOf(apache, { ...site, nested: [] }, [
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
