import { primaryOf } from '../contract/std/words.ts';

/** The section of pages at the root without a section of their own. */
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

interface SectionNames {
  readonly sectionNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The name of a section in a language (BCP 47), translated by `sectionNames`; default unchanged. */
export function sectionLabel(name: string, language: string, { sectionNames = {} }: SectionNames): string {
  const names = Object.hasOwn(sectionNames, name) ? sectionNames[name]! : {};
  const primary = primaryOf(language);
  return names[language] ?? names[primary] ?? (name === defaultSection ? (words[primary] ?? name) : name);
}
