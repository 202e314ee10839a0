import { fileOfUrl } from '../../contract/permalinks.ts';
import { type Host, type HostFile, maker } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';

/** GitHub Pages and other static hosts: what files alone can keep, because they run no code and send no fields of ours. */
export const githubPages = {
  title: 'GitHub Pages and other hosts of files',
  version: '',
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
