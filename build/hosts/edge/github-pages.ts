import { fileOfUrl, isPageFile, notFoundFile, pageUrlOf, twinUrlOf } from '../../contract/permalinks.ts';
import { promiseIds, type Unkept } from '../../contract/promises.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { agentLineOf, documentLinks, twinLink } from '../../generators/page-links.ts';
import { changeHtml, withHeadLinks } from '../../page/head-links.ts';
import { type Host, type HostFile, maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';

/** Everything but the files themselves. */
const withoutCode = Object.fromEntries(
  promiseIds.filter((id) => id !== 'documents').map((id) => [id, 'the host runs no code and sends no fields of ours']),
) as Unkept;

/** GitHub Pages and other hosts of files: what can live in files. */
export const githubPages = {
  title: 'GitHub Pages and other hosts of files',
  version: '',
  cannot: {
    ...withoutCode,
    mediaTypes: 'names without extension are sent as application/octet-stream',
    validators: 'the ETag of the host',
    codings: 'the host compresses by itself',
    ranges: 'as the host has them',
    links: 'no Link field; the same links are in the head of each page',
    notFoundPage: 'for agents, too',
    health: 'a file without a media type',
    aliases: 'as the host has them',
    moved: 'by pages that lead on; twins are not led on',
    hidden: 'every file is public',
  },
  siteFiles: (site: HostedSite): HostFile[] => [
    {
      path: '.nojekyll',
      once: '',
      body: `${maker} ${site.version}: files whose names begin with a dot or an underscore are served.\n`,
    },
    ...redirectPages(site),
    ...site.files.filter((file) => isPageFile(file) && file !== notFoundFile).flatMap((file) => linkedPage(site, file)),
  ],
} as const satisfies Host;

const filesOf = memoizeByObject((site: HostedSite): ReadonlySet<string> => new Set(site.files));

/** A page for each moved page, which leads on at once. Of a file that is there nothing is changed. */
function redirectPages(site: HostedSite): HostFile[] {
  return [...site.redirects].flatMap(([from, { location, query = '', fragment = '' }]) => {
    const path = from.endsWith('/') ? `${from}index.html` : /\.html?$/.test(from) ? from : `${from}.html`;
    const file = fileOfUrl(path);
    if (from.endsWith('.md') || filesOf(site).has(file)) return [];
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
  const { base } = site;
  const url = pageUrlOf(file, site.htmlUrls);
  const own = twinUrlOf(url, site.isPage);
  const twin = filesOf(site).has(fileOfUrl(own)) ? base + own : undefined;
  const links = [...(twin === undefined ? [] : [twinLink(twin)]), ...documentLinks(base, url, site.has)];
  const body = changeHtml(Buffer.from(site.bytesOf(file)), (html) => {
    const leadsThere = (html.match(/<a\b[^>]*>/gi) ?? []).some((anchor) => anchor.includes(`"${twin}"`));
    return withHeadLinks(html, links, twin === undefined || leadsThere ? undefined : agentLineOf(twin, base));
  });
  return body === undefined ? [] : [{ path: file, isPage: true, body }];
}

/** Text in an attribute, in ASCII: URLs hold nothing else. */
const attribute = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
