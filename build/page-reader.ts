import { Worker } from 'node:worker_threads';
import type { ConvertSettings } from './convert.ts';
import type { HtmlFile, Page, PageSettings } from './page.ts';

/** Reads pages in one worker thread: beside Eleventy's heap, not in it. */
export interface PageReader {
  /** Pages in the order of the files. A page that cannot be read is a {@link PageFailure}; the others are read all the same. */
  read(files: readonly HtmlFile[], progress?: (done: number) => void): Promise<(Page | PageFailure)[]>;
  close(): Promise<void>;
}

/** A page whose conversion failed or ran out of time: one line that names the limit. */
export interface PageFailure {
  readonly file: string;
  readonly source?: string;
  readonly failure: string;
}

export type ReaderSettings = PageSettings & ConvertSettings & { readonly cacheFolder?: string };

/** What the worker gets and gives. */
export interface ReadRequest {
  readonly first: number;
  readonly files: readonly HtmlFile[];
  /** Whether the cache is to be written after this batch. */
  readonly last: boolean;
}
export interface ReadAnswer {
  readonly first: number;
  readonly pages: readonly (Page | PageFailure)[];
}

/** Milliseconds that one page may take. */
const pageTimeLimit = 2_000;
/** Pages a message: enough to hide the message, few enough to see progress. */
const batchSize = 32;
/** Batches under way: the worker never waits, and never holds more than these. */
const window = 3;

/** Starts the worker; it is started anew when a page hangs it. */
export function createPageReader(settings: ReaderSettings): PageReader {
  let running: { worker: Worker; clock: Int32Array } | undefined;

  function start(): { worker: Worker; clock: Int32Array } {
    // [index of the page under way within its read, milliseconds since the worker's start when it began]
    const clock = new Int32Array(new SharedArrayBuffer(8));
    clock[0] = -1;
    const url = new URL('./page-reader-worker.js', import.meta.url);
    const worker = new Worker(url, { workerData: { settings, clock }, resourceLimits: { stackSizeMb: 16 } });
    worker.unref();
    return { worker, clock };
  }

  async function readFrom(
    files: readonly HtmlFile[],
    pages: (Page | PageFailure)[],
    progress: (done: number) => void,
  ): Promise<void> {
    running ??= start();
    const { worker, clock } = running;
    worker.ref();
    await new Promise<void>((resolve, reject) => {
      let sent = pages.length;
      let seen = -1;
      let since = 0;
      const send = (): void => {
        if (sent >= files.length) return;
        const first = sent;
        sent = Math.min(files.length, sent + batchSize);
        worker.postMessage({ first, files: files.slice(first, sent), last: sent >= files.length } satisfies ReadRequest);
      };
      const settle = (error?: Error): void => {
        clearInterval(watch);
        worker.off('message', receive).off('error', fail).off('exit', exited);
        worker.unref();
        if (error) reject(error);
        else resolve();
      };
      const receive = ({ first, pages: read }: ReadAnswer): void => {
        for (const [at, page] of read.entries()) pages[first + at] = page;
        progress(pages.length);
        if (pages.length >= files.length) settle();
        else send();
      };
      // Out of memory or stack: the worker is gone, and the page under way is what it was at.
      const fail = (error: Error): void => {
        running = undefined;
        settle(new Stuck(clock[0] ?? -1, `conversion failed: ${error.message}`));
      };
      const exited = (): void => fail(new Error('the reader stopped'));
      const watch = setInterval(() => {
        const at = clock[0] ?? -1;
        if (at < 0 || at !== seen) {
          seen = at;
          since = performance.now();
        } else if (performance.now() - since > pageTimeLimit) {
          running = undefined;
          worker.off('exit', exited);
          void worker.terminate();
          settle(new Stuck(at, `conversion takes longer than the limit of ${pageTimeLimit / 1000} s`));
        }
      }, 250);
      worker.on('message', receive).on('error', fail).on('exit', exited);
      for (let at = 0; at < window; at++) send();
      if (files.length === pages.length) settle();
    });
  }

  const reader: PageReader = {
    async read(files, progress = () => {}) {
      const pages: (Page | PageFailure)[] = [];
      while (pages.length < files.length) {
        try {
          await readFrom(files, pages, progress);
        } catch (error) {
          if (!(error instanceof Stuck) || error.at < 0) throw error;
          // What was read before it in the same batch is read again; the page itself is not.
          const { file, source } = files[error.at]!;
          const before = pages.length;
          const rest = await reader.read(files.slice(before, error.at));
          pages.push(...rest, { file, ...(source && { source }), failure: error.message });
        }
      }
      return pages;
    },
    async close() {
      await running?.worker.terminate();
      running = undefined;
    },
  };
  return reader;
}

class Stuck extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}
