import { join } from 'node:path';
import { packageFolder } from '../support/package-folder.ts';

/* The compiled generators of targets: some of them export their own compiled code. */

const lib = (module: string): Promise<any> => import(join(packageFolder, 'lib/build', module));

export const { readHostedSite, hostedSiteOf } = (await lib(
  'hosts/hosted-site.js',
)) as typeof import('../../build/hosts/hosted-site.ts');
export const { edgeSiteOf } = (await lib(
  'hosts/edge/edge-function.js',
)) as typeof import('../../build/hosts/edge/edge-function.ts');
export const { cloudflare } = (await lib('hosts/edge/cloudflare.js')) as typeof import('../../build/hosts/edge/cloudflare.ts');
export const { netlify } = (await lib('hosts/edge/netlify.js')) as typeof import('../../build/hosts/edge/netlify.ts');
export const { vercel } = (await lib('hosts/edge/vercel.js')) as typeof import('../../build/hosts/edge/vercel.ts');
export const { githubPages } = (await lib(
  'hosts/edge/github-pages.js',
)) as typeof import('../../build/hosts/edge/github-pages.ts');
