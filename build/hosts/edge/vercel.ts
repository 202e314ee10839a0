import type { Host, HostFile } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import {
  assetExtensions,
  assetFields,
  assetPrefix,
  edgeSiteOf,
  fieldsOfExtension,
  functionText,
  indentedJson,
} from './edge-function.ts';

/** The folder that Vercel deploys unchanged (Build Output API, version 3). */
const output = '.vercel/output';

/**
 * Vercel: a function in its Node.js runtime (recommended over edge functions) for all but assets. Images and styles are files at
 * their own paths; other files are below a path from which only the function fetches them.
 */
export const vercel = {
  title: 'Vercel',
  version: 'Build Output API 3',
  replaces: output,
  projectFiles: (site: HostedSite): HostFile[] => [
    { path: `${output}/config.json`, body: indentedJson(configuration(site)) },
    { path: `${output}/functions/diptych.func/.vc-config.json`, body: indentedJson(runtime) },
    {
      path: `${output}/functions/diptych.func/index.mjs`,
      body: functionText(vercel, site, 'vercel.js', { files: assetPrefix }),
    },
    ...staticFiles(site),
  ],
} as const satisfies Host;

const runtime = {
  runtime: 'nodejs22.x',
  handler: 'index.mjs',
  launcherType: 'Nodejs',
  shouldAddHelpers: false,
  supportsResponseStreaming: true,
};

const configuration = (site: HostedSite): object => ({
  version: 3,
  routes: [
    ...assetExtensions(site).map((extension) => ({
      src: `^/.*\\.${extension}$`,
      headers: Object.fromEntries([...assetFields(site), ...fieldsOfExtension(site, extension)]),
      continue: true,
    })),
    { src: `^${assetPrefix}/.*$`, headers: { 'X-Robots-Tag': 'noindex' }, continue: true },
    { handle: 'filesystem' },
    { src: '^/.*$', dest: '/diptych' },
  ],
});

function staticFiles(site: HostedSite): HostFile[] {
  const assets = new Set(assetExtensions(site));
  return Object.keys(edgeSiteOf(site).files).map((file) => {
    const isAsset = assets.has(/\.(\w+)$/.exec(file)?.[1] ?? '');
    return { path: `${output}/static${isAsset ? '' : assetPrefix}/${file}`, from: file };
  });
}
