import { deprecationFields, deprecationLinks } from '../../build/contract/deprecation.ts';
import { joinLinks } from '../../build/contract/links.ts';
import { twinUrlOf } from '../../build/contract/permalinks.ts';
import { type FieldRole, fieldsOf, nowhere } from '../../build/contract/role-fields.ts';
import { toLines } from '../http/field-lines.ts';
import type { Site } from '../origin/origin.ts';

const none = { lines: '', links: '' };

/** What an answer says of the end of its path, or of the page whose twin it is: fields, and values of Link. Nothing for most paths. */
export function deprecationOf(site: Site, path: string): typeof none {
  const row = site.deprecations.find((each) => each.path === path || twinUrlOf(each.path, site.has) === path);
  return row ? { lines: toLines(deprecationFields(row)), links: deprecationLinks(site, row) } : none;
}

/** The fields of an answer of ours at a path, as lines: of its role, and what is said of the end of the path. */
export function noticeLines(site: Site, role: FieldRole, path: string, more: readonly string[]): string {
  const { lines, links } = deprecationOf(site, path);
  const own = fieldsOf(site, role, nowhere).map(([name, value]) => [name, name === 'Link' ? joinLinks(value, links) : value]);
  return toLines([...more, ...own.flat()]) + lines;
}
