import { availableParallelism } from 'node:os';
import type { PageFailure, ReadRequest, ReadResult } from './reader.ts';
import { type ReaderThread, type ReadTask, startReaderThread, type ThreadData, type ThreadEnd } from './reader-thread.ts';

/** Reads pages in worker threads: beside Eleventy's heap, and while Eleventy renders. */
export interface ReaderPool {
  /** Begins at once. A page that cannot be read gives a {@link PageFailure}; the others are read all the same. */
  read(request: ReadRequest): Promise<ReadResult>;
  close(): Promise<void>;
}

/** Pages a message: enough to hide the message, few enough to keep a thread from waiting. */
const batchSize = 16;
/** Characters of HTML that a thread holds: while Eleventy renders nobody can hand it more, for the event loop stands still. */
const charactersUnderWay = 32_000_000;
/** Characters that the least busy thread must hold before another is worth its start: about what it reads meanwhile. */
const worthAThread = 500_000;
/** Threads that have helped; more only compete for memory. */
const mostThreads = 4;

/** Starts a thread before there is a page, which loads what it needs while the caller renders; others when pages wait. */
export function createReaderPool(data: Omit<ThreadData, 'clock'>): ReaderPool {
  const waiting: ReadTask[] = [];
  const threads = new Set<ReaderThread>();
  const cores = availableParallelism();
  const limit = Math.min(mostThreads, cores);
  let number = 0;
  let scheduled = false;
  let closed = false;

  function start(): ReaderThread {
    const thread = startReaderThread(data, dispatch, (end) => {
      threads.delete(thread);
      replace(end);
    });
    threads.add(thread);
    return thread;
  }

  function dispatch(): void {
    scheduled = false;
    while (waiting.length > 0 && !closed) {
      const [idlest] = [...threads].sort((a, b) => a.underWay - b.underWay);
      const isBusy = !idlest || idlest.underWay > worthAThread;
      const thread = isBusy && threads.size < limit ? start() : idlest!;
      if (thread.underWay >= charactersUnderWay) return;
      thread.send(waiting.splice(0, batchSize));
    }
  }

  /** The page that a thread was at is given up, or tried once more; what was sent beside it goes to another. */
  function replace({ stuck, others, failure, timedOut }: ThreadEnd): void {
    waiting.unshift(...others);
    if (stuck && timedOut && !stuck.late) {
      stuck.late = true;
      waiting.push(stuck);
    }
    // A thread that dies while it is at no page cannot work at all: a new one would die as well.
    else for (const { request, done } of stuck ? [stuck] : waiting.splice(0)) done(failed(request, failure));
    dispatch();
  }

  if (cores > 1) start();

  return {
    read(request) {
      const result = new Promise<ReadResult>((done) => waiting.push({ number: number++, request, done, late: false }));
      if (waiting.length >= batchSize) dispatch();
      else if (!scheduled) setImmediate(dispatch);
      scheduled = true;
      return result;
    },
    async close() {
      // What was begun and is not wanted any more, for a later transform changed it, may still wait.
      closed = true;
      await Promise.all([...threads].map((thread) => thread.close()));
      threads.clear();
    },
  };
}

const failed = ({ file: { file, source } }: ReadRequest, failure: string): PageFailure => ({
  file,
  ...(source && { source }),
  failure,
});
