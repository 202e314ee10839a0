/** Targets of `diptych export`. */
export const hostNames = ['nginx', 'caddy', 'apache', 'cloudflare', 'netlify', 'vercel', 'github-pages', 'fetch'] as const;

/** Whether a target runs our code with access to the site's files, and so can compute answers. */
export const runsCode = (name: HostName): boolean => !['nginx', 'caddy', 'apache', 'github-pages'].includes(name);

export type HostName = (typeof hostNames)[number];
