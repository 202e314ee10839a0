/**
 * Decoded text of a page without invisible characters: controls, and Unicode's ignorable ones, except where scripts and emoji
 * need them. All line ends that any reader recognizes (Python's `str.splitlines`, UAX #14) become `\n`.
 */
export const visibleText = (text: string): string => visibleTexts([text])[0]!;

/** The same for the texts of one block: an isolate may begin in one and end in another. */
export function visibleTexts(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => mayShowNothing.test(text))) return texts;
  return balanced(texts.map((text) => text.replace(lineEnd, '\n').replace(sequenceOrInvisible, '$1')));
}

/**
 * Line ends that HTML does not have: line tabulation, form feed, separators of files, groups and records, next line, separators
 * of lines and paragraphs.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern looks for them
const lineEnd = /[\v\f\x1C-\x1E\x85\u2028\u2029]/g;

/** Ignorable, noncharacters, controls, and interlinear annotation. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]|(?![\t\n\r])\p{Cc}/u;

/** Matches a text that contains such characters. */
export const mayShowNothing = new RegExp(`[\\u2028\\u2029]|${invisible.source}`, 'u');

/** Scripts in which a joiner changes letters or clusters (Unicode 23.2). */
const joining =
  'Adlm Arab Bali Beng Cakm Deva Gujr Guru Java Khmr Knda Lana Mand Mlym Mong Mymr Newa Nkoo Orya Phag Rohg Sinh Sund Syrc Taml Telu Tibt';
const joined = `(?=[\\p{L}\\p{M}])[${joining.replace(/(\w+) ?/g, '\\p{scx=$1}')}]`;

/** Sequences in which such characters are significant. */
const sequences = [
  // A regional flag, a keycap, an emoji with style or joined with the next (UTS #51).
  /\u{1F3F4}[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F}/u.source,
  /[\d#*]\uFE0F(?=\u20E3)/.source,
  /(?![\d#*])\p{Emoji}[\uFE0E\uFE0F]?(?:\u200D(?=\p{Extended_Pictographic}))?/u.source,
  // A variant of an ideograph (UTS #37) or of a Mongolian letter.
  /\p{Unified_Ideograph}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u.source,
  /(?=\p{L})\p{scx=Mong}(?:[\u180B-\u180D\u180F]|\u180E(?=\p{L}))/u.source,
  `${joined}[\\u200C\\u200D]`,
  `(?<![\\u200C\\u200D])[\\u200C\\u200D](?=${joined})`,
  // One direction mark, and balanced isolates (UAX #9).
  /(?<![\u061C\u200E\u200F])[\u061C\u200E\u200F]/.source,
  /[\u2066-\u2069]/.source,
];
const sequenceOrInvisible = new RegExp(`(${sequences.join('|')})|(?:${invisible.source})`, 'gu');

/** Removes isolates that do not begin and end on one line: they would change the direction of later text. */
function balanced(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => /[\u2066-\u2069]/.test(text))) return texts;
  const pieces = texts.map((text) => text.split(/([\u2066-\u2069\n])/));
  let open: { readonly text: string[]; readonly at: number }[] = [];
  const endLine = (): void => {
    for (const { text, at } of open) text[at] = '';
    open = [];
  };
  for (const text of pieces)
    for (let at = 1; at < text.length; at += 2)
      if (text[at] === '\n') endLine();
      else if (text[at] !== '\u2069') open.push({ text, at });
      else if (!open.pop()) text[at] = '';
  endLine();
  return pieces.map((text) => text.join(''));
}
