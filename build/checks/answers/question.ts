import { questionOf } from '../../contract/search/question.ts';
import { segmentedWords } from '../../contract/search/terms.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { parseDocument } from '../../page/parse-html.ts';
import { contentRootOf } from '../../twin/content-root.ts';
import { ancestorOf, elementsOf, wordsOf } from '../../twin/dom.ts';
import { firstWithin } from '../../twin/first-within.ts';
import { isLeftOut } from '../../twin/regions.ts';
import { sectionIdOf } from '../../twin/section-id.ts';
import { bareOf } from './bare.ts';

/** A section of a page, from its HTML: a heading, or a term with an id, and the sentences below it. */
export interface AskedSection {
  /** URL path of the page. */
  readonly page: string;
  readonly file: string;
  readonly title: string;
  /** '' before the first heading, and below the first H1, the title. */
  readonly heading: string;
  /** Its full name: for a term its id (`flask.Flask.run`), for a heading also those above it, without the title. */
  readonly name: string;
  readonly isTerm: boolean;
  readonly sentences: string[];
}

/** A question about one section, and the sentence that answers it. */
export interface Question extends Omit<AskedSection, 'sentences'> {
  /** The heading (with the title of the page if it is missing or not unique), and the three rarest words of the sentence. */
  readonly query: string;
  readonly sentence: string;
  /** The sentence without markup and white space. */
  readonly answer: string;
}

/** The non-empty sections of a page. */
export function sectionsOf(
  page: Omit<AskedSection, 'heading' | 'name' | 'isTerm' | 'sentences'>,
  html: string,
  content?: string,
): AskedSection[] {
  let section: AskedSection = { ...page, heading: '', name: '', isTerm: false, sentences: [] };
  const sections = [section];
  const above: string[] = [];
  let isTitled = false;
  for (const element of elementsOf(contentRootOf(parseDocument(html), content))) {
    if (isHeading(element)) {
      const level = Number(element.localName[1]) || 7;
      const isTitle: boolean = level === 1 && !isTitled;
      isTitled ||= isTitle;
      const heading = isTitle ? '' : wordsOf(element).replace(/[¶#]$/, '');
      above.length = Math.min(above.length, level);
      if (level < 7) above[level] = heading;
      const isTerm = level === 7;
      const name = isTerm ? sectionIdOf(element)! : above.filter(Boolean).join(' ');
      section = { ...page, heading, name, isTerm, sentences: [] };
      sections.push(section);
    } else if (isBlock(element) && firstWithin(element, isBlock) === undefined && !ancestorOf(element, isAside))
      section.sentences.push(...sentencesOf(wordsOf(element)));
  }
  return sections.filter(({ sentences }) => sentences.length > 0);
}

const isHeading = (element: Element): boolean =>
  /^h[1-6]$/.test(element.localName) || (element.localName === 'dt' && sectionIdOf(element) !== undefined);
const isBlock = ({ localName }: Element): boolean => /^(?:p|li|dd|td|pre)$/.test(localName);
const isAside = (element: Element): boolean => element.localName === 'pre' || isLeftOut(element);

/** Sentences of 6 to 60 words without markup characters. */
const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+|(?<=[。！？])/).flatMap((sentence) => {
    const words = segmentedWords(sentence).length;
    return words > 5 && words < 61 && /[.!?。！？]$/.test(sentence) && !/[<>&\]]/.test(sentence) ? [sentence.trim()] : [];
  });

/**
 * One question for each section, at most `most`, sampled evenly. Its sentence is rare on the site, and chosen by hash, not the
 * first or longest.
 */
export function drawQuestions(sections: readonly AskedSection[], most: number): Question[] {
  const pagesWith = new Map<string, Set<string>>();
  const having = new Map<string, Set<string>>();
  const pagesUnder = new Map<string, Set<string>>();
  for (const { page, title, heading, sentences } of sections) {
    pagesUnder.set(heading, (pagesUnder.get(heading) ?? new Set()).add(page));
    for (const sentence of sentences) pagesWith.set(sentence, (pagesWith.get(sentence) ?? new Set()).add(page));
    for (const word of longWords([title, heading, ...sentences].join(' ')))
      having.set(word, (having.get(word) ?? new Set()).add(page));
  }
  const sentencesOn = new Map(
    [...groupBy(sections, ({ page }) => page)].map(([page, own]) => [page, own.flatMap(({ sentences }) => sentences).length]),
  );
  const pagesHaving = (word: string): number => having.get(word)!.size;
  const questions = sections.flatMap(({ sentences, ...section }): Question[] => {
    const rarest = [...groupBy(sentences, (sentence) => pagesWith.get(sentence)!.size)].sort(([a], [b]) => a - b)[0]!;
    // A sentence of several pages is a phrase of the site and answers nothing.
    if (rarest[0] > 3) return [];
    const sentence = rarest[1].sort((a, b) => hash(a) - hash(b))[0]!;
    // If another page repeats it among more sentences, the first page is meant.
    if ([...pagesWith.get(sentence)!].some((page) => sentencesOn.get(page)! < sentencesOn.get(section.page)!)) return [];
    const rare = longWords(sentence).sort((a, b) => pagesHaving(a) - pagesHaving(b) || (a < b ? -1 : 1));
    const isClear = section.heading !== '' && pagesUnder.get(section.heading)!.size === 1;
    const subject = isClear ? section.heading : `${section.title} ${section.heading}`;
    const query = questionOf(`${subject} ${rare.slice(0, 3).join(' ')}`);
    return [{ ...section, query, sentence, answer: bareOf(sentence) }];
  });
  const step = Math.max(1, questions.length / most);
  return Array.from({ length: Math.min(most, questions.length) }, (_, at) => questions[Math.floor(at * step)]!);
}

/** Distinct words of at least two letters or digits. */
const longWords = (text: string): string[] => [...new Set(segmentedWords(text.toLowerCase()))].filter(({ length }) => length > 1);

/** FNV-1a */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
