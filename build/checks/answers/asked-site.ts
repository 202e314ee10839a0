import { gunzipSync } from 'node:zlib';
import { fileOfUrl, pagesAmong, pageUrlOf, twinOfPart, twinUrlAt } from '../../contract/permalinks.ts';
import { openIndex } from '../../contract/search/open-index.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { contentFor } from '../../page/content-setting.ts';
import type { Page } from '../../page/page.ts';
import { readPage } from '../../page/read-page.ts';
import { resolveTitles } from '../../page/resolve-titles.ts';
import type { AuditedSite } from '../audit/found-site.ts';
import { type Answers, answerQuestions, answersLines } from './answers.ts';
import { type AskedSection, drawQuestions, sectionsOf } from './question.ts';

/** Most questions of `--answers`; a larger site is sampled evenly. */
const mostQuestions = 2_000;

/** The figures of `--answers` for a site, also as lines for a terminal. */
export async function answersOf(site: AuditedSite): Promise<{ readonly figures: Answers; readonly lines: string[] }> {
  const questions = drawQuestions(sectionsOfSite(site), mostQuestions);
  const index = await site.searchIndex();
  const figures = answerQuestions(questions, createDocumentReader(site), index && openIndex(gunzipSync(index)));
  const placed = { ...figures, pages: figures.pages.map((page) => ({ ...page, file: site.placeOf(page.file) })) };
  return { figures: placed, lines: answersLines(placed) };
}

const unread = { heading: '', body: '', firstParagraph: '' };

/** The sections of the public pages of a site, from their HTML. */
export function sectionsOfSite({ settings, pages, read }: AuditedSite): AskedSection[] {
  const asked: { readonly page: Page; readonly sections: readonly AskedSection[] }[] = [];
  for (const file of pages) {
    const html = read(file);
    const page = readPage({ file, html }, { ...settings, withoutFacts: true }, () => unread);
    if (page.leftOut) continue;
    // The strings of a page are slices that keep its HTML in memory; those of a clone are not.
    asked.push(
      structuredClone({
        page,
        sections: sectionsOf({ page: page.url, file, title: '' }, html, contentFor(settings.content, file)),
      }),
    );
  }
  // The common end of titles names the site, not the page.
  const titled = resolveTitles(asked.map(({ page }) => page));
  return asked.flatMap(({ sections }, at) => sections.map((section) => ({ ...section, title: titled[at]!.title })));
}

/** Makes a function that reads the documents of a page: its twin (else the page), and the parts of a long one. */
function createDocumentReader({ files, read }: AuditedSite): (page: string) => ReadonlyMap<string, string> {
  const there = new Set(files);
  const isPage = pagesAmong(there, false);
  const partsOf = groupBy(
    files.filter((file) => twinOfPart(file) !== undefined),
    (file) => twinOfPart(file)!,
  );
  return (file) => {
    const twin = fileOfUrl(twinUrlAt(pageUrlOf(file, false), isPage));
    return new Map([there.has(twin) ? twin : file, ...(partsOf.get(twin) ?? [])].map((each) => [each, read(each)]));
  };
}
