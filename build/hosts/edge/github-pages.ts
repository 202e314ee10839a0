import { capabilityIds, type Unsupported } from '../../contract/capabilities.ts';
import { fileOfUrl } from '../../contract/permalinks.ts';
import { type Host, type HostFile, maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';

/** Capabilities that need more than files. */
const withoutCode = Object.fromEntries(
  capabilityIds.filter((id) => id !== 'documents').map((id) => [id, 'the host runs no code and sends no fields of ours']),
) as Unsupported;

/** GitHub Pages and other static hosts: capabilities of files alone. */
export const githubPages = {
  title: 'GitHub Pages and other hosts of files',
  version: '',
  unsupported: {
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
  ],
} as const satisfies Host;

/** A page for each moved page, which redirects at once. Existing files are unchanged. */
function redirectPages(site: HostedSite): HostFile[] {
  const files = new Set(site.files);
  return [...site.redirects].flatMap(([from, { location, query = '', fragment = '' }]) => {
    const path = from.endsWith('/') ? `${from}index.html` : /\.html?$/.test(from) ? from : `${from}.html`;
    const file = fileOfUrl(path);
    if (from.endsWith('.md') || files.has(file)) return [];
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

/** Text in an attribute, in ASCII, as in URLs. */
const attribute = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
