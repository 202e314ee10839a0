import { createRequire } from 'node:module';
import { UserError } from '../contract/std/errors.ts';
import { primaryOf } from '../contract/std/words.ts';

export interface WordData {
  readonly language?: string;
  readonly site?: { readonly language?: string };
  /** The author's own words, by language: `site/_data/words.json`. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
}

/** Words that layouts and scripts print around the content, by language, with placeholders in braces. */
export const interfaceWords = createRequire(import.meta.url)('./words.json') as typeof import('./words.json', { with: {
  type: 'json',
}});

type InterfaceWord = keyof (typeof interfaceWords)['en'];

const table: Readonly<Record<string, Readonly<Record<InterfaceWord, string>>>> = interfaceWords;

/** A word in the language of a page: the author's own, else from the table, in English for unknown languages. */
export function interfaceWord(name: InterfaceWord, { language, site, words }: WordData): string {
  const tag = language ?? site?.language ?? 'en';
  const primary = primaryOf(tag);
  return words?.[tag]?.[name] ?? words?.[primary]?.[name] ?? (table[primary] ?? table.en!)[name];
}

/** `{{ "menu" | wordIn("de") }}`: a word in another language than the page. */
export function wordIn(this: { readonly ctx?: WordData }, name: string, language: string): string {
  return interfaceWord(name as InterfaceWord, { ...this.ctx, language });
}

/** `{{ "menu" | word }}`: a word in the language of the page. */
export function wordHere(this: { readonly ctx?: WordData }, name: string): string {
  const data = this.ctx ?? {};
  const word = interfaceWord(name as InterfaceWord, data);
  if (word === undefined) {
    const language = data.language ?? data.site?.language ?? 'en';
    throw new UserError(`no word "${name}" for layouts; write {"${language}": {"${name}": "…"}} into site/_data/words.json`);
  }
  return word;
}
