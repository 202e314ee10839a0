import { groupBy } from '../../contract/std/collections.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Question } from './question.ts';
import { createReader, type Found, type Library, type ShownDocument, seek } from './seek.ts';

/** What Claude's fetch tool shows of a document, in characters: the shortest of the common limits. */
export const shownCharacters = 20_700;

/** Why an answer is not found: the document lacks it, no reader is shown it, no outline leads to it, or no index to the page. */
export type Miss = keyof typeof remedies;

const remedies = {
  lost: 'the twin lacks it; see the check parity',
  cut: 'split the page, or give its sections headings with ids',
  unseen: 'give the section a heading that says what is below it',
  unfound: 'give the page a title and a description that say what it holds',
} as const;

/** What became of the questions of one page. */
export interface PageAnswers {
  readonly file: string;
  readonly questions: number;
  /** Questions without an answer, by the heading of their section. */
  readonly missed: readonly { readonly heading: string; readonly why: Miss }[];
  /** What helps most. */
  readonly fix: string;
}

export interface Answers {
  readonly questions: number;
  readonly onPage: Figures;
  readonly fromIndex: Figures;
  /** Pages with questions that found no answer, worst first. */
  readonly pages: readonly PageAnswers[];
}

/** How one reader did. */
export interface Figures {
  /** Share of the questions that found their answer. */
  readonly recall: number;
  /** Medians over all questions: one without an answer takes longer than any other. Infinite if most have none. */
  readonly tokens: number;
  readonly received: number;
  readonly requests: number;
}

export function figuresOf(found: readonly (Found | undefined)[]): Figures {
  const median = (key: 'tokens' | 'received' | 'requests'): number =>
    found.map((each) => each?.[key] ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)[found.length >> 1] ?? 0;
  return {
    recall: found.length === 0 ? 1 : found.filter(Boolean).length / found.length,
    tokens: median('tokens'),
    received: median('received'),
    requests: median('requests'),
  };
}

/** Reads a document and follows its outline to the part that fits. */
export const seekWithin = (question: Question, start: string, read: (place: string) => ShownDocument): Found | undefined =>
  seek(question, start, read, { follows: partsOf(start) });

const partsOf = (twin: string): ((place: string) => boolean) => {
  const folder = twin.replace(/\.md$/, '.parts/');
  return (place) => folder !== twin && place.startsWith(folder);
};

/** Answers the questions as an agent does that asks for Markdown: on the page itself, and from llms.txt on. */
export function answerQuestions(questions: readonly Question[], library: Library, places: readonly string[]): Answers {
  const { siteUrl } = library;
  const read = createReader(library, shownCharacters);
  const readAll = createReader(library, Number.POSITIVE_INFINITY);
  const start = library.placeOf(siteUrl + surfaces.getLlmsTxt.path) ?? library.placeOf(`${siteUrl}/`);
  const rows = questions.map((question) => {
    const place = library.placeOf(siteUrl + question.page)!;
    const onPage = seekWithin(question, place, read);
    const fromIndex = start === undefined ? undefined : seek(question, start, read);
    return {
      question,
      onPage,
      fromIndex,
      why: onPage ? (fromIndex ? undefined : ('unfound' as const)) : whyNot(question, place),
    };
  });
  const pages = [...groupBy(rows, ({ question }) => question.file)].flatMap(([file, own]): PageAnswers[] => {
    const missed = own.flatMap(({ question, why }) => (why ? [{ heading: question.heading || question.title, why }] : []));
    const worst = [...groupBy(missed, ({ why }) => why)].sort(([, a], [, b]) => b.length - a.length)[0];
    return worst ? [{ file, questions: own.length, missed, fix: remedies[worst[0]] }] : [];
  });
  return {
    questions: questions.length,
    onPage: figuresOf(rows.map(({ onPage }) => onPage)),
    fromIndex: figuresOf(rows.map(({ fromIndex }) => fromIndex)),
    pages: pages.sort((a, b) => b.missed.length - a.missed.length),
  };

  function whyNot({ answer }: Question, place: string): Miss {
    if (readAll(place).endOf(answer) === undefined) return 'lost';
    return places.filter(partsOf(place)).some((part) => read(part).endOf(answer) !== undefined) ? 'unseen' : 'cut';
  }
}

/** Lines of pages in the report of a terminal. */
const shownPages = 12;

/** The report for authors: under twenty lines. */
export function answersLines({ questions, onPage, fromIndex, pages }: Answers): string[] {
  const number = (value: number): string => value.toLocaleString('en');
  const share = ({ recall, tokens }: Figures): string =>
    `${(Math.floor(recall * 1000) / 10).toFixed(1)} %${Number.isFinite(tokens) ? `, after ${number(tokens)} tokens (median)` : ''}`;
  return [
    `Answers found by an agent that is shown ${number(shownCharacters)} characters of a document, of ${number(questions)}, one a section:`,
    `  on the page and its parts: ${share(onPage)}`,
    `  from llms.txt in six requests: ${share(fromIndex)}`,
    ...pages.slice(0, shownPages).map(({ file, questions, missed, fix }) => {
      const [{ heading }] = missed as [PageAnswers['missed'][number]];
      return `  ${file}: ${number(missed.length)} of ${number(questions)} not found, such as "${heading.slice(0, 60)}". Fix: ${fix}`;
    }),
    ...(pages.length > shownPages ? [`  … and ${number(pages.length - shownPages)} more pages; --format json lists all`] : []),
  ];
}
