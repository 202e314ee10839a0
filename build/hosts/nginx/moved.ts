import { decodeLoosely } from '../../contract/permalinks.ts';
import type { Redirect } from '../../contract/redirect-table.ts';
import type { HostedSite } from '../hosted-site.ts';
import { literal } from '../path-patterns.ts';
import { redirectsOf } from '../server.ts';
import { pattern, type Quoting } from './quote.ts';

/** Where requests are looked for that are for no path of the site: there is nothing. */
const outside = '/.outside';

/** What has moved: a `map` of old paths for each status, and what the site needs that lies below a path of its host. */
export function movedOf(site: HostedSite, prefix: string, { inner, map }: Quoting) {
  const { base } = site;
  const all = new Map<string, Redirect>(redirectsOf(site));
  if (base !== '') {
    all.set(`${outside}/`, { kind: 'redirect', status: 302, location: '/' });
    all.set(outside + base, { kind: 'redirect', status: 301, location: '/' });
  }
  const statuses = [...new Set([...all.values()].map(({ status }) => status))].sort((a, b) => a - b);
  const rowsOf = (status: number) =>
    [...all]
      .filter(([, redirect]) => redirect.status === status)
      .map(([from, { location, query, fragment = '' }]) => {
        const sent = query === undefined ? '$is_args$args' : '';
        return [from, `"${inner(base + location + (query ?? ''))}${sent}${inner(fragment)}"`] as const;
      });
  return {
    paths: [...redirectsOf(site).keys()],
    maps: statuses.flatMap((status) => map('$uri', `moved_${status}`, rowsOf(status))),
    returns: statuses.map((status) => `if ($${prefix}_moved_${status}) { return ${status} $${prefix}_moved_${status}; }`),
    // So that `$uri` is a path of the site.
    baseRules:
      base === ''
        ? []
        : [
            `rewrite ${pattern(`^${literal(decodeLoosely(base))}(/.*)$`)} $1 break;`,
            `rewrite ${pattern('^(?!/\\.problem)(.*)$')} ${outside}$1 break;`,
          ],
  };
}
