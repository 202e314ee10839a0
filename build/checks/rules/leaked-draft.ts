import { twinFileOf } from '../../contract/permalinks.ts';
import type { LeftOut } from '../../page/page.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';

const reasons: Record<LeftOut, string> = {
  draft: 'a draft',
  noindex: 'marked noindex',
  redirect: 'a redirect',
  duplicate: 'a duplicate of its canonical page',
  excluded: 'excluded by the settings',
  'not a page': 'not a page',
};

/** A page that is to be in no artifact (design decision 14) and is in one: listed by an index, or with a twin of its own. */
export const leakedDraft: Check = {
  name: 'leaked-draft',
  severity: 'error',
  summary: 'A draft, noindex or excluded page is in an artifact.',
  find: (inspection) => [...listed(inspection), ...twins(inspection)],
};

function* listed({ listings }: Inspection): Generator<Defect> {
  for (const { entries } of listings) {
    for (const entry of entries) {
      const { page, file } = entry;
      if (!page.leftOut) continue;
      yield {
        on: { file },
        line: entry.line(),
        message: `${file} lists ${page.url}, which is ${reasons[page.leftOut]}`,
        fix: `Take it out of ${file}, or publish ${page.source ?? page.file} in full.`,
      };
    }
  }
}

function* twins({ pages, publicPages, artifacts }: Inspection): Generator<Defect> {
  const allowed = new Set(publicPages.map(({ url }) => twinFileOf(url)));
  const published = new Set(artifacts.map(({ path }) => path));
  for (const page of pages) {
    const file = twinFileOf(page.url);
    if (!page.leftOut || allowed.has(file) || !published.has(file)) continue;
    yield {
      on: { file },
      message: `${file} is the twin of ${page.url}, which is ${reasons[page.leftOut]}`,
      fix: `Remove ${file}, or publish ${page.source ?? page.file} in full.`,
    };
  }
}
