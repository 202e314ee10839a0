import { deprecationFields, deprecationLinks } from '../../build/contract/deprecation.ts';
import { joinLinks } from '../../build/contract/links.ts';
import { twinUrlOf } from '../../build/contract/permalinks.ts';
import { type FieldRole, fieldsOf, nowhere } from '../../build/contract/role-fields.ts';
import { toLines } from '../http/field-lines.ts';
import type { Site } from '../origin/origin.ts';

const none = { lines: '', links: '' };

/** Deprecation fields and Link values for a path, or for the page whose twin it is. Empty for most paths. */
export function deprecationOf(site: Site, path: string): typeof none {
  const row = site.deprecations.find((each) => each.path === path || twinUrlOf(each.path, site.has) === path);
  return row ? { lines: toLines(deprecationFields(row)), links: deprecationLinks(site, row) } : none;
}

/** The fields of an answer that the proxy makes itself, as lines: those of its role, and the deprecation of its path. */
export function noticeLines(site: Site, role: FieldRole, path: string, more: readonly string[]): string {
  const { lines, links } = deprecationOf(site, path);
  const fields = fieldsOf(site, role, nowhere).map(([name, value]) => [name, name === 'Link' ? joinLinks(value, links) : value]);
  return toLines([...more, ...fields.flat()]) + lines;
}
