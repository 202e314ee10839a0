/** A text that does not lie in memory, where many like it would have no room. */
export interface StoredText {
  /** Characters. */
  readonly length: number;
  read(): string;
  /** The same piece by piece: as a whole it may be longer than a string can be. */
  pieces(): Iterable<string>;
}

export type Text = string | StoredText;

/** Puts a text where there is room for it. */
export type KeepText = (text: string) => Text;

export const wholeText = (text: Text): string => (typeof text === 'string' ? text : text.read());

export const piecesOf = (text: Text): Iterable<string> => (typeof text === 'string' ? [text] : text.pieces());

/** Texts one after the other. */
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
