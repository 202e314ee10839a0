import { parentPort, workerData } from 'node:worker_threads';
import { learnFrame } from './learn-frame.ts';
import type { Learned } from './messages.ts';
import type { HtmlFile } from './page.ts';

const pages = new Map((workerData as HtmlFile[]).map(({ file, html }) => [file, html]));
const say = (learned: Learned): void => parentPort!.postMessage(learned);
say({
  frame: learnFrame(
    [...pages.keys()],
    (file) => pages.get(file)!,
    (at) => say({ at }),
  ),
});
