import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AskedSection, drawQuestions, type Question, sectionsOf } from '../checks/answers/question.ts';
import type { Library } from '../checks/answers/seek.ts';
import { canonicalsOf, decodeLoosely, fileOfUrl, pagesAmong, pageUrlOf, twinUrlAt, twinUrlOf } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import { listBuiltSite } from '../files.ts';
import { decodeHtml } from '../page/parse-html.ts';
import { readPage } from '../page/read-page.ts';
import { resolveSettings, type Settings } from '../settings.ts';

/** A folder as its readers see it, and what they might ask. */
export interface AskedSite {
  readonly questions: readonly Question[];
  /** Twins, parts and indexes: what agents get that ask for Markdown. */
  readonly markdown: Library;
  /** The pages. */
  readonly html: Library;
}

const unread = { heading: '', body: '', firstParagraph: '' };

/** Reads a built folder and draws at most `most` questions from the HTML of its public pages. */
export function readAskedSite(folder: string, own: Settings & { readonly url: string }, most: number): AskedSite {
  const settings = resolveSettings(own, 'settings');
  const { files: names, pages } = listBuiltSite(folder);
  const files = new Set(names);
  const isPage = pagesAmong(files);
  const read = (file: string): string => decodeHtml(readFileSync(join(folder, file)));
  const fileOfPage = new Map<string, string>();
  const sections: AskedSection[] = [];
  for (const file of pages) {
    const html = read(file);
    const { leftOut, url, title } = readPage({ file, html }, settings, () => unread);
    fileOfPage.set(url, file);
    if (!leftOut) sections.push(...sectionsOf({ page: url, twin: twinUrlOf(url, isPage), file, title }, html, settings.content));
  }
  const pathOf = (url: string): string | undefined => {
    const path = pathWithin(settings.url, url.replace(/^http:\/\/x(?=\/)/, settings.url))?.replace(/[?#].*$/s, '');
    return path === undefined ? undefined : path || '/';
  };
  const library = (has: (path: string) => boolean, spellings: (path: string) => string[], textAt: Library['textAt']): Library => ({
    placeOf: (url) => {
      const path = pathOf(url);
      return path === undefined ? undefined : spellings(path).find(has);
    },
    textAt,
  });
  const fileAt = (path: string): string => fileOfUrl(path);
  return {
    questions: drawQuestions(sections, most),
    markdown: library(
      (path) => /\.(?:md|txt)$/.test(path) && files.has(decodeLoosely(path).slice(1)),
      (path) => [path, twinUrlAt(path, isPage), ...canonicalsOf(path)],
      (place) => read(fileAt(place)),
    ),
    html: library(
      (path) => fileOfPage.has(path),
      (path) => [path, ...canonicalsOf(path), pageUrlOf(fileAt(path))],
      (place) => read(fileOfPage.get(place)!),
    ),
  };
}
