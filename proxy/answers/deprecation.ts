import { deprecationFields, deprecationLinks } from '../../build/contract/deprecation.ts';
import { twinUrlOf } from '../../build/contract/permalinks.ts';
import { toLines } from '../http/field-lines.ts';
import type { Site } from '../origin/origin.ts';

const none = { lines: '', links: '' };

/** Deprecation fields and Link values for a path, or for the page whose twin it is. Empty for most paths. */
export function deprecationOf(site: Site, path: string): typeof none {
  const row = site.deprecations.find((each) => each.path === path || twinUrlOf(each.path, site.has) === path);
  return row ? { lines: toLines(deprecationFields(row)), links: deprecationLinks(site, row) } : none;
}
