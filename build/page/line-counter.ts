/** Makes a function from ascending offsets of a text to lines (1-based). Scans the text once. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  // Kept between calls: otherwise each call would search a page on one line to its end.
  let next = text.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
