import { canonicalsOf, fileOfUrl, pagesAmong, pageUrlOf, twinUrlAt, urlOfFile } from '../../contract/permalinks.ts';
import { pathWithin } from '../../contract/site-url.ts';
import { contentFor } from '../../page/content-setting.ts';
import type { Page } from '../../page/page.ts';
import { readPage } from '../../page/read-page.ts';
import { settlePages } from '../../page/settle-pages.ts';
import type { AuditedSite } from '../audit/found-site.ts';
import { type Answers, answerQuestions, answersLines } from './answers.ts';
import { type AskedSection, drawQuestions, type Question, sectionsOf } from './question.ts';
import type { Library } from './seek.ts';

/** A built site as its readers see it, and what they might ask. */
export interface AskedSite {
  readonly questions: readonly Question[];
  /** What an agent gets that asks for Markdown: twins, parts and indexes; the page where it has no twin. */
  readonly markdown: Library;
  /** The pages alone. */
  readonly html: Library;
  /** All Markdown. */
  readonly places: readonly string[];
}

/** Questions that `--answers` asks: sections of a larger site are passed over evenly. */
const mostQuestions = 2_000;

/** What `--answers` measures of a site, and as lines for a terminal. */
export function answersOf(site: AuditedSite): { readonly figures: Answers; readonly lines: string[] } {
  const { questions, markdown, places } = readAskedSite(site, mostQuestions);
  const figures = answerQuestions(questions, markdown, places);
  const placed = { ...figures, pages: figures.pages.map((page) => ({ ...page, file: site.placeOf(page.file) })) };
  return { figures: placed, lines: answersLines(placed) };
}

const unread = { heading: '', body: '', firstParagraph: '' };

/** Reads a site and draws at most `most` questions from the HTML of its public pages. */
export function readAskedSite({ settings, files, pages, read }: AuditedSite, most: number): AskedSite {
  const isPage = pagesAmong(new Set(files), false);
  const asked: { readonly page: Page; readonly sections: readonly AskedSection[] }[] = [];
  for (const file of pages) {
    const html = read(file);
    const page = readPage({ file, html }, { ...settings, withoutFacts: true }, () => unread);
    if (page.leftOut) continue;
    // The strings of a page are slices that keep its HTML in memory; those of a clone do not.
    asked.push(
      structuredClone({
        page,
        sections: sectionsOf({ page: page.url, file, title: '' }, html, contentFor(settings.content, file)),
      }),
    );
  }
  // What most titles end with names the site, not the page.
  const titled = settlePages(asked.map(({ page }) => page));
  const sections = asked.flatMap(({ sections }, at) => sections.map((section) => ({ ...section, title: titled[at]!.title })));
  const fileOfPage = new Map(pages.map((file) => [pageUrlOf(file, false), file]));
  const places = files.filter((file) => /\.(?:md|txt)$/.test(file)).map(urlOfFile);
  const documents = new Set(places);
  const html = libraryOf(
    (path) => [path, ...canonicalsOf(path)].find((each) => fileOfPage.has(each)),
    (place) => read(fileOfPage.get(place)!),
  );
  const markdown = libraryOf(
    (path) => [path, twinUrlAt(path, isPage), ...canonicalsOf(path)].find((each) => documents.has(each)),
    (place) => read(fileOfUrl(place)),
  );
  return {
    questions: drawQuestions(sections, most),
    markdown: {
      siteUrl: settings.url,
      placeOf: (url) => markdown.placeOf(url) ?? html.placeOf(url),
      textAt: (place) => (documents.has(place) ? markdown : html).textAt(place),
    },
    html,
    places,
  };

  function libraryOf(find: (path: string) => string | undefined, textAt: Library['textAt']): Library {
    return {
      siteUrl: settings.url,
      placeOf: (url) => {
        const path = pathWithin(settings.url, url)?.replace(/[?#].*$/s, '');
        return path === undefined ? undefined : find(path || '/');
      },
      textAt,
    };
  }
}
