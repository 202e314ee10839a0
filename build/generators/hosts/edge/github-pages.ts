import { bareTypeOf } from '../../../contract/links.ts';
import { fileOfUrl, isPageFile, notFoundFile, pageUrlOf, twinUrlOf } from '../../../contract/permalinks.ts';
import { surfaces } from '../../../contract/surfaces.ts';
import { type Host, type HostFile, maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';

const noCode = 'the host runs no code and sends no fields of ours';

/** GitHub Pages and other hosts of files: what can live in files. */
export const githubPages = {
  title: 'GitHub Pages and other hosts of files',
  version: '',
  cannot: {
    mediaTypes: 'names without extension are sent as application/octet-stream',
    negotiation: noCode,
    notAcceptable: noCode,
    vary: noCode,
    validators: 'the ETag of the host',
    codings: 'the host compresses by itself',
    ranges: 'as the host has them',
    links: 'no Link field; the same links are in the head of each page',
    tokens: noCode,
    caching: noCode,
    security: noCode,
    problems: noCode,
    notFoundPage: 'for agents, too',
    nearest: noCode,
    malformed: noCode,
    preconditions: noCode,
    methods: noCode,
    assetMethods: noCode,
    unsatisfiable: noCode,
    unknownMethods: noCode,
    stubs: noCode,
    health: 'a file without a media type',
    aliases: 'as the host has them',
    moved: 'by pages that lead on; twins are not led on',
    hidden: 'every file is public',
    deprecations: noCode,
    quota: noCode,
    counting: noCode,
  },
  siteFiles: (site: HostedSite): HostFile[] => [
    {
      path: '.nojekyll',
      once: true,
      body: `${maker} ${site.version}: files whose names begin with a dot or an underscore are served.\n`,
    },
    ...redirectPages(site),
    ...site.files.filter((file) => isPageFile(file) && file !== notFoundFile).flatMap((file) => linkedPage(site, file)),
  ],
} as const satisfies Host;

/** A page for each moved page, which leads on at once. Of a file that is there nothing is changed. */
function redirectPages(site: HostedSite): HostFile[] {
  return [...site.redirects].flatMap(([from, { location, query = '', fragment = '' }]) => {
    const path = from.endsWith('/') ? `${from}index.html` : /\.html?$/.test(from) ? from : `${from}.html`;
    const file = fileOfUrl(path);
    if (from.endsWith('.md') || site.files.includes(file)) return [];
    const target = attribute(site.base + location + query + fragment);
    const canonical = attribute(site.url + location);
    const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${target}"><link rel="canonical" href="${canonical}"></head>
<body><p>This page has moved to <a href="${target}">${target}</a>.</p><!-- ${maker} ${site.version} --></body></html>
`;
    return [{ path: file, body }];
  });
}

/** The page with the links of its Link field in its head, and a line that leads to its Markdown, as far as it lacks them. */
function linkedPage(site: HostedSite, file: string): HostFile[] {
  // As bytes, because the encoding of the page must not change.
  const html = Buffer.from(site.bytesOf(file)).toString('latin1');
  const url = pageUrlOf(file);
  const own = twinUrlOf(url, site.isPage);
  const twin = site.files.includes(fileOfUrl(own)) ? site.base + own : undefined;
  const { getLlmsTxt, getApiCatalog, getOpenApi, getPageMarkdown } = surfaces;
  const links = [
    ...(twin === undefined ? [] : [['alternate', twin, getPageMarkdown.mediaType]]),
    ...[
      ['describedby', getLlmsTxt.path, getLlmsTxt.mediaType],
      ['api-catalog', getApiCatalog.path, getApiCatalog.mediaType],
      ['service-desc', getOpenApi.path, getOpenApi.mediaType],
    ].flatMap(([relation, path, type]) => (site.has(path!) ? [[relation!, site.base + path, type!]] : [])),
  ] as [relation: string, path: string, type: string][];
  const missing = links
    .filter(([relation, path]) => !hasLink(html, relation, path))
    .map(([relation, path, type]) => `<link rel="${relation}" type="${bareTypeOf(type)}" href="${attribute(path)}">`);
  const line =
    twin === undefined || (html.match(/<a\b[^>]*>/gi) ?? []).some((anchor) => anchor.includes(twin))
      ? ''
      : `<p class="diptych-markdown"><a href="${attribute(twin)}" type="text/markdown">This page as Markdown</a></p>`;
  const head = /<\/head\s*>|<body\b/i.exec(html)?.index;
  if (head === undefined || (missing.length === 0 && line === '')) return [];
  const foot = /<\/body\s*>/i.exec(html.slice(head))?.index;
  const end = foot === undefined ? html.length : head + foot;
  return [
    {
      path: file,
      isPage: true,
      body: Buffer.from(html.slice(0, head) + missing.join('') + html.slice(head, end) + line + html.slice(end), 'latin1'),
    },
  ];
}

const hasLink = (html: string, relation: string, path: string): boolean =>
  (html.match(/<link\b[^>]*>/gi) ?? []).some((link) => link.includes(relation) && link.includes(path));

/** Text in an attribute, in ASCII: URLs hold nothing else. */
const attribute = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
