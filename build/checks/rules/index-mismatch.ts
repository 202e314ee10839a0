import { fileOfUrl } from '../../contract/permalinks.ts';
import { counted } from '../../contract/std/words.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Page } from '../../page/page.ts';
import { isListed } from '../../page/site.ts';
import type { Check } from '../check.ts';
import type { Entry } from '../links/listing.ts';

/**
 * llms.txt with its section files, llms-full.txt, sitemap.md and sitemap.xml must name the same pages: all public
 * ones that the indexes list. They are read from the bytes that will be published. Pages that belong in none are reported by `leaked-draft`.
 */
export const indexMismatch: Check = {
  severity: 'error',
  summary: 'llms.txt differs from the public pages, from llms-full.txt or from a sitemap.',
  *find({ listings, publicPages, site }) {
    const llms = fileOfUrl(surfaces.getLlmsTxt.path);
    const index = listings.find(({ file }) => file === llms);
    if (!index) return;
    const listed = publicEntries(index.entries);
    const unlisted = publicPages.filter((page) => isListed(page, site.settings) && !listed.has(page));
    if (unlisted.length > 0)
      yield {
        on: { file: llms },
        message: `${llms} lacks ${namesOf(unlisted)}`,
        fix: 'List every public page; mark a page noindex if no index should show it.',
      };
    const fix = 'Generate both from one list of pages.';
    for (const { file, isIndex, entries } of listings) {
      if (!isIndex || file === llms) continue;
      const others = publicEntries(entries);
      const missing = [...listed.keys()].filter((page) => !others.has(page));
      const extra = [...others.values()].filter(({ page }) => !listed.has(page));
      const [first] = extra;
      if (missing.length > 0) yield { on: { file }, message: `${file} lacks ${namesOf(missing)}, listed in ${llms}`, fix };
      if (first)
        yield {
          on: { file: first.file },
          line: first.line(),
          message: `${file} lists ${namesOf(extra.map(({ page }) => page))}, missing in ${llms}`,
          fix,
        };
    }
  },
};

const publicEntries = (entries: readonly Entry[]): Map<Page, Entry> =>
  new Map(entries.filter(({ page }) => !page.leftOut).map((entry) => [entry.page, entry]));

function namesOf(pages: readonly Page[]): string {
  const names = pages.slice(0, 3).map(({ url }) => url);
  const rest = pages.length - names.length;
  return `${counted(pages.length, 'page')}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
