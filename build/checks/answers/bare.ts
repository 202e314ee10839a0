/** Letters and digits only, without markup and white space. */
export const bareOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** Invisible parts of Markdown and HTML: targets of links, tags, character references, all signs. */
const unseen = /\]\([^)\s]*(?: "(?:\\.|[^"])*")?\)|<\/?[a-z!][^>]*>|&#?\w+;|[^\p{L}\p{N}\]<&]+|[\]<&]/giu;

/** Makes a function that finds a normalized sentence in Markdown or HTML and returns the offset of its end; undefined if missing. */
export function createFinder(text: string): (answer: string) => number | undefined {
  const pieces: string[] = [];
  const lengths: number[] = [];
  const ends: number[] = [];
  let from = 0;
  let length = 0;
  for (const { 0: sign, index } of [...text.matchAll(unseen), { 0: '', index: text.length }]) {
    if (index > from) {
      const piece = text.slice(from, index).toLowerCase();
      length += piece.length;
      pieces.push(piece);
      lengths.push(length);
      ends.push(index);
    }
    from = index + sign.length;
  }
  const bare = pieces.join('');
  return (answer) => {
    const at = bare.indexOf(answer);
    return at < 0 ? undefined : ends[lengths.findIndex((each) => each >= at + answer.length)];
  };
}
