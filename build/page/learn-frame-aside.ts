import { Worker } from 'node:worker_threads';
import { type Frame, fewestFramePages } from '../twin/frame.ts';
import { framePagesOf } from './learn-frame.ts';
import type { Learned, PageFailure } from './messages.ts';
import type { HtmlFile } from './page.ts';
import { outlasted, patience, threadLimits } from './threads.ts';

/**
 * Learns the boilerplate of a site in a thread, while pages are read. A page that crashes it, or exceeds its patience, is
 * skipped, and becomes a failure.
 */
export async function learnFrameAside(
  files: readonly string[],
  htmlOf: (file: string) => string,
): Promise<{ readonly frame: Frame | undefined; readonly failures: readonly PageFailure[] }> {
  const failures: PageFailure[] = [];
  let pages = framePagesOf(files).map((file) => ({ file, html: htmlOf(file) }));
  while (pages.length >= fewestFramePages) {
    const result = await learnOnce(pages);
    if (!('failure' in result)) return { frame: result.frame, failures };
    failures.push(result);
    pages = pages.filter(({ file }) => file !== result.file);
  }
  return { frame: undefined, failures };
}

function learnOnce(pages: readonly HtmlFile[]): Promise<{ readonly frame: Frame | undefined } | PageFailure> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./frame-worker.js', import.meta.url), { workerData: pages, resourceLimits: threadLimits });
    let at: string | undefined;
    let quietSeconds = 0;
    const end = (failure: string): void => {
      clearInterval(guard);
      void worker.terminate();
      if (at === undefined) reject(new Error(`pages cannot be read: ${failure}`));
      else resolve({ file: at, failure });
    };
    const guard = setInterval(() => {
      if (at !== undefined && ++quietSeconds >= patience) end(outlasted(at));
    }, 1_000);
    worker
      .on('message', (learned: Learned) => {
        quietSeconds = 0;
        if ('at' in learned) at = learned.at;
        else {
          clearInterval(guard);
          resolve(learned);
          void worker.terminate();
        }
      })
      .on('error', (error) => end(`conversion failed: ${error.message}`));
  });
}
