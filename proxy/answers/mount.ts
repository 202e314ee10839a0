import type { Exchange } from '../exchange.ts';
import { remember } from '../http/memoize.ts';
import type { Site } from '../origin/site.ts';
import { instanceOf } from './problem.ts';

/** What frameworks keep of a request whose `url` they cut: Express both of the others, connect the last. */
interface Cut {
  readonly url?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly originalUrl?: string | undefined;
}

/** The path below which the host has mounted the proxy, as it was sent; empty at the root. */
export function mountPathOf({ url = '/', baseUrl, originalUrl }: Cut): string {
  if (baseUrl !== undefined) return baseUrl;
  if (originalUrl === undefined || originalUrl === url) return '';
  const [whole, rest] = [pathOf(originalUrl), pathOf(url)];
  if (whole.endsWith(rest)) return whole.slice(0, -rest.length);
  return rest === '/' ? whole : '';
}

/** Whether the mount path was asked for without a slash at its end: relative links of the page there would lead out of it. */
export const lacksSlash = ({ target, site, req }: Exchange): boolean =>
  target === '/' && site.base !== '' && !pathOf((req as Cut).originalUrl ?? '/').endsWith('/');

const pathOf = (target: string): string => target.split('?', 1)[0]!;

/** The same site below a path: made once for each path that it is mounted under, for heads are made for a site. */
export function siteBelow(site: Site, path: string): Site {
  if (path === '') return site;
  const known = mounted.get(site);
  if (known) return known(path);
  const make = remember((each) => ({ ...site, base: instanceOf(each), url: site.url + instanceOf(each) }), { entries: 20 });
  mounted.set(site, make);
  return make(path);
}

const mounted = new WeakMap<Site, (path: string) => Site>();
