import { Worker } from 'node:worker_threads';
import type { ConvertSettings } from './convert.ts';
import type { HtmlFile, Page, PageSettings } from './page.ts';

/** Reads pages in one worker thread: beside Eleventy's heap, and while Eleventy renders. */
export interface PageReader {
  /** Begins at once. A page that cannot be read gives a {@link PageFailure}; the others are read all the same. */
  read(file: HtmlFile): Promise<Page | PageFailure>;
  /** Writes the cache of conversions, when all that was begun is read. */
  save(): Promise<void>;
  close(): Promise<void>;
}

/** A page whose conversion failed or ran out of time: one line that names the limit. */
export interface PageFailure {
  readonly file: string;
  readonly source?: string;
  readonly failure: string;
}

export type ReaderSettings = PageSettings & ConvertSettings & { readonly cacheFolder?: string };

/** What the worker gets: pages with their numbers, or the word to save. */
export type ReadRequest = { readonly files: readonly [number: number, file: HtmlFile][] } | 'save';
/** What it gives: pages by their numbers, or the word that it saved. */
export type ReadAnswer = { readonly pages: readonly [number: number, page: Page | PageFailure][] } | 'saved';

interface Task {
  readonly number: number;
  readonly file: HtmlFile;
  readonly done: (page: Page | PageFailure) => void;
  /** Whether it ran out of time once: a machine that stalls for a moment costs no page its twin. */
  late: boolean;
}

interface Running {
  readonly worker: Worker;
  /** Holds the number of the page that the worker is at, or -1. */
  readonly clock: Int32Array;
}

/** Milliseconds that one page may take. */
const pageTimeLimit = 2_000;
/** Pages a message: enough to hide the message, few enough to keep the worker from waiting. */
const batchSize = 16;
/** Batches under way: the worker never waits, and never holds more than these. */
const batchesUnderWay = 3;

/** Starts the worker with the first page, and anew when a page hangs or kills it. */
export function createPageReader(settings: ReaderSettings): PageReader {
  const waiting: Task[] = [];
  const underWay = new Map<number, Task>();
  let running: Running | undefined;
  let number = 0;
  let sending = false;
  let saved: (() => void) | undefined;
  let watch: NodeJS.Timeout | undefined;

  function start(): Running {
    const clock = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
    const url = new URL('./page-reader-worker.js', import.meta.url);
    const worker = new Worker(url, { workerData: { settings, clock }, resourceLimits: { stackSizeMb: 16 } });
    const died = (error: Error): void => {
      if (running?.worker === worker) giveUp(`conversion failed: ${error.message}`);
    };
    worker
      .on('message', receive)
      .on('error', died)
      .on('exit', () => died(new Error('the reader stopped')));
    // Only pages under way keep the process alive, by the watch over them: a build that fails ends.
    worker.unref();
    return { worker, clock };
  }

  function send(): void {
    sending = false;
    while (waiting.length > 0 && underWay.size < batchSize * batchesUnderWay) {
      const batch = waiting.splice(0, batchSize);
      for (const task of batch) underWay.set(task.number, task);
      running ??= start();
      running.worker.postMessage({ files: batch.map(({ number, file }) => [number, file]) } satisfies ReadRequest);
    }
    watch ??= watchPages();
  }

  function receive(answer: ReadAnswer): void {
    if (answer === 'saved') {
      saved?.();
      return;
    }
    for (const [at, page] of answer.pages) {
      underWay.get(at)?.done(page);
      underWay.delete(at);
    }
    if (waiting.length > 0) send();
    else if (underWay.size === 0) watch = void clearInterval(watch);
  }

  /** The page under way is given up, with the worker; what was sent beside it goes to a new one. */
  function giveUp(failure: string): void {
    const { worker, clock } = running!;
    running = undefined;
    void worker.terminate();
    const stuck = underWay.get(clock[0] ?? -1);
    waiting.unshift(...underWay.values());
    underWay.clear();
    // A worker that dies while it is at no page cannot work at all: a new one would die as well.
    for (const { file, done } of stuck ? waiting.splice(waiting.indexOf(stuck), 1) : waiting.splice(0))
      done({ file: file.file, ...(file.source && { source: file.source }), failure });
    saved?.();
    if (waiting.length > 0) send();
    else watch = void clearInterval(watch);
  }

  function runOut(at: number, failure: string): void {
    const task = underWay.get(at);
    if (!task || task.late) {
      giveUp(failure);
      return;
    }
    task.late = true;
    const { worker } = running!;
    running = undefined;
    void worker.terminate();
    waiting.push(...underWay.values());
    underWay.clear();
    send();
  }

  function watchPages(): NodeJS.Timeout {
    let seen = -1;
    let since = 0;
    return setInterval(() => {
      const at = running?.clock[0] ?? -1;
      if (at < 0 || at !== seen) {
        seen = at;
        since = performance.now();
      } else if (performance.now() - since > pageTimeLimit)
        runOut(at, `conversion takes longer than the limit of ${pageTimeLimit / 1000} s`);
    }, 250);
  }

  return {
    read(file) {
      const page = new Promise<Page | PageFailure>((done) => waiting.push({ number: number++, file, done, late: false }));
      if (waiting.length >= batchSize) send();
      else if (!sending) setImmediate(send);
      sending = true;
      return page;
    },
    async save() {
      if (!running) return;
      const written = new Promise<void>((done) => {
        saved = done;
      });
      const { worker } = running;
      worker.ref();
      worker.postMessage('save' satisfies ReadRequest);
      await written;
      worker.unref();
    },
    async close() {
      clearInterval(watch);
      const { worker } = running ?? {};
      running = undefined;
      await worker?.terminate();
    },
  };
}
