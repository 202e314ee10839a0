import { healthText } from '../../contract/health.ts';
import { decodeLoosely, notFoundFile, urlOfFile } from '../../contract/permalinks.ts';
import { notFoundHint, stubOccurrence, unknownMethod } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import {
  checkPlace,
  compressedExtensions,
  mediaTypes,
  namelessDocuments,
  openingOf,
  problemText,
  requestPath,
  routesOf,
  serverProblems,
} from '../server.ts';
import { fieldDirectives, found } from './fields.ts';
import { argument, expressionString, plainJson, template } from './quote.ts';
import { missingPage, outsideRules, rewriteRules, targetOf } from './rules.ts';

/** Apache: mod_rewrite decides, mod_headers says what was decided. In the configuration of a server, or in `.htaccess`. */
export const apache: Host = {
  title: 'Apache',
  version: '2.4.13',
  cannot: {
    nearest: 'it does not know what is near',
    preconditions: 'its 412 has no content',
    neighbours: 'it does not know the order of parts; they are links in its text',
    tokens: 'it does not count words',
    counting: 'requests are not counted',
  },
  serverFile,
  siteFiles: (site) => [{ path: '.htaccess', body: htaccess(site) }],
};

const modules = ['mpm_event', 'authz_core', 'mime', 'headers', 'rewrite'];

/** The variable that holds a dollar sign. */
const dollar = 'DIPTYCH_DOLLAR';

const section = (when: string, lines: readonly string[]): string[] => [
  `<If ${argument(when)}>`,
  ...lines.map((line) => `  ${line}`),
  '</If>',
];

/** What holds everywhere: types, fields, problems. */
function directives(site: HostedSite): string[] {
  const here = (paths: readonly string[]): string =>
    `%{REQUEST_URI} in {${paths.map((path) => expressionString(decodeLoosely(site.base) + path)).join(',')}}`;
  const text = (json: string): string =>
    argument(
      template(plainJson(json)).replace(
        `"instance":"${requestPath}"`,
        `"instance":"/${found(site.base === '' ? 'REST' : 'SENT')}"`,
      ),
    );
  const problem = (id: ProblemId, occurrence?: Parameters<typeof problemText>[2]): string =>
    `ErrorDocument ${problemTypes[id].status} ${text(problemText(site, id, occurrence))}`;
  const stubs = routesOf(site)
    .filter(({ kind }) => kind === 'stub')
    .map(({ path }) => path);
  const live = routesOf(site)
    .filter(({ kind }) => kind === 'live')
    .map(({ path }) => path);
  return [
    'AddDefaultCharset Off',
    'FileETag INode MTime Size',
    'AcceptPathInfo Off',
    ...mediaTypes.map(([mediaType, extensions]) => `AddType ${argument(mediaType)} ${extensions.join(' ')}`),
    '# What the build compressed has the type of what it is made of.',
    `<FilesMatch ${argument(`\\.(?:${compressedExtensions.join('|')})\\.(?:br|gz)$`)}>`,
    '  RemoveType br gz',
    '  RemoveLanguage br',
    '  AddEncoding br br',
    '  AddEncoding gzip gz',
    '</FilesMatch>',
    ...namelessDocuments.flatMap(({ path, mediaType }) => [
      `<FilesMatch ${argument(`^${path.slice(path.lastIndexOf('/') + 1)}(?:\\.(?:br|gz))?$`)}>`,
      `  ForceType ${argument(mediaType)}`,
      '  AddEncoding br br',
      '  AddEncoding gzip gz',
      '</FilesMatch>',
    ]),
    '',
    ...fieldDirectives(site),
    '',
    ...serverProblems.map((id) =>
      problem(id, id === 'notFound' ? { hint: notFoundHint(site) } : id === 'notImplemented' ? unknownMethod : {}),
    ),
    ...(stubs.length === 0 ? [] : section(here(stubs), [problem('notImplemented', stubOccurrence(site))])),
    ...section(here(live), [`ErrorDocument 200 ${text(healthText('ok', site.name))}`]),
    ...(site.files.includes(notFoundFile)
      ? section(here([missingPage]), [`ErrorDocument ${problemTypes.notFound.status} ${site.base}${urlOfFile(notFoundFile)}`])
      : []),
  ];
}

/** Without these, Apache redirects to folders and lists them itself. */
const folders = ['<IfModule mod_dir.c>', '  DirectorySlash Off', '  DirectoryIndex disabled', '</IfModule>'];

function htaccess(site: HostedSite): string {
  checkPlace(site, { root: '' });
  return [
    ...openingOf(apache, site, [
      'For hosts that read .htaccess. Needs mod_rewrite, mod_headers and AllowOverride All; and TraceEnable Off, or Allow names TRACE.',
    ]).map((line) => `# ${line}`),
    '',
    'Options -MultiViews',
    ...folders,
    ...directives(site),
    '',
    ...rewriteRules(site, `%{DOCUMENT_ROOT}${targetOf(decodeLoosely(site.base))}`),
    '',
  ].join('\n');
}

function serverFile(site: HostedSite, place: ServerPlace): string {
  checkPlace(site, place);
  const { hostname } = new URL(site.url);
  // No escape is known there: what stands for a dollar is a variable itself.
  const path = (text: string): string => argument(text).replaceAll('${', `\${${dollar}}{`);
  return [
    ...openingOf(apache, site, [
      'Start it as it is with `apache2 -f FILE`, or paste the marked part into a server that you have',
      '(on Debian: /etc/apache2/sites-available/, after `a2enmod rewrite headers`).',
    ]).map((line) => `# ${line}`),
    '',
    '# Where the modules lie: /usr/lib64/httpd/modules on Fedora.',
    'Define DIPTYCH_MODULES /usr/lib/apache2/modules',
    ...[...modules, ...(site.base === '' ? [] : ['alias'])].map(
      (name) => `LoadModule ${name}_module \${DIPTYCH_MODULES}/mod_${name}.so`,
    ),
    'TypesConfig /dev/null',
    'ErrorLog /var/log/apache2/error.log',
    'User www-data',
    'Group www-data',
    `Listen ${place.port}`,
    '',
    '# ---- from here: the part for a server that you have ----',
    '',
    `<VirtualHost *:${place.port}>`,
    // It takes no IPv6 address.
    ...(hostname.startsWith('[') ? [] : [`ServerName ${hostname}`]),
    'TraceEnable Off',
    ...((place.root + decodeLoosely(site.base)).includes('${') ? [`Define ${dollar} $`] : []),
    ...(site.base === ''
      ? [`DocumentRoot ${path(place.root)}`]
      : [`Alias ${path(`${decodeLoosely(site.base)}/`)} ${path(`${place.root}/`)}`, ...outsideRules(site)]),
    ...directives(site),
    '',
    // A bracket would open a pattern.
    `<Directory ${path(place.root.replaceAll('[', '[[]'))}>`,
    '  Options FollowSymLinks',
    '  AllowOverride None',
    '  Require all granted',
    ...folders.map((line) => `  ${line}`),
    ...rewriteRules(site, `%{${site.base === '' ? '' : 'CONTEXT_'}DOCUMENT_ROOT}`).map((line) => `  ${line}`.trimEnd()),
    '</Directory>',
    '</VirtualHost>',
    '',
    '# ---- until here ----',
    '',
  ].join('\n');
}
