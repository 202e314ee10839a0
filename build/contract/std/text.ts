/** A text outside of memory: there may be too many like it. */
export interface StoredText {
  /** Characters. */
  readonly length: number;
  read(): string;
  /** In pieces: the whole may be longer than the longest string. */
  pieces(): Iterable<string>;
}

export type Text = string | StoredText;

/** Stores a text in memory or elsewhere. */
export type KeepText = (text: string) => Text;

export const wholeText = (text: Text): string => (typeof text === 'string' ? text : text.read());

export const piecesOf = (text: Text): Iterable<string> => (typeof text === 'string' ? [text] : text.pieces());

/** Concatenates texts. */
export function joinedTexts(texts: readonly Text[]): Text {
  if (texts.every((text) => typeof text === 'string')) return texts.join('');
  return {
    length: texts.reduce((sum, { length }) => sum + length, 0),
    read: () => texts.map(wholeText).join(''),
    *pieces() {
      for (const text of texts) yield* piecesOf(text);
    },
  };
}
