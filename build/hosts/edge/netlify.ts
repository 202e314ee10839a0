import type { Host, HostFile, ProjectPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { assetExtensions, assetFields, assetPrefix } from './assets.ts';
import { handlerText } from './handler-text.ts';
import { commentOf, edgeOpening, handlerLacks } from './opening.ts';

/** Netlify: an edge function, which asks for files below a path of its own that leads to the published folder. */
export const netlify = {
  title: 'Netlify',
  version: '',
  cannot: handlerLacks,
  plans: [{ plan: 'every plan', code: 20_000_000 }],
  projectFiles: (site: HostedSite, { folder }: ProjectPlace): HostFile[] => [
    {
      path: 'netlify/edge-functions/diptych.js',
      body: commentOf(edgeOpening(netlify, site)) + handlerText(site) + edgeFunction(site),
    },
    {
      path: 'netlify.toml',
      once: assetPrefix,
      body: commentOf(edgeOpening(netlify, site, true), '#') + configuration(site, folder),
    },
  ],
} as const satisfies Host;

// A redirect is not followed here: below the path of the files it leads to a file, beside it to this function again.
const edgeFunction = (site: HostedSite): string => `const files = ${JSON.stringify(assetPrefix)};
const handler = createHandler({
  site,
  assets: (path, init, visitor) => fetch(new URL(files + path, visitor.url), init),
});
// What the site does not publish is left to the host: its redirects and rewrites, functions, forms.
export default async (request, context) => {
  const answer = await handler(request);
  // The policy that came with the page, which may be that of _headers, stays in force (RFC 9111 §4.3.4).
  if (answer.status === 304) answer.headers.delete('Content-Security-Policy');
  if (answer.status !== 404 && answer.status !== 405) return answer;
  const own = await context.next();
  return own.status === 404 || own.status === 405 ? answer : own;
};
export const config = {
  path: '/*',
  excludedPath: ${JSON.stringify([`${assetPrefix}/*`, '/.netlify/*', ...assetExtensions(site).map((extension) => `/*.${extension}`)])},
};
`;

/** TOML reads a string as JSON writes it. */
const configuration = (site: HostedSite, folder: string): string => `[build]
publish = ${JSON.stringify(folder)}

[[redirects]]
from = ${JSON.stringify(`${assetPrefix}/*`)}
to = "/:splat"
status = 200

# The files of the pages under a second name: for the function alone.
[[headers]]
for = ${JSON.stringify(`${assetPrefix}/*`)}
[headers.values]
X-Robots-Tag = "noindex"

[[headers]]
for = "/*"
[headers.values]
${assetFields(site)
  .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
  .join('')}`;
