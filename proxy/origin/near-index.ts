import { distance } from '#contract/std/words';

/** Longest path that is compared, in characters. */
const lengthLimit = 128;
/** Paths compared for one key: bounds the cost of a look-up for any request. */
const peerLimit = 200;

export interface NearIndex {
  /** @param path canonical URL path of a page, twin or document */
  add(path: string): void;
  /**
   * The published path nearest to an unpublished one: the only one with the same last segment, or the fewest letters away
   * among those with the same last segment, or with a similar one in the same folder.
   */
  nearest(path: string): string | undefined;
}

export function createNearIndex(): NearIndex {
  const index = new Map<string, string[]>();
  return {
    add(path) {
      if (path.length > lengthLimit || isWellKnown(path)) return;
      for (const key of keysOf(path.toLowerCase())) {
        const peers = index.get(key);
        if (!peers) index.set(key, [path]);
        else if (peers.length < peerLimit) peers.push(path);
      }
    },
    nearest(path) {
      if (path.length > lengthLimit || path.length < 3 || isWellKnown(path)) return undefined;
      const wanted = path.toLowerCase();
      const [name, ...ends] = keysOf(wanted);
      const namesakes = index.get(name!);
      if (namesakes?.length === 1) return namesakes[0];
      let best = Math.min(4, Math.ceil(wanted.length / 4)) + 1;
      let found: string | undefined;
      for (const key of [name!, ...ends])
        for (const candidate of index.get(key) ?? []) {
          const away = distance(wanted, candidate.toLowerCase());
          if (away >= best) continue;
          best = away;
          found = candidate;
        }
      return found;
    },
  };
}

/** Clients that request a well-known name mean exactly that name: another is another protocol (RFC 8615 §3). */
const isWellKnown = (path: string): boolean => /^\/\.well-known\//.test(path);

/** Keys that near paths share: the last segment (a moved page keeps it); the folder with either end of the segment. */
function keysOf(path: string): string[] {
  const whole = path.endsWith('/') ? path.slice(0, -1) : path;
  const at = whole.lastIndexOf('/') + 1;
  const folder = whole.slice(0, at);
  const segment = whole.slice(at);
  const name = segment.replace(/\.\w+$/, '');
  return name === '' ? [] : [segment, `${folder}${name.slice(0, 3)}…`, `${folder}…${name.slice(-3)}`];
}
