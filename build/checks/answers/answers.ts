import { pageUrlAt } from '../../contract/permalinks.ts';
import type { SearchIndex } from '../../contract/search/open-index.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { tokensOf } from '../../generators/tokens.ts';
import { createFinder } from './bare.ts';
import type { Question } from './question.ts';

/** Characters of a document that Claude's fetch tool shows: the lowest of the common limits. */
export const shownCharacters = 20_700;

/** Search results that a reader looks at. */
const looksAt = 3;

/** Why an answer is not found: it is not in the document, beyond what is shown, in no outline, or search misses the page. */
export type Miss = keyof typeof remedies;

const remedies = {
  lost: 'the twin lacks it; see the check parity',
  cut: 'split the page, or give its sections headings with ids',
  unseen: 'give the section a heading that says what is below it',
  unfound: 'give the page a title and a description that say what it holds',
} as const;

export interface PageAnswers {
  readonly file: string;
  readonly questions: number;
  /** Questions without an answer, by the heading of their section. */
  readonly missed: readonly { readonly heading: string; readonly why: Miss }[];
  /** The most effective fix. */
  readonly fix: string;
}

export interface Answers {
  readonly questions: number;
  /** Answers shown in the twin, or in a part named by its outline; tokens read up to the answer. */
  readonly onPage: Figures;
  /** Pages among the first search results; tokens fetched up to the page. Absent without search. */
  readonly bySearch?: Figures;
  /** Pages with missed questions, worst first. */
  readonly pages: readonly PageAnswers[];
}

export interface Figures {
  /** Share of the questions that found their answer. */
  readonly recall: number;
  /** Median over all questions; infinite for a missed one. */
  readonly tokens: number;
}

const figuresOf = (found: readonly number[]): Figures => ({
  recall: found.length === 0 ? 1 : found.filter(Number.isFinite).length / found.length,
  tokens: found.toSorted((a, b) => a - b)[found.length >> 1] ?? 0,
});

/**
 * Looks for the answers of questions on their pages, and for the pages by the site's search.
 *
 * @param read the documents of a page, by file: the twin, then its parts
 */
export function answerQuestions(
  questions: readonly Question[],
  read: (page: string) => ReadonlyMap<string, string>,
  index: SearchIndex | undefined,
): Answers {
  const byPage = groupBy(questions, ({ file }) => file);
  const rows = [...byPage].flatMap(([file, own]) => {
    const look = createLook(read(file));
    return own.map((question) => {
      const onPage = look(question.answer);
      const bySearch = index && tokensToPage(index, question);
      const unfound = bySearch === Number.POSITIVE_INFINITY ? ('unfound' as const) : undefined;
      return { question, onPage, bySearch, why: typeof onPage === 'string' ? onPage : unfound };
    });
  });
  const pages = [...groupBy(rows, ({ question }) => question.file)].flatMap(([file, own]): PageAnswers[] => {
    const missed = own.flatMap(({ question, why }) => (why ? [{ heading: question.heading || question.title, why }] : []));
    const worst = [...groupBy(missed, ({ why }) => why)].sort(([, a], [, b]) => b.length - a.length)[0];
    return worst ? [{ file, questions: own.length, missed, fix: remedies[worst[0]] }] : [];
  });
  return {
    questions: questions.length,
    onPage: figuresOf(rows.map(({ onPage }) => (typeof onPage === 'number' ? onPage : Number.POSITIVE_INFINITY))),
    ...(index && { bySearch: figuresOf(rows.map(({ bySearch }) => bySearch!)) }),
    pages: pages.sort((a, b) => b.missed.length - a.missed.length),
  };
}

/** Makes a function that returns the tokens read on a page up to an answer, or why it is not read. */
function createLook(documents: ReadonlyMap<string, string>): (answer: string) => number | Exclude<Miss, 'unfound'> {
  const shown = [...documents].map(([file, whole]) => {
    const text = whole.slice(0, shownCharacters);
    return { name: file.slice(file.lastIndexOf('/')), whole, text, endOf: createFinder(text) };
  });
  const [twin, ...parts] = shown;
  return (answer) => {
    const end = twin!.endOf(answer);
    if (end !== undefined) return tokensOf(twin!.text.slice(0, end));
    const part = parts.find(({ endOf }) => endOf(answer) !== undefined);
    if (part === undefined) return createFinder(twin!.whole)(answer) === undefined ? 'lost' : 'cut';
    // The outline of a very long part names its own parts. Links to the previous and next part are not in an outline.
    const outline = shown
      .filter((each) => each === twin || twin!.text.includes(each.name))
      .map(({ text }) => text.replace(/^> Part of .*$/m, ''))
      .find((text) => text.includes(part.name));
    if (outline === undefined) return 'unseen';
    return tokensOf(outline.slice(0, outline.indexOf(part.name))) + tokensOf(part.text.slice(0, part.endOf(answer)));
  };
}

/** Tokens of the documents fetched in order of the search results, up to the right page. */
function tokensToPage(index: SearchIndex, { query, page }: Question): number {
  const hits = index.search(query, looksAt);
  const at = hits.findIndex(({ url }) => pageUrlAt(url) === pageUrlAt(page));
  return at < 0 ? Number.POSITIVE_INFINITY : hits.slice(0, at + 1).reduce((sum, { tokens }) => sum + tokens, 0);
}

const shownPages = 12;

/** The report for authors: under twenty lines. */
export function answersLines({ questions, onPage, bySearch, pages }: Answers): string[] {
  const number = (value: number): string => value.toLocaleString('en');
  const share = ({ recall, tokens }: Figures): string =>
    `${(Math.floor(recall * 1000) / 10).toFixed(1)} %${Number.isFinite(tokens) ? `, after ${number(tokens)} tokens (median)` : ''}`;
  return [
    `Answers found by an agent that is shown ${number(shownCharacters)} characters of a document, of ${number(questions)}, one a section:`,
    `  on the page and its parts: ${share(onPage)}`,
    `  the page among the first ${looksAt} of a search: ${bySearch ? share(bySearch) : 'the site has no search index'}`,
    ...pages.slice(0, shownPages).map(({ file, questions, missed, fix }) => {
      const [{ heading }] = missed as [PageAnswers['missed'][number]];
      return `  ${file}: ${number(missed.length)} of ${number(questions)} not found, such as "${heading.slice(0, 60)}". Fix: ${fix}`;
    }),
    ...(pages.length > shownPages ? [`  … and ${number(pages.length - shownPages)} more pages; --format json lists all`] : []),
  ];
}
