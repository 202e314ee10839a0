/** Makes a function from offsets of a text to lines (1-based). Scans the text once, on the first call. */
export function createLineIndex(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= startsOf(text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
