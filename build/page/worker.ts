import { parentPort, workerData } from 'node:worker_threads';
import { hashOf } from '../files.ts';
import { convert } from './convert.ts';
import { readPage } from './read-page.ts';
import type { Content, ReadRequest, ReadResult } from './reader.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './reader-thread.ts';

const { settings, salt, clock } = workerData as ThreadData;

function read({ file, known }: ReadRequest): ReadResult {
  try {
    let content: Content | undefined;
    const page = readPage(file, settings, (html, pageUrl) => {
      const key = salt && hashOf(`${salt}\0${html}`);
      const conversion = key && known?.key === key ? known.conversion : convert(html, pageUrl, settings);
      if (key) content = { key, conversion };
      return conversion;
    });
    return { page, ...(content && { content }) };
  } catch (error) {
    const failure = error instanceof RangeError ? 'elements are nested too deeply to convert' : (error as Error).message;
    return { file: file.file, ...(file.source && { source: file.source }), failure };
  }
}

parentPort!.on('message', (requests: ThreadRequest) => {
  const answer = requests.map(([number, request]) => {
    clock[0] = number;
    return [number, read(request)] as const;
  });
  clock[0] = -1;
  parentPort!.postMessage(answer satisfies ThreadAnswer);
});
