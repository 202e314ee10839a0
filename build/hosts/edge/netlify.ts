import type { Host, HostFile, ProjectPlace } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { fillTemplate, readTemplate } from '../template.ts';
import { assetExtensions, assetFields, assetPrefix, edgeOpening, functionText } from './edge-function.ts';

/** Netlify: an edge function, which fetches files below its own path, rewritten to the published folder. */
export const netlify = {
  title: 'Netlify',
  version: '',
  projectFiles: (site: HostedSite, { folder }: ProjectPlace): HostFile[] => [
    {
      path: 'netlify/edge-functions/diptych.js',
      body: functionText(netlify, site, 'netlify.js', {
        files: assetPrefix,
        excludedPath: [`${assetPrefix}/*`, '/.netlify/*', ...assetExtensions(site).map((extension) => `/*.${extension}`)],
      }),
    },
    {
      path: 'netlify.toml',
      once: assetPrefix,
      // JSON strings are valid in TOML.
      body: fillTemplate(readTemplate('edge/netlify.toml'), {
        OPENING: edgeOpening(netlify, site, true).map((line) => `# ${line}`),
        FOLDER: JSON.stringify(folder),
        FILES: assetPrefix,
        FIELDS: assetFields(site).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
      }),
    },
  ],
} as const satisfies Host;
