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

/** Hosts that run code of ours with each request: those that can answer what no file holds. */
export const runsCode = (name: HostName): boolean => !['nginx', 'caddy', 'apache', 'github-pages'].includes(name);

export type HostName = (typeof hostNames)[number];

/** Hosts whose files the build adds to the published folder, by the name that the setting `hosts` takes. */
export const siteHostNames = ['apache', 'cloudflare', 'github-pages'] as const satisfies readonly HostName[];

export type SiteHostName = (typeof siteHostNames)[number];
