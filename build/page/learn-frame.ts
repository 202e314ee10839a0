import { Worker } from 'node:worker_threads';
import { ConversionLimit } from '../twin/conversion-limit.ts';
import { type Frame, fewestFramePages, frameOf, framePages } from '../twin/frame.ts';
import { scanHtml } from './html-scan.ts';
import type { PageFailure } from './messages.ts';
import type { HtmlFile } from './page.ts';
import { parseDocument, withTags } from './parse-html.ts';
import { outlasted, patience, threadLimits } from './threads.ts';

/** The pages that a frame is learned from: evenly taken from those of a site, in the same order whoever asks. */
export function framePagesOf(files: readonly string[]): string[] {
  const step = Math.max(1, files.length / framePages);
  return Array.from({ length: Math.min(files.length, framePages) }, (_, at) => files[Math.floor(at * step)]!);
}

/**
 * What stands around the content of the pages of a site, learned from pages all over it.
 *
 * @param files the pages
 * @param begins is told, each time that a page is looked at, which one it is
 */
export function learnFrame(
  files: readonly string[],
  htmlOf: (file: string) => string,
  begins: (file: string) => void = () => {},
): Frame | undefined {
  const pages = framePagesOf(files).flatMap((file) => {
    begins(file);
    const body = bodyOf(htmlOf(file));
    return body ? { file, body } : [];
  });
  return frameOf(
    pages.map(({ body }) => body),
    (at) => begins(pages[at]!.file),
  );
}

/** The body of a page that is small enough to be looked at more than once. */
function bodyOf(html: string): Element | undefined {
  try {
    const { elements, deepest, omitsTags } = scanHtml(html);
    return elements < 50_000 && deepest < 500 ? parseDocument(omitsTags ? withTags(html) : html).body : undefined;
  } catch (error) {
    if (error instanceof ConversionLimit) return undefined;
    throw error;
  }
}

/**
 * The same in a thread, as pages are read. A page that it dies at, or that outlasts its patience, is left out, and is a
 * failure.
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

/** What the thread says: which page it is at, or what it has learned. */
export type Learned = { readonly at: string } | { readonly frame: Frame | undefined };

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
