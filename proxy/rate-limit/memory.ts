import { Generations } from '../http/generations.ts';

export interface WindowState {
  /** Requests counted in the window, this one included. */
  readonly used: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
}

/**
 * Counts requests by client in windows that begin with a client's first request: at most `clients` of them at once.
 * That of rate-limiter-flexible has no bound, and its windows end by the wall clock, which may be set back.
 */
export interface MemoryCounter {
  count(client: string): WindowState;
  /** Takes over the state of a client from a shared store. */
  set(client: string, state: WindowState): void;
  /** Length of windows that begin from now on, in milliseconds. */
  window: number;
  readonly size: number;
}

interface Entry {
  end: number;
  used: number;
}

/**
 * A request moves its client to the younger generation, which is renewed when a window has passed: dropped clients have
 * finished their window, or were quiet the longest.
 *
 * @param clients most clients in the table; at least the latest half of them are kept
 * @param window milliseconds
 * @param now monotonic clock in milliseconds
 */
export function createMemoryCounter(clients: number, window: number, now: () => number): MemoryCounter {
  let renewed = now();
  // Maps, so that no client can be called `__proto__`.
  const entries = new Generations<string, Entry>(clients, undefined, () => {
    renewed = now();
  });

  function entryOf(client: string, time: number, length: number): Entry {
    if (time - renewed >= length) entries.renew();
    let entry = entries.get(client);
    if (entry === undefined) {
      entry = { end: 0, used: 0 };
      entries.set(client, entry);
    }
    return entry;
  }

  return {
    window,
    count(client) {
      const time = now();
      const entry = entryOf(client, time, this.window);
      if (entry.end <= time) {
        entry.end = time + this.window;
        entry.used = 0;
      }
      return { used: ++entry.used, msLeft: entry.end - time };
    },
    set(client, { used, msLeft }) {
      const time = now();
      const entry = entryOf(client, time, this.window);
      entry.end = time + msLeft;
      entry.used = used;
    },
    get size() {
      return entries.size;
    },
  };
}
