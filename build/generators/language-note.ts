import { primaryOf } from '../contract/std/words.ts';
import { languageName } from '../page/site.ts';

/** The note at the top of the index of a language, by language. */
const notes: Readonly<Record<string, string>> = {
  en: 'The pages of this site in English. The index of the whole site is {index}.',
  de: 'Die Seiten dieser Website auf Deutsch. Das Verzeichnis der ganzen Website ist {index}.',
  fr: 'Les pages de ce site en français. L’index de tout le site est {index}.',
  es: 'Las páginas de este sitio en español. El índice de todo el sitio es {index}.',
  it: 'Le pagine di questo sito in italiano. L’indice di tutto il sito è {index}.',
  pt: 'As páginas deste site em português. O índice de todo o site é {index}.',
  nl: 'De pagina’s van deze website in het Nederlands. De index van de hele website is {index}.',
  pl: 'Strony tej witryny po polsku. Indeks całej witryny to {index}.',
  ja: 'このサイトの日本語のページです。サイト全体の索引は {index} です。',
  zh: '本站的中文页面。全站索引见 {index}。',
  ar: 'صفحات هذا الموقع بالعربية. فهرس الموقع كله هو {index}.',
  he: 'הדפים של האתר הזה בעברית. המפתח של האתר כולו הוא {index}.',
};

/**
 * The note at the top of the index of a language, in that language, by default in English.
 *
 * @param index Markdown of a link to the index of the whole site
 */
export const languageNote = (language: string, index: string): string =>
  (notes[primaryOf(language)] ?? notes.en!.replace('English', languageName(language))).replace('{index}', index);
