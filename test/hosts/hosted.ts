import { join } from 'node:path';
import { packageFolder } from '../support/package-folder.ts';

/* The generators of hosts as they ship: what some of them write is their own compiled text. */

const lib = (module: string): Promise<any> => import(join(packageFolder, 'lib/build', module));

export const { readHostedSite } = (await lib('publish/hosted.js')) as typeof import('../../build/publish/hosted.ts');
export const { hostedSiteOf } = (await lib(
  'generators/hosts/hosted-site.js',
)) as typeof import('../../build/generators/hosts/hosted-site.ts');
export const { handlerCode } = (await lib('publish/handler-code.js')) as typeof import('../../build/publish/handler-code.ts');
export const { edgeSiteOf } = (await lib(
  'generators/hosts/edge/edge-site.js',
)) as typeof import('../../build/generators/hosts/edge/edge-site.ts');
export const { cloudflare } = (await lib(
  'generators/hosts/edge/cloudflare.js',
)) as typeof import('../../build/generators/hosts/edge/cloudflare.ts');
export const { netlify } = (await lib(
  'generators/hosts/edge/netlify.js',
)) as typeof import('../../build/generators/hosts/edge/netlify.ts');
export const { vercel } = (await lib(
  'generators/hosts/edge/vercel.js',
)) as typeof import('../../build/generators/hosts/edge/vercel.ts');
export const { cloudfront } = (await lib(
  'generators/hosts/edge/cloudfront.js',
)) as typeof import('../../build/generators/hosts/edge/cloudfront.ts');
export const { githubPages } = (await lib(
  'generators/hosts/edge/github-pages.js',
)) as typeof import('../../build/generators/hosts/edge/github-pages.ts');
