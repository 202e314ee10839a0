import { memoize, memoizeByObject } from '../http/memoize.ts';
import { toPathReference } from '../http/request-target.ts';
import type { Site } from '../origin/origin.ts';

const sitesBelow = memoizeByObject((site: Site) =>
  memoize((path: string) => ({ ...site, base: toPathReference(path), url: site.url + toPathReference(path) }), { entries: 20 }),
);

/** The same site below the path that a host has mounted it at; one object for each path, because heads are kept by site. */
export const siteBelow = (site: Site, path: string): Site => (path === '' ? site : sitesBelow(site)(path));
