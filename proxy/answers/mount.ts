import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { memoize } from '../http/memoize.ts';
import { toPathReference } from '../http/request-target.ts';
import type { Site } from '../origin/origin.ts';

/** A site as a request sees it, and the path of the request within it. */
export interface Mounted {
  readonly site: Site;
  /** Empty for the mount path without a trailing slash. */
  readonly target: string;
  /** Whether the path is outside the base path of the site. */
  readonly isOutside: boolean;
}

/* One object for each path, because heads are cached by site. */
const sitesBelow = memoizeByObject((site: Site) =>
  memoize((path: string) => ({ ...site, base: path, url: site.url.slice(0, site.url.length - site.base.length) + path }), {
    entries: 20,
  }),
);
const sitesSeenFromOutside = memoizeByObject((site: Site): Site => ({ ...site, base: '' }));

/**
 * Where a request lies within the site. A site whose URL has a path is served below that path, whether the embedder mounted
 * the proxy there or passes every path; any other site is served below the mount path.
 *
 * @param mount path that the embedder removed from the target, as received; empty: none
 * @param target the rest of the path
 */
export function mountedAt(site: Site, mount: string, target: string): Mounted {
  const { base } = site;
  if (base === '' ? mount === '' : target === '*') return { site, target, isOutside: false };
  const whole = mount + target;
  if (base !== '' && (whole === base || whole.startsWith(`${base}/`)))
    return { site, target: whole.slice(base.length), isOutside: false };
  const isElsewhere = mount !== '' && !`${base}/`.startsWith(`${mount}/`);
  if (isElsewhere) return { site: sitesBelow(site)(toPathReference(mount)), target, isOutside: false };
  return { site: sitesSeenFromOutside(site), target: whole, isOutside: true };
}
