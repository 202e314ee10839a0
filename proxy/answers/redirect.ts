import { fieldsOf, nowhere } from '../../build/contract/role-fields.ts';
import type { SurfaceId } from '../../build/contract/surfaces.ts';
import { toLines } from '../http/field-lines.ts';
import type { RequestFacts } from '../http/request.ts';
import type { Redirect, Site } from '../origin/origin.ts';
import { stricterCaching } from './caching.ts';
import type { Answer } from './value.ts';

/**
 * A redirect within the site: a relative path, the query of the request unless the target has its own, and no content,
 * which could echo input.
 */
export function redirectAnswer(
  { query }: RequestFacts,
  site: Site,
  { status, location, fragment = '', ...redirect }: Redirect,
  surface?: SurfaceId,
): Answer {
  const role = status === 301 || status === 308 ? 'moved' : 'redirect';
  const target = site.base + location + (redirect.query ?? safe(query)) + fragment;
  const host = site.crossOrigin ? redirect.cacheControl : 'no-store';
  const roleFields = fieldsOf(site, role, nowhere).map(([name, value]) => [
    name,
    name === 'Cache-Control' ? stricterCaching(value, host) : value,
  ]);
  const fields = toLines(['Location', target, ...roleFields.flat()]);
  return { status, fields, body: '', variant: 'redirect', surface };
}

/** Encodes characters of a query that the parser accepts and a field value may not hold. */
const safe = (query: string): string => query.replace(/[^\x21-\x7e]|["<>\\^`{|}]/g, (character) => encodeURIComponent(character));
