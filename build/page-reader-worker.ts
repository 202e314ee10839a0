import { parentPort, workerData } from 'node:worker_threads';
import { createConversionCache } from './conversion-cache.ts';
import { convert } from './convert.ts';
import type { HtmlFile, Page } from './page.ts';
import type { PageFailure, ReadAnswer, ReaderSettings, ReadRequest } from './page-reader.ts';
import { readPage } from './read-page.ts';

const { settings, clock } = workerData as { settings: ReaderSettings; clock: Int32Array };
const salt = JSON.stringify([settings.url, settings.content ?? null, settings.parity]);
const cache = settings.cacheFolder ? createConversionCache(settings.cacheFolder, salt) : undefined;

function read(file: HtmlFile): Page | PageFailure {
  try {
    return readPage(file, settings, (html, pageUrl) => {
      const make = () => convert(html, pageUrl, settings);
      return cache ? cache.get(html, pageUrl, make) : make();
    });
  } catch (error) {
    const failure = error instanceof RangeError ? 'elements are nested too deeply to convert' : (error as Error).message;
    return { file: file.file, ...(file.source && { source: file.source }), failure };
  }
}

parentPort!.on('message', async (request: ReadRequest) => {
  if (request === 'save') {
    await cache?.save();
    return parentPort!.postMessage('saved' satisfies ReadAnswer);
  }
  const pages = request.files.map(([number, file]): [number, Page | PageFailure] => {
    clock[0] = number;
    return [number, read(file)];
  });
  clock[0] = -1;
  parentPort!.postMessage({ pages } satisfies ReadAnswer);
});
