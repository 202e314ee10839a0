import { fieldsOf, noPlaces } from '#contract/role-fields';
import type { RequestFacts } from '../http/request.ts';
import type { Redirect, Site } from '../origin/origin.ts';
import type { Answer } from './value.ts';

/**
 * A redirect within the site: a relative path, the query of the request unless the target has its own, and no content,
 * which could echo input.
 */
export function redirectAnswer(
  { query: asked }: RequestFacts,
  site: Site,
  { status, location, query = safe(asked), fragment = '' }: Redirect,
): Answer {
  const role = status === 301 || status === 308 ? 'moved' : 'redirect';
  const target = site.base + location + query + fragment;
  const fields = [['Location', target] as const, ...fieldsOf(site, role, noPlaces)];
  return { status, fields, content: '', variant: 'redirect', surface: undefined };
}

/** Encodes characters of a query that the parser accepts and a field value may not hold. */
const safe = (query: string): string => query.replace(/[^\x21-\x7e]|["<>\\^`{|}]/g, (character) => encodeURIComponent(character));
