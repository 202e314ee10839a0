import { healthText } from '../../contract/health.ts';
import { mediaTypeOf } from '../../contract/media-types.ts';
import { notFoundHint, problemType, stubOccurrence, unknownMethod } from '../../contract/problem.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { hashOf } from '../../files.ts';
import type { Host, ServerPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { pageEnding } from '../path-patterns.ts';
import {
  checkPlace,
  compressedExtensions,
  mediaTypes,
  namelessDocuments,
  openingOf,
  problemText,
  redirectsOf,
  requestPath,
  routesOf,
  serverProblems,
} from '../server.ts';
import { acceptMaps } from './accept.ts';
import { fieldMaps } from './fields.ts';
import { namesWith } from './names-with.ts';
import { baseRules, movedStatuses, pathMaps } from './paths.ts';
import { createQuote, pattern } from './quote.ts';

/** nginx: `map`s decide, named locations answer. */
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
  const { hostname } = new URL(site.url);
  const { v, w } = namesWith(prefix);
  const quote = createQuote(`${prefix}_dollar`);
  const { maps: fields, lines: fieldLines, ready, encodingLine, problemLines } = fieldMaps(site, prefix, quote);
  const problem = (id: ProblemId, occurrence?: Parameters<typeof problemText>[2]): string =>
    `types { } default_type ${problemType}; return ${problemTypes[id].status} ${quote(problemText(site, id, occurrence)).replace(requestPath, `\${${prefix}_instance}`)};`;
  const refusals = serverProblems.filter((id) => id !== 'notFound' && id !== 'expectationFailed');
  const keys = [...redirectsOf(site).keys(), ...Object.keys(site.canonicals)];
  const longest = Math.max(0, ...keys.map((key) => Buffer.byteLength(key)));

  /** What most requests ask for, with few fields and rules to be found out. */
  const short = (when: string, role: keyof typeof ready, ending: readonly string[]): string[] => [
    `if (${when}) {`,
    ...[...ready[role], ...ending].map((line) => `  ${line}`),
    '}',
  ];
  /** From the request to the file. `page` tells whether a page may be there. */
  const way = (isPage: boolean): string[] => [
    `if (${v('path')} = "") { return ${problemTypes.invalidRequest.status}; }`,
    ...(isPage
      ? [
          `if (-f $document_root${v('page')}) { set ${v('kind')} page; }`,
          `if (-f $document_root${v('twin')}) { set ${v('kind')} "\${${prefix}_kind}+twin"; }`,
          `set ${v('way')} "$request_method:\${${prefix}_kind}:\${${prefix}_choice}:\${${prefix}_coding}";`,
          ...short(`${v('way')} = "GET:page+twin:html:.-"`, 'page', [`rewrite ^ ${v('page')} break;`]),
          ...short(`${v('way')} = "GET:page+twin:markdown:.-"`, 'negotiated', [`rewrite ^ ${v('twin')} break;`]),
          ...short(`-f $document_root${v('br_page')}`, 'page', [encodingLine, `rewrite ^ ${v('br_page')} break;`]),
        ]
      : []),
    `if (${v('method')} = unknown) { return ${problemTypes.notImplemented.status}; }`,
    `if (!-f $document_root${v('file')}) { return ${problemTypes.notFound.status}; }`,
    'if ($request_method = OPTIONS) { return 204; }',
    `if (${v('method')} = write) { return ${problemTypes.methodNotAllowed.status}; }`,
    ...(isPage ? [`if (${v('role')} = none) { return ${problemTypes.notAcceptable.status}; }`] : []),
    `if (-f $document_root${v('file')}${v('coding')}) { set ${v('coded')} yes; rewrite ^ ${v('file')}.br last; }`,
    ...(isPage ? [`rewrite ^ ${v('file')} break;`] : []),
  ];
  const location = (match: string, lines: readonly string[]): string[] => [
    `  location ${match} {`,
    ...lines.map((line) => `    ${line}`),
    '  }',
  ];
  const typed = (match: string, mediaType: string, lines: readonly string[] = []): string[] =>
    // Not `internal`, which is true of every request once a rule for a base has rewritten it.
    location(match, [
      `if (${v('coded')} = "") { return ${problemTypes.notFound.status}; }`,
      'types { }',
      `default_type ${quote(mediaType)};`,
      ...lines,
    ]);
  const shortOf: Readonly<Record<string, readonly string[]>> = {
    [surfaces.getPageMarkdown.mediaType]: [
      ...short(`${v('way')} = "GET:page+twin:markdown:.br"`, 'negotiated', [encodingLine]),
      ...short(`${v('way')} = "GET:twin:.br"`, 'twin', [encodingLine]),
    ],
  };

  return [
    ...openingOf(nginx, site, [
      'Start it as it is with `nginx -c FILE`, or paste the marked part into the `http` of a server that you have',
      '(on Debian: /etc/nginx/conf.d/). A line `brotli_static` or `gzip_static` of your own is not needed.',
    ]).map((line) => `# ${line}`),
    '',
    'pcre_jit on;',
    'worker_processes auto;',
    'events { worker_connections 1024; }',
    'http {',
    'sendfile on;',
    'tcp_nopush on;',
    'keepalive_requests 10000;',
    'variables_hash_max_size 4096;',
    ...(longest > 30
      ? [
          '# Paths in maps are long: a server that you have needs this, too.',
          `map_hash_bucket_size ${2 ** Math.ceil(Math.log2(longest + 34))};`,
        ]
      : []),
    ...(hostname.length > 39
      ? [
          '# The name of the host is long: a server that you have needs this, too.',
          `server_names_hash_bucket_size ${2 ** Math.ceil(Math.log2(hostname.length + 25))};`,
        ]
      : []),
    '',
    '# ---- from here: the part for a server that you have ----',
    '',
    `geo ${v('dollar')} { default "$"; }`,
    '',
    '# Accept: which variant of a page.',
    acceptMaps(prefix),
    '',
    '# The path: where its files lie, and what else may be meant.',
    pathMaps(site, prefix, quote),
    '',
    '# Fields by what is answered.',
    fields,
    '',
    'server {',
    `  listen ${place.port};`,
    `  server_name ${hostname};`,
    `  root ${quote(place.root)};`,
    '',
    '  charset off;',
    '  etag on;',
    '  gzip_static on;',
    '  # A date does not tell the variants apart; the tag does.',
    '  if_modified_since off;',
    '  absolute_redirect off;',
    '  merge_slashes off;',
    '  recursive_error_pages on;',
    '  # What was found is looked at again after a second.',
    '  open_file_cache max=10000 inactive=60s;',
    '  open_file_cache_valid 1s;',
    '  types {',
    ...mediaTypes.map(([mediaType, extensions]) => `    ${quote(mediaType)} ${extensions.join(' ')};`),
    '    # Of pages: everything else that is compressed has a location of its own.',
    `    ${quote(surfaces.getPage.mediaType)} br;`,
    '  }',
    '  default_type application/octet-stream;',
    '',
    `  set ${v('kind')} "";`,
    `  set ${v('slash')} "";`,
    `  set ${v('coded')} "";`,
    ...baseRules(site).map((line) => `  ${line}`),
    ...fieldLines.map((line) => `  ${line}`),
    '',
    ...location('/', way(true)),
    '',
    '  # A twin at its own URL, and which page it is the twin of.',
    ...location('~ \\.md$', [
      ...way(false).slice(0, 1),
      ...(
        [
          ['part_folder', '/'],
          ['part_page', pageEnding(site)],
          ['folder_page', '/'],
          ['file_page', pageEnding(site)],
        ] as const
      ).map(([name, slash]) => `if (-f $document_root${v(name)}) { set ${v('kind')} twin; set ${v('slash')} "${slash}"; }`),
      `set ${v('way')} "$request_method:\${${prefix}_kind}:\${${prefix}_coding}";`,
      ...short(`${v('way')} = "GET:twin:.-"`, 'twin', ['break;']),
      ...way(false).slice(1),
    ]),
    '',
    '  # Names without extension.',
    ...namelessDocuments.flatMap(({ path, mediaType }) => [
      ...location(`= ${path}`, ['types { }', `default_type ${quote(mediaType)};`, ...way(false)]),
      ...typed(`= ${path}.br`, mediaType),
    ]),
    '',
    '  # Compressed files have the type of what they are made of.',
    ...location(`~ ${pattern(`^(?<${prefix}_original>.+)\\.(?:br|gz)$`)}`, [
      ...mediaTypes.flatMap(([mediaType, extensions]) => {
        const compressed = extensions.filter((extension) => compressedExtensions.includes(extension));
        return compressed.length > 0 ? typed(`~ \\.(?:${compressed.join('|')})\\.br$`, mediaType, shortOf[mediaType]) : [];
      }),
      `types { ${quote(mediaTypeOf('/a.gz'))} gz; }`,
      `if (-f $document_root${v('original')}) { return ${problemTypes.notFound.status}; }`,
      ...way(false),
    ]),
    '',
    ...routesOf(site).flatMap(({ path, kind, methods }) =>
      location(`= ${path}`, [
        `if (${v('method')} = unknown) { return ${problemTypes.notImplemented.status}; }`,
        'if ($request_method = OPTIONS) { return 204; }',
        `if ($request_method !~ ${pattern(`^(?:${methods.join('|')})$`)}) { return ${problemTypes.methodNotAllowed.status}; }`,
        ...(kind === 'live'
          ? ['types { }', `default_type ${surfaces.getHealth.mediaType};`, `return 200 ${quote(healthText('ok', site.name))};`]
          : [problem('notImplemented', stubOccurrence(site))]),
      ]),
    ),
    '',
    '  error_page 404 @absent;',
    // By a URI: where the request was not read, there is none yet, and nginx enters no named location.
    ...refusals.map((id) => `  error_page ${problemTypes[id].status} ${problemPlace(id)};`),
    ...refusals.flatMap((id) =>
      location(`= ${problemPlace(id)}`, [
        'internal;',
        // It is found when the fields of the file are there already: those that are sent again would have two values.
        ...(id === 'rangeNotSatisfiable' ? problemLines : []),
        problem(id, id === 'notImplemented' ? unknownMethod : {}),
      ]),
    ),
    ...location('@absent', [
      'error_page 404 @missing;',
      ...movedStatuses(site).map((status) => `if (${v(`moved_${status}`)}) { return ${status} ${v(`moved_${status}`)}; }`),
      ...(
        [
          // Where the URLs of pages have an ending, every path without it is such a spelling, however it was sent.
          [pageEnding(site) ? v('alias_file') : v('spelled') + v('alias_file'), 'alias_url'],
          [v('spelled') + v('alias_folder'), 'alias_folder_url'],
          [v('slash_file'), 'slash_url'],
        ] as const
      ).map(([file, url]) => `if (-f $document_root${file}) { return 301 "${site.base}${w(url)}$is_args$args"; }`),
      `set ${v('kind')} "";`,
      `if (-f $document_root${v('alias_twin_page')}) { set ${v('kind')} page; }`,
      `if (-f $document_root${v('alias_twin_folder')}) { set ${v('kind')} page; }`,
      `if (!-f $document_root${v('spelled')}${v('alias_twin')}) { set ${v('kind')} ""; }`,
      `if (${v('kind')} = page) { return 301 "${site.base}${w('alias_twin_url')}$is_args$args"; }`,
      `return ${problemTypes.notFound.status};`,
    ]),
    ...location('@missing', [`try_files ${v('not_found_page')} @problem;`]),
    ...location('@problem', [problem('notFound', { hint: notFoundHint(site) })]),
    '}',
    '',
    '# ---- until here ----',
    '}',
    '',
  ].join('\n');
}

/** Where the document of a problem is made: no path of a site begins with a dot. */
const problemPlace = (id: ProblemId): string => `/.problem/${problemTypes[id].status}`;
