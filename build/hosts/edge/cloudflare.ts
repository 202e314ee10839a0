import { sidecarOwner, sidecarSuffixes } from '../../contract/published-files.ts';
import { asciiSlug } from '../../contract/std/words.ts';
import type { Host, HostFile, ProjectPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import {
  assetExtensions,
  assetFields,
  commentOf,
  edgeOpening,
  edgeSiteOf,
  fieldsOfExtension,
  functionText,
  indentedJson,
} from './edge-function.ts';

/** Old enough for each Wrangler of the last year, the newest for Node 20 included: an older runtime than its date does not start. */
const compatibilityDate = '2025-12-01';

/**
 * Cloudflare Workers with static assets, and Pages: the same Worker for both. Images and styles bypass it; their fields are in
 * `_headers`.
 */
export const cloudflare = {
  title: 'Cloudflare Workers and Pages',
  version: '',
  siteFiles: (site: HostedSite): HostFile[] => [
    { path: '_worker.js', body: functionText(cloudflare, site, 'cloudflare.js') },
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

/** Files that are not uploaded because they have no URL. The author's files in the form of sidecars are. */
const ignored = (site: HostedSite): string[] => [
  '_worker.js',
  '_routes.json',
  ...Object.values(sidecarSuffixes).map((suffix) => `*${suffix}`),
  ...Object.keys(edgeSiteOf(site).files)
    .filter((file) => sidecarOwner(file) !== undefined)
    .map((file) => `!/${file.replace(/[\\*?[\]!#]/g, '\\$&')}`),
];

const configuration = (site: HostedSite, folder: string): string =>
  indentedJson({
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
  });

/** For Pages: paths that bypass the Worker. Its limit is 100 rules. */
const routesFile = (site: HostedSite): string =>
  indentedJson({
    version: 1,
    description: edgeOpening(cloudflare, site)[0],
    include: ['/*'],
    exclude: assetExtensions(site).map((extension) => `/*.${extension}`),
  });

function headersFile(site: HostedSite): string {
  const rule = (path: string, fields: ReturnType<typeof assetFields>): string =>
    `${path}\n${fields.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
  const all = rule('/*', assetFields(site));
  const own = assetExtensions(site).map((extension) => rule(`/*.${extension}`, fieldsOfExtension(site, extension)));
  return commentOf(edgeOpening(cloudflare, site), '#') + all + own.join('');
}
