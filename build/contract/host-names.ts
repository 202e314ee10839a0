/** Hosts that `diptych export` makes files for. */
export const hostNames = [
  'nginx',
  'caddy',
  'apache',
  'cloudflare',
  'netlify',
  'vercel',
  'cloudfront',
  'github-pages',
  'fetch',
] as const;

/** Hosts that run code of ours which reads the site's files: those that can answer what no file holds. A function of CloudFront reads none. */
export const runsCode = (name: HostName): boolean => !['nginx', 'caddy', 'apache', 'github-pages', 'cloudfront'].includes(name);

export type HostName = (typeof hostNames)[number];

/** Hosts whose files the build adds to the published folder, by the name that the setting `hosts` takes. */
export const siteHostNames = ['apache', 'cloudflare', 'github-pages'] as const satisfies readonly HostName[];

export type SiteHostName = (typeof siteHostNames)[number];
