/*
 * Worker threads that are reused: `terminate` waits for their answers and returns them to a pool, and the next `new Worker` of the
 * same file takes one, with its code loaded. For a site of three pages, starting a thread takes longer than its work.
 */
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { isMainThread, MessageChannel } from 'node:worker_threads';

// Keep the original class: `reuseThreads` replaces the export.
const { Worker } = workerThreads;

/** Idle threads, by the URL of their file. */
const idle = new Map();
const working = new Set();
/** Milliseconds after which a thread that does not answer is ended. */
const patience = 2_000;

class ReusedWorker extends EventEmitter {
  #thread;
  #port;
  #release;
  /** Requests without an answer. Starts at 1: the first answer reports that the code is loaded. */
  #unanswered = 1;
  /** Called with the last answer of a thread that is to end. */
  #answered;

  constructor(url, { workerData, resourceLimits }) {
    super();
    const { href } = url;
    const threads = idle.get(href) ?? [];
    idle.set(href, threads);
    const thread = threads.pop() ?? new Worker(new URL(import.meta.url), { resourceLimits });
    const { port1, port2 } = new MessageChannel();
    const listeners = { error: (error) => this.emit('error', error), exit: (code) => this.emit('exit', code) };
    for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
    port1.on('message', (message) => {
      if (!message || !('at' in message)) this.#unanswered--;
      if (!this.#answered) this.emit('message', message);
      else if (this.#unanswered === 0) this.#answered();
    });
    this.#release = () => {
      for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener);
      port1.close();
      threads.push(thread);
    };
    this.#thread = thread;
    this.#port = port1;
    working.add(this);
    thread.postMessage({ href, workerData, port: port2 }, [port2]);
  }

  postMessage(message) {
    this.#unanswered++;
    this.#port.postMessage(message);
  }

  unref() {
    this.#thread.unref();
    this.#port.unref();
  }

  async terminate() {
    if (!working.delete(this)) return;
    if (this.#unanswered > 0) {
      this.#port.ref();
      await new Promise((done) => {
        const timeout = setTimeout(done, patience);
        this.#answered = () => done(clearTimeout(timeout));
      });
    }
    if (this.#unanswered > 0) await this.#thread.terminate();
    else this.#release();
  }
}

/** Makes every `new Worker` of this process a reused one. */
export function reuseThreads() {
  workerThreads.Worker = ReusedWorker;
  syncBuiltinESMExports();
}

/** Returns the threads of a run that did not end them. */
export const endThreads = () => Promise.all([...working].map((worker) => worker.terminate()));

if (!isMainThread) {
  let last = 0;
  workerThreads.parentPort.on('message', ({ href, workerData, port }) => {
    Object.assign(workerThreads, { parentPort: port, workerData });
    syncBuiltinESMExports();
    last++;
    // A file that fails to load ends the thread, as in a real Worker.
    import(`${href}?run=${last}`);
  });
}
