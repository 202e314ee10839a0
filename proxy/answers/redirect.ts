import { commonFields } from '../../build/contract/security-fields.ts';
import { cachePolicies, type SurfaceId } from '../../build/contract/surfaces.ts';
import { toLines } from '../http/field-lines.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Redirect, Site } from '../origin/origin.ts';
import { stricterCaching } from './caching.ts';
import type { Answer } from './value.ts';

/**
 * A redirect within the site: a relative path, the query of the request kept unless the target has its own, and no content
 * that could echo anything.
 */
export function redirectAnswer(
  { query }: RequestFacts,
  site: Site,
  { status, location, fragment = '', ...redirect }: Redirect,
  surface?: SurfaceId,
): Answer {
  const policy = status === 301 || status === 308 ? cachePolicies.document : cachePolicies.none;
  const target = site.base + location + (redirect.query ?? safe(query)) + fragment;
  const caching = stricterCaching(policy, site.crossOrigin ? redirect.cacheControl : 'no-store');
  const fields = toLines(['Location', target, 'Cache-Control', caching, ...commonFields(site)]);
  return { status, fields, body: '', variant: 'redirect', surface };
}

/** A query may hold whatever the parser accepts; a field value may not. */
const safe = (query: string): string => query.replace(/[^\x21-\x7e]|["<>\\^`{|}]/g, (character) => encodeURIComponent(character));
