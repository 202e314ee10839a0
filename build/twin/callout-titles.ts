import { primaryOf } from '../contract/std/words.ts';

/** Kinds of callouts; each has a default title. */
export const calloutKinds = ['note', 'info', 'tip', 'important', 'warning', 'caution', 'danger'] as const;

export type CalloutKind = (typeof calloutKinds)[number];

/** By language, in the order of {@link calloutKinds}. */
const words: Readonly<Record<string, readonly string[]>> = {
  en: ['Note', 'Info', 'Tip', 'Important', 'Warning', 'Caution', 'Danger'],
  de: ['Hinweis', 'Info', 'Tipp', 'Wichtig', 'Warnung', 'Vorsicht', 'Gefahr'],
  fr: ['Remarque', 'Info', 'Astuce', 'Important', 'Avertissement', 'Attention', 'Danger'],
  es: ['Nota', 'Información', 'Consejo', 'Importante', 'Advertencia', 'Precaución', 'Peligro'],
  it: ['Nota', 'Informazione', 'Suggerimento', 'Importante', 'Avviso', 'Attenzione', 'Pericolo'],
  pt: ['Nota', 'Informação', 'Dica', 'Importante', 'Aviso', 'Cuidado', 'Perigo'],
  nl: ['Opmerking', 'Info', 'Tip', 'Belangrijk', 'Waarschuwing', 'Let op', 'Gevaar'],
  pl: ['Uwaga', 'Informacja', 'Wskazówka', 'Ważne', 'Ostrzeżenie', 'Ostrożnie', 'Niebezpieczeństwo'],
  ja: ['注記', '情報', 'ヒント', '重要', '警告', '注意', '危険'],
  zh: ['备注', '信息', '提示', '重要', '警告', '小心', '危险'],
  ar: ['ملاحظة', 'معلومة', 'نصيحة', 'مهم', 'تحذير', 'تنبيه', 'خطر'],
  he: ['הערה', 'מידע', 'טיפ', 'חשוב', 'אזהרה', 'זהירות', 'סכנה'],
};

/** The default title of a callout in a language (BCP 47), in English for other languages. */
export const calloutTitle = (kind: CalloutKind, language = 'en'): string =>
  (words[primaryOf(language)] ?? words.en!)[calloutKinds.indexOf(kind)]!;

/** The default titles of a callout in all languages. */
export const calloutTitles = (kind: CalloutKind): string[] => Object.values(words).map((row) => row[calloutKinds.indexOf(kind)]!);
