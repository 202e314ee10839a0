import { fileOfUrl } from '../../contract/permalinks.ts';
import type { LeftOut } from '../../page/page.ts';
import type { Check } from '../check.ts';

const reasons: Record<LeftOut, string> = {
  draft: 'a draft',
  noindex: 'marked noindex',
  redirect: 'a redirect',
  duplicate: 'a duplicate of its canonical page',
  excluded: 'excluded by the settings',
  'not a page': 'not a page',
};

/** A page kept out of artifacts by its owner that an index lists, or that has a twin. */
export const leakedDraft: Check = {
  severity: 'error',
  summary: 'A draft, noindex or excluded page is in an artifact.',
  *find({ listings, pages, publicPages, artifacts, site }) {
    for (const { page, file, line } of listings.flatMap(({ entries }) => entries)) {
      const reason = page.leftOut ? reasons[page.leftOut] : page.older ? 'of an older version' : undefined;
      // The sitemap of another generator is its owner's choice.
      if (!reason || (site.settings.adopted && file.endsWith('.xml'))) continue;
      yield {
        on: { file },
        line,
        message: `${file} lists ${page.url}, which is ${reason}`,
        fix: `Remove it from ${file}, or publish ${page.source ?? page.file} in full.`,
      };
    }
    const allowed = new Set(publicPages.map(({ twin }) => fileOfUrl(twin)));
    const published = new Set(artifacts.map(({ path }) => path));
    for (const page of pages) {
      const file = fileOfUrl(page.twin);
      if (!page.leftOut || allowed.has(file) || !published.has(file)) continue;
      yield {
        on: { file },
        message: `${file} is the twin of ${page.url}, which is ${reasons[page.leftOut]}`,
        fix: `Remove ${file}, or publish ${page.source ?? page.file} in full.`,
      };
    }
  },
};
