import { distance } from 'fastest-levenshtein';

/** Longest path that is compared, in characters. */
const lengthLimit = 128;
/** Comparisons that one look-up may cost, and that all of them may cost in a second: at most a few milliseconds. */
const comparisonsPerLookUp = 4_000;
const comparisonsPerSecond = 20_000;
/** Answers that are remembered: crawlers repeat themselves. */
const remembered = 500;

/**
 * Finds the published path nearest to one that is not: the one with the same last segment elsewhere, or the one the
 * fewest letters away. Bounded in time and memory, for anyone may invent paths.
 *
 * @param paths canonical URL paths of pages, twins and artifacts
 * @param now monotonic clock in milliseconds
 */
export function createNearest(paths: readonly string[], now = () => performance.now()): (path: string) => string | undefined {
  const byName = new Map<string, string>();
  const byLength = new Map<number, string[]>();
  for (const path of paths) {
    if (path.length > lengthLimit) continue;
    const name = nameOf(path);
    if (name !== '') byName.set(name, byName.has(name) ? '' : path);
    const peers = byLength.get(path.length);
    if (peers) peers.push(path);
    else byLength.set(path.length, [path]);
  }
  const answers = new Map<string, string | undefined>();
  let budget = comparisonsPerSecond;
  let second = now();

  function search(path: string): string | undefined {
    const moved = byName.get(nameOf(path));
    if (moved) return moved;
    const wanted = path.toLowerCase();
    let best = Math.min(4, Math.ceil(wanted.length / 4)) + 1;
    let nearest: string | undefined;
    let left = Math.min(comparisonsPerLookUp, budget);
    for (let gap = 0; gap < best; gap++) {
      for (const length of gap === 0 ? [path.length] : [path.length - gap, path.length + gap]) {
        for (const candidate of byLength.get(length) ?? []) {
          if (left-- <= 0) return nearest;
          budget--;
          const away = distance(wanted, candidate.toLowerCase());
          if (away >= best) continue;
          best = away;
          nearest = candidate;
        }
      }
    }
    return nearest;
  }

  return (path) => {
    if (path.length > lengthLimit || path.length < 3) return undefined;
    if (answers.has(path)) return answers.get(path);
    const time = now();
    if (time - second >= 1000) {
      second = time;
      budget = comparisonsPerSecond;
    }
    // Without a budget nothing is remembered either: the path gets its hint when there is time again.
    if (budget <= 0) return undefined;
    const answer = search(path);
    if (answers.size >= remembered) answers.delete(answers.keys().next().value as string);
    answers.set(path, answer);
    return answer;
  };
}

/** The last segment, without slash: what a moved page keeps. */
const nameOf = (path: string): string => path.toLowerCase().replace(/\/$/, '').split('/').at(-1) ?? '';
