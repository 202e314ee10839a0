import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { hashOf } from '../files.ts';
import { contentFor } from './content-setting.ts';
import { convert } from './convert.ts';
import type { PageReading, ReaderSettings, ReadRequest, ReadResult } from './messages.ts';
import { bodyTextOf } from './page.ts';
import { readPage } from './read-page.ts';

const settings = workerData as ReaderSettings;
const say = (answer: ReadResult | undefined): void => parentPort!.postMessage(answer);

function read({ file, last }: ReadRequest): ReadResult {
  let content: PageReading['content'];
  try {
    const page = readPage(file, settings, (part, pageUrl) => {
      const key = hashOf(`${pageUrl}\n${part.html}`);
      const conversion =
        last?.content?.key === key
          ? { heading: last.page.heading, body: bodyTextOf(last.page), sections: last.page.sections ?? [], ...last.content }
          : convert(part, pageUrl, { ...settings, content: contentFor(settings.content, file.file) });
      const { heading, body, sections, ...rest } = conversion;
      content = { key, ...rest };
      return conversion;
    });
    return { page, ...(content && { content }) };
  } catch (error) {
    const failure = error instanceof RangeError ? 'elements are nested too deeply to convert' : (error as Error).message;
    return { file: file.file, ...(file.source && { source: file.source }), failure };
  }
}

// V8 would let garbage grow to hundreds of megabytes in each thread before a full collection.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Heap size in bytes from which on garbage is collected. */
const much = 160_000_000;

function answer(request: ReadRequest): void {
  say(read(request));
  if (getHeapStatistics().used_heap_size > much) collect();
}

// The first message reports that everything is loaded; then follows one result for each request, in order.
say(undefined);
parentPort!.on('message', answer);
