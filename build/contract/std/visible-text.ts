/**
 * Decoded text of a page without what nobody sees: controls, and what Unicode calls ignorable. Those characters stay that
 * scripts and emoji need where they stand. What ends a line for any reader (Python's `str.splitlines`, UAX #14) is `\n`.
 */
export const visibleText = (text: string): string => visibleTexts([text])[0]!;

/** The same of the texts that a block consists of: an isolate may begin in one and end in another. */
export function visibleTexts(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => mayShowNothing.test(text))) return texts;
  return balanced(texts.map((text) => text.replace(lineEnd, '\n').replace(sequenceOrInvisible, '$1')));
}

/** Besides the line ends of HTML: line tabulation, form feed, separators of files, groups and records, next line, separators of lines and paragraphs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const lineEnd = /[\v\f\x1C-\x1E\x85\u2028\u2029]/g;

/** Ignorable, noncharacters, controls, and annotation between lines, the only other characters without a look. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]|(?![\t\n\r])\p{Cc}/u;

/** Matches a text that holds any of that. */
export const mayShowNothing = new RegExp(`[\\u2028\\u2029]|${invisible.source}`, 'u');

/** Scripts whose letters take another form, or make a cluster, where a joiner stands (Unicode 23.2). */
const joining =
  'Adlm Arab Bali Beng Cakm Deva Gujr Guru Java Khmr Knda Lana Mand Mlym Mong Mymr Newa Nkoo Orya Phag Rohg Sinh Sund Syrc Taml Telu Tibt';
const joined = `(?=[\\p{L}\\p{M}])[${joining.replace(/(\w+) ?/g, '\\p{scx=$1}')}]`;

/** The sequences in which such a character means something. */
const sequences = [
  // The flag of a region, a keycap, an emoji in one of its styles or joined with the next (UTS #51).
  /\u{1F3F4}[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F}/u.source,
  /[\d#*]\uFE0F(?=\u20E3)/.source,
  /(?![\d#*])\p{Emoji}[\uFE0E\uFE0F]?(?:\u200D(?=\p{Extended_Pictographic}))?/u.source,
  // An ideograph in a form of its own (UTS #37), a Mongolian letter in one of its own.
  /\p{Unified_Ideograph}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u.source,
  /(?=\p{L})\p{scx=Mong}(?:[\u180B-\u180D\u180F]|\u180E(?=\p{L}))/u.source,
  `${joined}[\\u200C\\u200D]`,
  `(?<![\\u200C\\u200D])[\\u200C\\u200D](?=${joined})`,
  // One mark of direction, and isolates, as far as they are balanced (UAX #9).
  /(?<![\u061C\u200E\u200F])[\u061C\u200E\u200F]/.source,
  /[\u2066-\u2069]/.source,
];
const sequenceOrInvisible = new RegExp(`(${sequences.join('|')})|(?:${invisible.source})`, 'gu');

/** Without isolates that do not begin and end on one line: the direction of what follows would be theirs. */
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
