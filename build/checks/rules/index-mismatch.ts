import { fileOfUrl } from '../../contract/permalinks.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Page } from '../../page/page.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import type { Entry } from '../links/listing.ts';

/**
 * llms.txt, its section files, llms-full.txt, sitemap.md and sitemap.xml must name the same pages: all public ones. They
 * are read from the bytes that will be published. Pages that are to be in none are the business of `leaked-draft`.
 */
export const indexMismatch: Check = {
  name: 'index-mismatch',
  severity: 'error',
  summary: 'llms.txt differs from the public pages, from llms-full.txt or from a sitemap.',
  find: (inspection) => [...mismatches(inspection)],
};

function* mismatches({ listings, publicPages }: Inspection): Generator<Defect> {
  const llms = fileOfUrl(surfaces.getLlmsTxt.path);
  const index = listings.find(({ file }) => file === llms);
  if (!index) return;
  const own = new Map(index.entries.filter(({ page }) => !page.leftOut).map((entry) => [entry.page, entry]));
  const unlisted = publicPages.filter((page) => !own.has(page));
  if (unlisted.length > 0)
    yield {
      on: { file: llms },
      message: `${llms} lacks ${namesOf(unlisted)}`,
      fix: 'List every public page; mark noindex those that no index should show.',
    };
  for (const { file, isIndex, entries } of listings) {
    if (!isIndex || file === llms) continue;
    const others = new Map(entries.filter(({ page }) => !page.leftOut).map((entry) => [entry.page, entry]));
    const missing = [...own.keys()].filter((page) => !others.has(page));
    const extra = [...others.values()].filter(({ page }) => !own.has(page));
    if (missing.length > 0)
      yield {
        on: { file },
        message: `${file} lacks ${namesOf(missing)}, listed in ${llms}`,
        fix: `Make both from one list of pages.`,
      };
    if (extra.length > 0)
      yield {
        ...placeOf(extra[0]!),
        message: `${file} lists ${namesOf(extra.map(({ page }) => page))}, missing in ${llms}`,
        fix: 'Make both from one list of pages.',
      };
  }
}

const placeOf = (entry: Entry): Pick<Defect, 'on' | 'line'> => ({ on: { file: entry.file }, line: entry.line() });

function namesOf(pages: readonly Page[]): string {
  const [first, second, third, ...rest] = pages.map(({ url }) => url);
  const named = [first, second, third].filter(Boolean).join(', ');
  return `${pages.length} page${pages.length === 1 ? '' : 's'}: ${named}${rest.length > 0 ? ` and ${rest.length} more` : ''}`;
}
