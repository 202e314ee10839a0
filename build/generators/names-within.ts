import { withoutNumber } from '../contract/std/words.ts';

/** The longest length of texts that makes all fit into a space: short texts stay, long ones are cut to this length. */
export function shareOf(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [at, length] of [...lengths].sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** Names on one line that fit into a space: all, if cutting long ones suffices, else the first. */
export function namesWithin(names: readonly string[], room: number): string {
  // More cannot fit: each takes at least a character and a comma.
  const text = shortened(names.slice(0, Math.max(1, room)), room);
  if (text.length <= room) return text;
  const end = text.lastIndexOf(', ', room - ', …'.length);
  return end <= 0 ? '' : `${text.slice(0, end)}, …`;
}

/** Whether all names fit, the long ones cut. */
export const isAllIn = (names: readonly string[], room: number): boolean =>
  names.length <= room && shortened(names, room).length <= room;

/** Names on one line: without numbers, or cut between words, if necessary. */
function shortened(names: readonly string[], room: number): string {
  const all = [...new Set(names)];
  const textOf = (longest: number): string => [...new Set(all.map((name) => shortName(name, longest)))].join(', ');
  let text = all.join(', ');
  if (text.length > room) text = all.map(withoutNumber).join(', ');
  if (text.length <= room) return text;
  const shortest = textOf(shortestName);
  if (shortest.length > room) return shortest;
  for (let longest = longestName; longest >= shortestName && text.length > room; longest--) text = textOf(longest);
  return text;
}

const longestName = 60;
const shortestName = 10;

/** `Appendix M. Glossary` → `Glossary`: the number is removed before words are. Longer than `longest` if two words are. */
export function shortName(name: string, longest: number): string {
  const text = withoutNumber(name);
  if (text.length <= longest) return text;
  const end = Math.max(text.lastIndexOf(' ', longest - 1), text.indexOf(' ', text.indexOf(' ') + 1));
  return end <= 0 ? text : `${text.slice(0, end)}…`;
}
