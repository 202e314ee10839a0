import { withoutNumber } from '../contract/std/words.ts';

/** How long each of several texts may be for all to fit into a room: the short ones as they are, the others alike. */
export function shareOf(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [at, length] of [...lengths].sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** Names on one line that fit into a room: all, if the long ones can be cut between words, else the first. */
export function namesWithin(names: readonly string[], room: number): string {
  // No more than these can be in it: a name has a character and a comma at least.
  const text = shortened(names.slice(0, Math.max(1, room)), room);
  if (text.length <= room) return text;
  const end = text.lastIndexOf(', ', room - ', …'.length);
  return end <= 0 ? '' : `${text.slice(0, end)}, …`;
}

/** Whether a room has all names, the long ones cut. */
export const isAllIn = (names: readonly string[], room: number): boolean =>
  names.length <= room && shortened(names, room).length <= room;

/** Names on one line: if need be without numbers, then cut between words. */
function shortened(names: readonly string[], room: number): string {
  const all = [...new Set(names)];
  const textOf = (longest: number): string => all.map((name) => shortName(name, longest)).join(', ');
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

/** `Glossary` of `Appendix M. Glossary`: the number goes before words do. In so many characters, if two words have no more: one says little. */
export function shortName(name: string, longest: number): string {
  const text = withoutNumber(name);
  if (text.length <= longest) return text;
  const end = Math.max(text.lastIndexOf(' ', longest - 1), text.indexOf(' ', text.indexOf(' ') + 1));
  return end <= 0 ? text : `${text.slice(0, end)}…`;
}
