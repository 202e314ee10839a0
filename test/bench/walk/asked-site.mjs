// The corpus of the retrieval bench: a built site as its readers see it, and questions about it.
import { sectionsOfSite } from '../../../lib/build/checks/answers/asked-site.js';
import { drawQuestions } from '../../../lib/build/checks/answers/question.js';
import { canonicalsOf, fileOfUrl, pagesAmong, pageUrlOf, twinUrlAt, urlOfFile } from '../../../lib/build/contract/permalinks.js';
import { pathWithin } from '../../../lib/build/contract/site-url.js';
import { wordSet } from './seek.mjs';

/**
 * Draws at most `most` questions from a site, and creates two libraries that answer them: `markdown`, as an agent gets it (twins,
 * parts and indexes; the page where it has no twin), and `html`, only the pages.
 */
export function readAskedSite(site, most) {
  const { settings, files, pages, read } = site;
  const sections = sectionsOfSite(site);
  const isPage = pagesAmong(new Set(files), false);
  const fileOfPage = new Map(pages.map((file) => [pageUrlOf(file, false), file]));
  const documents = new Set(files.filter((file) => /\.(?:md|txt)$/.test(file)).map(urlOfFile));
  const html = libraryOf(
    (path) => [path, ...canonicalsOf(path)].find((each) => fileOfPage.has(each)),
    (place) => read(fileOfPage.get(place)),
  );
  const markdown = libraryOf(
    (path) => [path, twinUrlAt(path, isPage), ...canonicalsOf(path)].find((each) => documents.has(each)),
    (place) => read(fileOfUrl(place)),
  );
  return {
    questions: weighed(drawQuestions(sections, most), sections),
    markdown: {
      siteUrl: settings.url,
      placeOf: (url) => markdown.placeOf(url) ?? html.placeOf(url),
      textAt: (place) => (documents.has(place) ? markdown : html).textAt(place),
    },
    html,
  };

  function libraryOf(find, textAt) {
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

/** Adds the weight of words by which a reader chooses links: those of title and heading and the three rarest. Rare words weigh more. */
function weighed(questions, sections) {
  const having = new Map();
  for (const { page, title, heading, name, sentences } of sections)
    for (const word of wordSet([title, heading, name, ...sentences].join(' ')))
      having.set(word, (having.get(word) ?? new Set()).add(page));
  const pages = new Set(sections.map(({ page }) => page)).size;
  const worth = (word) => Math.log((pages + 1) / having.get(word).size);
  return questions.map((question) => {
    const rare = [...wordSet(question.sentence)].sort((a, b) => worth(b) - worth(a) || (a < b ? -1 : 1)).slice(0, 3);
    // Words of the title count twice.
    const titled = wordSet(question.title);
    const words = new Map(
      [...titled, ...wordSet(`${question.heading} ${question.name}`), ...rare].map((word) => [
        word,
        worth(word) * (titled.has(word) ? 2 : 1),
      ]),
    );
    return { ...question, words, weight: [...words.values()].reduce((sum, each) => sum + each, 0) };
  });
}
