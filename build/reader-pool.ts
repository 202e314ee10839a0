import { availableParallelism } from 'node:os';
import type { PageFailure, ReadRequest, ReadResult } from './page-reader.ts';
import { type ReaderThread, type ReadTask, startReaderThread, type ThreadData, type ThreadEnd } from './reader-thread.ts';

/** Reads pages in worker threads: beside Eleventy's heap, and while Eleventy renders. */
export interface ReaderPool {
  /** Begins at once. A page that cannot be read gives a {@link PageFailure}; the others are read all the same. */
  read(request: ReadRequest): Promise<ReadResult>;
  /** The caller has nothing to do but wait: its core may read, too. */
  useAllCores(): void;
  close(): Promise<void>;
}

/** Pages a message: enough to hide the message, few enough to keep a thread from waiting. */
const batchSize = 16;
/** Pages that a thread holds: it never waits while the caller is busy rendering. */
const pagesUnderWay = 256;
/** Pages that must wait before another thread is worth its start. */
const worthAThread = 64;
/** Threads that have helped; more only compete for memory. */
const mostThreads = 4;

/** Starts a thread before there is a page, which loads what it needs while the caller renders; others when pages wait. */
export function createReaderPool(data: Omit<ThreadData, 'clock'>): ReaderPool {
  const waiting: ReadTask[] = [];
  const threads = new Set<ReaderThread>();
  const cores = availableParallelism();
  let limit = Math.min(mostThreads, Math.max(1, cores - 1));
  let number = 0;
  let scheduled = false;

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
    while (waiting.length > 0) {
      if (threads.size === 0 || (threads.size < limit && waiting.length >= worthAThread)) start();
      const [idlest] = [...threads].sort((a, b) => a.underWay - b.underWay);
      if (idlest!.underWay >= pagesUnderWay) return;
      idlest!.send(waiting.splice(0, batchSize));
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
    useAllCores() {
      limit = Math.min(mostThreads, cores);
      dispatch();
    },
    async close() {
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
