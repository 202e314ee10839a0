import type { Deprecation } from '../../build/contract/deprecation.ts';
import { twinUrlOf } from '../../build/contract/permalinks.ts';
import type { Site } from '../origin/site.ts';
import { link } from './links.ts';

/** What an answer for a path says of its end: nothing, today, for most. */
export interface DeprecationNotice {
  /** Deprecation, a Structured Field Date, and Sunset, an HTTP-date in GMT (RFC 9745, RFC 8594). */
  readonly fields: readonly string[];
  readonly links: readonly string[];
}

const none: DeprecationNotice = { fields: [], links: [] };

/** The notice of a path, or of the page whose twin it is. */
export function deprecationOf(site: Site, path: string): DeprecationNotice {
  const row = site.deprecations.find((deprecation) => deprecation.path === path || twinUrlOf(deprecation.path) === path);
  return row ? noticeOf(site, row) : none;
}

const noticeOf = (site: Site, row: Deprecation): DeprecationNotice => ({
  fields: ['Deprecation', `@${Date.parse(row.deprecated) / 1000}`, 'Sunset', new Date(row.sunset).toUTCString()],
  links: [
    ...(row.documentation === undefined ? [] : [link(site.url + row.documentation, 'deprecation', 'text/html')]),
    ...(row.successor === undefined ? [] : [link(site.url + row.successor, 'successor-version')]),
  ],
});
