import { cachePolicies } from '../../build/contract/surfaces.ts';
import type { Exchange } from '../exchange.ts';
import { writeHead } from '../node/headers.ts';
import type { Redirect } from '../origin/origin.ts';
import { stricterCaching } from './caching.ts';
import { emptyFields } from './fields.ts';

/**
 * Redirects within the site: a relative path, the query of the request kept unless the target has its own, and no body
 * that could echo anything.
 */
export function sendRedirect(exchange: Exchange, { status, location, fragment = '', ...redirect }: Redirect): undefined {
  const { res, site, quota, query } = exchange;
  exchange.variant = 'redirect';
  const cache = status === 301 || status === 308 ? cachePolicies.document : cachePolicies.none;
  const target = site.base + location + (redirect.query ?? safe(query)) + fragment;
  const caching = stricterCaching(cache, site.crossOrigin ? redirect.cacheControl : 'no-store');
  writeHead(res, status, ['Location', target, 'Cache-Control', caching, ...emptyFields(site)], quota);
  res.end();
}

/** A query may hold whatever the parser lets through; a field value may not. */
const safe = (query: string): string => query.replace(/[^\x21-\x7e]|["<>\\^`{|}]/g, (character) => encodeURIComponent(character));
