import type { Deprecation } from '../../build/contract/deprecation.ts';
import { deprecationFields, deprecationLinks } from '../../build/contract/deprecation-fields.ts';
import { twinUrlOf } from '../../build/contract/permalinks.ts';
import { toLines } from '../http/field-lines.ts';
import type { Site } from '../origin/origin.ts';

/** What an answer says of the end of its path: nothing for most paths. */
export interface DeprecationNotice {
  /** Deprecation, a Structured Field Date, and Sunset, an HTTP-date in GMT (RFC 9745, RFC 8594). */
  readonly lines: string;
  /** Values of Link, joined. */
  readonly links: string;
}

const none: DeprecationNotice = { lines: '', links: '' };

/** The notice of a path, or of the page whose twin it is. */
export function deprecationOf(site: Site, path: string): DeprecationNotice {
  const row = site.deprecations.find(
    (deprecation) => deprecation.path === path || twinUrlOf(deprecation.path, site.has) === path,
  );
  return row ? noticeOf(site, row) : none;
}

const noticeOf = (site: Site, row: Deprecation): DeprecationNotice => ({
  lines: toLines(deprecationFields(row)),
  links: deprecationLinks(site, row),
});
