import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answers, answerQuestions, answersLines } from '../checks/answers/answers.ts';
import { type AskedSection, drawQuestions, type Question, sectionsOf } from '../checks/answers/question.ts';
import type { Library } from '../checks/answers/seek.ts';
import { builtSettings } from '../checks/audit/built-settings.ts';
import { declaredUrl, isDocument } from '../checks/audit/found-site.ts';
import { canonicalsOf, fileOfUrl, pagesAmong, pageUrlOf, twinUrlAt, urlOfFile } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import { listBuiltSite } from '../files.ts';
import { decodeHtml } from '../page/parse-html.ts';
import { readPage } from '../page/read-page.ts';
import { resolveSettings, type Settings } from '../settings.ts';

/** A built folder as its readers see it, and what they might ask. */
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

/** What `--answers` measures of a folder, and as lines for a terminal. */
export function answersOf(folder: string, settings: Settings): { readonly figures: Answers; readonly lines: string[] } {
  const { questions, markdown, places } = readAskedSite(folder, settings, mostQuestions);
  const figures = answerQuestions(questions, markdown, places);
  const pages = figures.pages.map((page) => ({ ...page, file: join(folder, page.file).replaceAll('\\', '/') }));
  const placed = { ...figures, pages };
  return { figures: placed, lines: answersLines(placed) };
}

const unread = { heading: '', body: '', firstParagraph: '' };

/**
 * Reads a built folder and draws at most `most` questions from the HTML of its public pages.
 *
 * @throws {UserError} if it is not a folder or has no page, or a setting is not valid
 */
export function readAskedSite(folder: string, given: Settings, most: number): AskedSite {
  const own = builtSettings(folder, given);
  const { files, pages } = listBuiltSite(folder);
  const isPage = pagesAmong(new Set(files));
  const read = (file: string): string => decodeHtml(readFileSync(join(folder, file)));
  const home = files.includes('index.html') ? read('index.html') : '';
  const url = own.url ?? declaredUrl(new Map(files.filter(isDocument).map((file) => [file, read(file)])), home);
  const settings = resolveSettings({ ...own, ...(url && { url }) }, 'settings');
  const sections: AskedSection[] = [];
  for (const file of pages) {
    const html = read(file);
    const { leftOut, url, title } = readPage({ file, html }, settings, () => unread);
    if (!leftOut) sections.push(...sectionsOf({ page: url, file, title }, html, settings.content));
  }
  const fileOfPage = new Map(pages.map((file) => [pageUrlOf(file), file]));
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
