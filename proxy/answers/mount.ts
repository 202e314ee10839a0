import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { memoize } from '../http/memoize.ts';
import { toPathReference } from '../http/request-target.ts';
import type { Site } from '../origin/origin.ts';

/** A site as a request sees it, and the request's path within it. */
export interface Place {
  readonly site: Site;
  /** Empty for the path below which the site lies, without a slash at its end. */
  readonly target: string;
  /** Whether the path is one of the host's that the site does not lie below. */
  readonly isOutside: boolean;
}

/* One object for each path, because heads are kept by site. */
const sitesBelow = memoizeByObject((site: Site) =>
  memoize((path: string) => ({ ...site, base: path, url: site.url.slice(0, site.url.length - site.base.length) + path }), {
    entries: 20,
  }),
);
const sitesSeenFromOutside = memoizeByObject((site: Site): Site => ({ ...site, base: '' }));

/**
 * Where a request lies. A site whose URL has a path lies below that path, whether the embedder has mounted the proxy there or
 * hands it every path; any other site lies below the path that the embedder has mounted the proxy at.
 *
 * @param mount path that the host has cut off the target, as it was sent; empty: none
 * @param target the rest of the path
 */
export function placeBelow(site: Site, mount: string, target: string): Place {
  const { base } = site;
  if (base === '' ? mount === '' : target === '*') return { site, target, isOutside: false };
  const whole = mount + target;
  if (base !== '' && (whole === base || whole.startsWith(`${base}/`)))
    return { site, target: whole.slice(base.length), isOutside: false };
  const isElsewhere = mount !== '' && !`${base}/`.startsWith(`${mount}/`);
  if (isElsewhere) return { site: sitesBelow(site)(toPathReference(mount)), target, isOutside: false };
  return { site: sitesSeenFromOutside(site), target: whole, isOutside: true };
}
