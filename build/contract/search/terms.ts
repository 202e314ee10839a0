/** Longest word that is indexed, in characters: longer ones are keys and digests. */
const longest = 40;

const word = /[\p{L}\p{M}\p{N}_]+/gu;
/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ascii = /^[\w]*$/;

let segmenter: Intl.Segmenter | undefined;

/** A word in the index, and the words that it consists of: `pg_stat` of `pg` and `stat`, `mapState` of `map` and `state`. */
export interface Term {
  readonly term: string;
  /** Whether it is a piece of the previous whole term. */
  readonly isPiece: boolean;
}

/**
 * The terms of a plain text in order, without case, accents and common English endings: `configure` finds `Configuring`.
 * Text without spaces between words is cut by `Intl.Segmenter`.
 */
export const termsOf = (text: string): Term[] => spacedWords(text).flatMap(termsOfWord);

/** The words of a plain text that spaces and punctuation part. */
export const spacedWords = (text: string): readonly string[] => text.match(word) ?? [];

function segmentsOf(found: string): string[] {
  if (ascii.test(found) || !unspaced.test(found)) return [found];
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return [...segmenter.segment(found)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** The terms of one such word. */
export const termsOfWord = (found: string): Term[] =>
  segmentsOf(found).flatMap((segment) => {
    if (!unspaced.test(segment)) return termsOfSpaced(segment);
    return segment.length <= longest ? [{ term: folded(segment), isPiece: false }] : [];
  });

function termsOfSpaced(found: string): Term[] {
  if (found.length > longest) return [];
  const pieces = found.split(/_+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{2})/u).filter(Boolean);
  const whole = pieces.length > 1 ? folded(pieces.join('_')) : stem(folded(pieces[0] ?? ''));
  if (whole === '') return [];
  return [
    { term: whole, isPiece: false },
    ...(pieces.length > 1 ? pieces.map((piece) => ({ term: stem(folded(piece)), isPiece: true })) : []),
  ];
}

/** A text without case and accents. */
export const folded = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]+/g, '')
        .normalize('NFC')
        .toLowerCase();

/** Removes English endings, which also fit languages that form plurals alike: words with the same stem are one term. */
function stem(term: string): string {
  if (term.length < 4 || !/^[a-z]+$/.test(term)) return term;
  let found = term.replace(/(?:ies|y)$/, 'i').replace(/(?<=ss|sh|ch|x|z)es$|(?<=[^su])s$/, '');
  found = found.replace(/(?<=[aeiouy].*[^e])(?:ing|ed)$/, '').replace(/(?<=[^aeiou].*)(?<!l|s|z)([bdfgkmnprt])\1$/, '$1');
  return found.length > 3 ? found.replace(/e$/, '') : found;
}
