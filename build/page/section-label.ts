import { primaryOf } from '../contract/std/words.ts';

/** The section of pages that name none and lie in no folder. */
export const defaultSection = 'Pages';

/** {@link defaultSection} by language. */
const words: Readonly<Record<string, string>> = {
  de: 'Seiten',
  fr: 'Pages',
  es: 'Páginas',
  it: 'Pagine',
  pt: 'Páginas',
  nl: 'Pagina’s',
  pl: 'Strony',
  ja: 'ページ',
  zh: '页面',
  ar: 'الصفحات',
  he: 'דפים',
};

/** What the settings say of the names of sections. */
interface SectionNames {
  readonly sectionNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The name of a section in a language (BCP 47): as `sectionNames` translates it, else as it is. */
export function sectionLabel(name: string, language: string, { sectionNames = {} }: SectionNames): string {
  const names = Object.hasOwn(sectionNames, name) ? sectionNames[name]! : {};
  const primary = primaryOf(language);
  return names[language] ?? names[primary] ?? (name === defaultSection ? (words[primary] ?? name) : name);
}
