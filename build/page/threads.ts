import { Worker } from 'node:worker_threads';
import type { ReaderSettings, ReadRequest, ReadResult } from './messages.ts';
import type { HtmlFile } from './page.ts';

/** Worker threads that read pages while Eleventy renders others. */
export interface Threads {
  /** Starts a thread before there is a page, so that it loads its code in parallel. */
  start(): void;
  /** Reads a page. If no page is finished for {@link patience} seconds, each current one is a failure. */
  read(request: ReadRequest): Promise<ReadResult>;
  close(): Promise<void>;
}

/** More threads only compete for memory. */
const mostThreads = 4;
/** Characters of HTML queued for a thread: while Eleventy renders, the event loop is blocked and nothing can be sent. */
const charactersAhead = 32_000_000;
/** Characters queued in every thread before another is worth its start, in which V8 compiles all code again. */
const worthAThread = 4_000_000;
/** Guard against a hang: seconds, counted while the event loop runs. Pages are limited by size, never by time. */
const patience = 60;

const outlasted = (file: string): string =>
  `still being read after ${patience} s in which no page was finished. Simplify the page, or add "${file}" to "exclude" in the settings`;

/** For every thread, because pages are deeply nested. */
const threadLimits = { stackSizeMb: 16 };

interface Task {
  readonly request: ReadRequest;
  readonly resolve: (result: ReadResult) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Sent and unanswered; the thread works on the first. */
  readonly tasks: Task[];
  /** Total length of the HTML of the tasks. */
  characters: number;
  /** Whether it was terminated because its page exceeded the patience. */
  isStuck: boolean;
}

/**
 * @param cores number of free cores: most threads
 * @param code module that each thread runs
 */
export function createThreads(settings: ReaderSettings, cores: number, code = new URL('./worker.js', import.meta.url)): Threads {
  const limit = Math.max(1, Math.min(mostThreads, cores));
  const threads = new Set<Thread>();
  const waiting: Task[] = [];
  let quietSeconds = 0;
  let guard: NodeJS.Timeout | undefined;

  function start(): Thread {
    const worker = new Worker(code, { workerData: settings, resourceLimits: threadLimits });
    const thread: Thread = { worker, tasks: [], characters: 0, isStuck: false };
    let isLoaded = false;
    let reason = 'the thread stopped';
    worker
      .on('message', (result: ReadResult | undefined) => {
        quietSeconds = 0;
        isLoaded = true;
        if (result) answer(thread, result);
      })
      .on('error', (error) => (reason = error.message))
      // All its answers have arrived.
      .on('exit', () => {
        if (!threads.delete(thread)) return;
        // A new thread would fail in the same way.
        if (!isLoaded) return fail(new Error(`pages cannot be read: ${reason}`), thread.tasks);
        waiting.unshift(...thread.tasks.slice(1));
        const { file, source } = thread.tasks[0]?.request.file ?? ({} as Partial<HtmlFile>);
        const failure = thread.isStuck && file ? outlasted(file) : `conversion failed: ${reason}`;
        if (file) answer(thread, { file, ...(source && { source }), failure });
      });
    // Only pages in progress keep the process alive, through the guard, so that a failed build ends.
    worker.unref();
    threads.add(thread);
    return thread;
  }

  function dispatch(): void {
    while (waiting.length > 0) {
      const [idlest] = [...threads].sort((a, b) => a.characters - b.characters);
      const isBusy = !idlest || idlest.characters > worthAThread;
      const thread = isBusy && threads.size < limit ? start() : idlest!;
      if (thread.characters >= charactersAhead) return;
      const task = waiting.shift()!;
      thread.tasks.push(task);
      thread.characters += task.request.file.html.length;
      thread.worker.postMessage(task.request);
      guard ??= setInterval(watch, 1_000);
    }
  }

  function answer(thread: Thread, result: ReadResult): void {
    const { request, resolve } = thread.tasks.shift()!;
    thread.characters -= request.file.html.length;
    resolve(result);
    dispatch();
    if ([...threads].every(({ tasks }) => tasks.length === 0)) guard = void clearInterval(guard);
  }

  function watch(): void {
    quietSeconds++;
    if (quietSeconds < patience) return;
    quietSeconds = 0;
    for (const thread of threads) {
      thread.isStuck = thread.tasks.length > 0;
      if (thread.isStuck) void thread.worker.terminate();
    }
  }

  function fail(error: Error, more: readonly Task[]): void {
    const tasks = [...more, ...[...threads].flatMap((thread) => thread.tasks), ...waiting];
    void close();
    for (const { reject } of tasks) reject(error);
  }

  async function close(): Promise<void> {
    const ending = [...threads];
    threads.clear();
    waiting.length = 0;
    guard = void clearInterval(guard);
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  return {
    start: () => void start(),
    read: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        dispatch();
      }),
    close,
  };
}
