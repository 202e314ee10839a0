import { manifestFile } from '../../contract/manifest.ts';
import { sidecarOwner, sidecarSuffixes } from '../../contract/published-files.ts';
import { asciiSlug } from '../../contract/std/words.ts';
import type { Host, HostFile, ProjectPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { assetExtensions, assetFields, fieldsOfExtension } from './assets.ts';
import { edgeSiteOf } from './edge-site.ts';
import { handlerText } from './handler-text.ts';
import { commentOf, edgeOpening, handlerLacks } from './opening.ts';

/** The runtime that the Worker is written and tested for. */
const compatibilityDate = '2026-06-01';

/**
 * Cloudflare Workers with static assets, and Pages: the same Worker for both. Images and styles do not reach it; their fields
 * are in `_headers`.
 */
export const cloudflare = {
  title: 'Cloudflare Workers and Pages',
  version: '',
  cannot: handlerLacks,
  plans: [
    { plan: 'the free plan', files: 20_000 },
    { plan: 'a paid plan', files: 100_000 },
  ],
  siteFiles: (site: HostedSite): HostFile[] => [
    { path: '_worker.js', body: commentOf(edgeOpening(cloudflare, site)) + handlerText(site) + worker },
    { path: '_headers', body: headersFile(site) },
    { path: '_routes.json', body: routesFile(site) },
    {
      path: '.assetsignore',

      body: `${commentOf(edgeOpening(cloudflare, site), '#')}${ignored(site).join('\n')}\n`,
    },
  ],
  projectFiles: (site: HostedSite, { folder }: ProjectPlace): HostFile[] => [
    {
      path: 'wrangler.jsonc',
      once: '_worker.js',
      body: commentOf(edgeOpening(cloudflare, site, true)) + configuration(site, folder),
    },
  ],
} as const satisfies Host;

// The table is opened when the Worker starts: a request may take 10 ms on the free plan.
const worker = `let files;
const handler = createHandler({ site, assets: (path, init, visitor) => files.fetch(new URL(path, visitor.url), init) });
export default {
  fetch(request, env) {
    files = env.ASSETS;
    return handler(request);
  },
};
`;

/** Not to be uploaded: nobody may ask for them. Sidecars one by one if a file of the author's looks like one. */
function ignored(site: HostedSite): string[] {
  const published = edgeSiteOf(site).files;
  const sidecars = site.files.filter((file) => sidecarOwner(file) !== undefined && !(file in published));
  const globs = Object.values(sidecarSuffixes).map((suffix) => `*${suffix}`);
  const isOurs = !Object.keys(published).some((file) => sidecarOwner(file) !== undefined);
  return [
    '_worker.js',
    '_routes.json',
    manifestFile,
    ...(isOurs ? globs : sidecars.map((file) => `/${file.replace(/[\\*?[\]!#]/g, '\\$&')}`)),
  ];
}

const configuration = (site: HostedSite, folder: string): string =>
  `${JSON.stringify(
    {
      name: asciiSlug(new URL(site.url).hostname).slice(0, 63).replace(/-$/, ''),
      main: `${folder}/_worker.js`,
      compatibility_date: compatibilityDate,
      assets: {
        directory: folder,
        binding: 'ASSETS',
        html_handling: 'none',
        not_found_handling: 'none',
        run_worker_first: ['/*', ...assetExtensions(site).map((extension) => `!/*.${extension}`)],
      },
    },
    null,
    2,
  )}\n`;

/** For Pages: what does not reach the Worker. Its limit is 100 rules. */
const routesFile = (site: HostedSite): string =>
  `${JSON.stringify(
    {
      version: 1,
      description: edgeOpening(cloudflare, site)[0],
      include: ['/*'],
      exclude: assetExtensions(site).map((extension) => `/*.${extension}`),
    },
    null,
    2,
  )}\n`;

function headersFile(site: HostedSite): string {
  const rule = (path: string, fields: ReturnType<typeof assetFields>): string =>
    `${path}\n${fields.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
  const all = rule('/*', assetFields(site));
  const own = assetExtensions(site).map((extension) => rule(`/*.${extension}`, fieldsOfExtension(site, extension)));
  return commentOf(edgeOpening(cloudflare, site), '#') + all + own.join('');
}
