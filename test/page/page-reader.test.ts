import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ReaderSettings } from '../../build/page/messages.ts';
import { createThreads } from '../../build/page/threads.ts';
import { pluginSite, readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1><p>Fine.</p>${body}</main></body></html>`;

/** Begins to read three pages in a thread that does something else at `odd.html`. @returns the result of each */
function readWith(atOdd: string, start = ''): Promise<unknown>[] {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'worker.mjs': `import { parentPort } from 'node:worker_threads';
      ${start}
      parentPort.postMessage(undefined);
      parentPort.on('message', ({ file }) => {
        if (file.file === 'odd.html') ${atOdd}
        parentPort.postMessage({ page: file.file });
      });`,
  });
  const threads = createThreads({} as ReaderSettings, 1, pathToFileURL(join(folder, 'worker.mjs')));
  onTestFinished(() => threads.close());
  return ['a.html', 'odd.html', 'z.html'].map((file) => threads.read({ file: { file, html: '' } }));
}

describe('a thread that', () => {
  it('cannot start: the reason ends the command', async () => {
    const results = await Promise.allSettled(readWith(';', 'throw new Error("broken");'));
    expect(results.map((result) => (result as PromiseRejectedResult).reason?.message)).toEqual(
      Array(3).fill('pages cannot be read: broken'),
    );
  });

  it('dies at a page: only that page has no twin', async () => {
    expect(await Promise.all(readWith('throw new Error("broken");'))).toEqual([
      { page: 'a.html' },
      { file: 'odd.html', failure: 'conversion failed: broken' },
      { page: 'z.html' },
    ]);
  });

  it('hangs at a page: after 60 seconds only that page has no twin, and the reason says how to exclude it', async () => {
    // Seconds pass only here, however long the machine takes.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [before, odd, after] = readWith('for (;;);');
    let failure: unknown;
    void odd!.then((result) => (failure = result));
    expect(await before).toEqual({ page: 'a.html' });
    vi.advanceTimersByTime(59_000);
    await setTimeout(10);
    expect(failure).toBeUndefined();
    vi.advanceTimersByTime(1_000);
    expect(await odd).toEqual({
      file: 'odd.html',
      failure: expect.stringMatching(
        /^still being read after 60 s in which no page was finished\. .*add "odd\.html" to "exclude"/,
      ),
    });
    expect(await after).toEqual({ page: 'z.html' });
  });
});

it('a page that cannot become a twin is a warning that names it, the reason and `exclude`; the rest is published', async () => {
  const cwd = pluginSite(
    temporaryFolder(),
    { url: 'https://x.example' },
    { 'src/index.html': page(''), 'src/deep.html': page('<div>'.repeat(5_001)) },
  );
  const { code, stdout, stderr } = await runWarm(['build'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^warning +src\/deep\.html +no-twin +no twin: has elements nested more than 5,000 deep\. .*"exclude"/m);
  const files = Object.keys(readTree(join(cwd, '_site')));
  expect(['index.md', 'deep/index.html', 'deep.md'].map((file) => files.includes(file))).toEqual([true, true, false]);
});
