/*
 * Worker threads that outlive who started them: the next one of the same file starts in a thread that has loaded its code. Most of what a
 * thread costs that reads three pages is its start.
 */
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { isMainThread, MessageChannel } from 'node:worker_threads';

// Else it would be the one below, whom all that import it get.
const { Worker } = workerThreads;

/** Threads at rest, by URL of what they run. */
const idle = new Map();

class KeptWorker extends EventEmitter {
  #thread;
  #port;
  #rest;
  /** What was sent and not answered; the first answer says that all is loaded. */
  #open = 1;

  constructor(url, { workerData, resourceLimits }) {
    super();
    const { href } = url;
    const threads = idle.get(href) ?? [];
    idle.set(href, threads);
    const thread = threads.pop() ?? new Worker(new URL(import.meta.url), { resourceLimits });
    const { port1, port2 } = new MessageChannel();
    const heard = { error: (error) => this.emit('error', error), exit: (code) => this.emit('exit', code) };
    for (const [event, listener] of Object.entries(heard)) thread.on(event, listener);
    port1.on('message', (message) => {
      this.#open--;
      this.emit('message', message);
    });
    this.#rest = () => {
      for (const [event, listener] of Object.entries(heard)) thread.off(event, listener);
      port1.close();
      threads.push(thread);
    };
    this.#thread = thread;
    this.#port = port1;
    thread.postMessage({ href, workerData, port: port2 }, [port2]);
  }

  postMessage(message) {
    this.#open++;
    this.#port.postMessage(message);
  }

  unref() {
    this.#thread.unref();
    this.#port.unref();
  }

  async terminate() {
    if (this.#open === 0) this.#rest();
    else await this.#thread.terminate();
  }
}

/** Lets every `new Worker` of this process be a kept one. */
export function keepThreads() {
  workerThreads.Worker = KeptWorker;
  syncBuiltinESMExports();
}

if (!isMainThread) {
  let last = 0;
  workerThreads.parentPort.on('message', ({ href, workerData, port }) => {
    Object.assign(workerThreads, { parentPort: port, workerData });
    syncBuiltinESMExports();
    last++;
    // A file that cannot be loaded ends the thread, as it would its own.
    import(`${href}?run=${last}`);
  });
}
