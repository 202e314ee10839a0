import { Worker } from 'node:worker_threads';
import type { ReaderSettings, ReadRequest, ReadResult } from './reader.ts';

/** A page to read, and who waits for it. */
export interface ReadTask {
  readonly number: number;
  readonly request: ReadRequest;
  readonly done: (result: ReadResult) => void;
  /** Whether it ran out of time once: a machine that stalls for a moment costs no page its twin. */
  late: boolean;
}

/** One worker thread that reads pages. */
export interface ReaderThread {
  /** Characters of the pages that were sent and not answered. */
  readonly underWay: number;
  send(tasks: readonly ReadTask[]): void;
  close(): Promise<void>;
}

/** How a thread ended before its work was done. */
export interface ThreadEnd {
  /** The page that it was at; absent where it cannot work at all. */
  readonly stuck?: ReadTask;
  /** What was sent beside it. */
  readonly others: readonly ReadTask[];
  readonly failure: string;
  readonly timedOut: boolean;
}

/** What the worker gets: pages with their numbers. */
export type ThreadRequest = readonly (readonly [number: number, request: ReadRequest])[];
/** What it gives: results by their numbers. */
export type ThreadAnswer = readonly (readonly [number: number, result: ReadResult])[];
/** What it is started with. */
export interface ThreadData {
  readonly settings: ReaderSettings;
  /** Part of the keys of contents; without it none are made. */
  readonly salt?: string;
  /** Holds the number of the page that the worker is at, or -1. */
  readonly clock: Int32Array;
}

/** Milliseconds that one page may take. */
const pageTimeLimit = 2_000;

/**
 * Starts a thread.
 *
 * @param answered called after results were handed to their tasks: there is room for more
 * @param ended called once, when a page hangs or kills it
 */
export function startReaderThread(
  data: Omit<ThreadData, 'clock'>,
  answered: () => void,
  ended: (end: ThreadEnd) => void,
): ReaderThread {
  const underWay = new Map<number, ReadTask>();
  const clock = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
  const url = new URL('./worker.js', import.meta.url);
  const workerData: ThreadData = { ...data, clock };
  const worker = new Worker(url, { workerData, resourceLimits: { stackSizeMb: 16 } });
  let watch: NodeJS.Timeout | undefined;
  let closed = false;
  let characters = 0;

  worker
    .on('message', (answer: ThreadAnswer) => {
      for (const [at, result] of answer) {
        const task = underWay.get(at);
        if (!task) continue;
        underWay.delete(at);
        characters -= task.request.file.html.length;
        task.done(result);
      }
      answered();
      if (underWay.size === 0) watch = void clearInterval(watch);
    })
    .on('error', (error) => end(`conversion failed: ${error.message}`, false))
    .on('exit', () => end('conversion failed: the reader stopped', false));
  // Only pages under way keep the process alive, by the watch over them: a build that fails ends.
  worker.unref();

  function close(): Promise<unknown> {
    closed = true;
    clearInterval(watch);
    return worker.terminate();
  }

  function end(failure: string, timedOut: boolean): void {
    if (closed) return;
    const stuck = underWay.get(clock[0] ?? -1);
    void close();
    const others = [...underWay.values()].filter((task) => task !== stuck);
    ended({ ...(stuck && { stuck }), others, failure, timedOut });
  }

  function watchPages(): NodeJS.Timeout {
    let seen = -1;
    let since = 0;
    return setInterval(() => {
      const at = clock[0] ?? -1;
      if (at < 0 || at !== seen) {
        seen = at;
        since = performance.now();
      } else if (performance.now() - since > pageTimeLimit)
        end(`conversion takes longer than the limit of ${pageTimeLimit / 1000} s`, true);
    }, 250);
  }

  return {
    get underWay() {
      return characters;
    },
    send(tasks) {
      for (const task of tasks) {
        underWay.set(task.number, task);
        characters += task.request.file.html.length;
      }
      worker.postMessage(tasks.map(({ number, request }) => [number, request]) satisfies ThreadRequest);
      watch ??= watchPages();
    },
    async close() {
      await close();
    },
  };
}
