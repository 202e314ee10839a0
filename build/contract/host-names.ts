/** Hosts whose files the build adds to the published folder, by the name that the setting `hosts` takes. */
export const siteHostNames = ['apache', 'cloudflare', 'github-pages'] as const;

export type SiteHostName = (typeof siteHostNames)[number];
