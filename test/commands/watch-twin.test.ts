import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchTwin } from '../../build/commands/watch-twin.ts';
import { UserError } from '../../build/contract/std/errors.ts';
import type { Summary } from '../../build/publish/summary.ts';
import { temporaryFolder, writeFiles } from '../support/cli.ts';

/** What happens to the folder before the scan at a second. */
type Change = readonly [second: number, change: (folder: string) => void];
/** Makes the twins of the folder in a round. */
type Make = (folder: string) => void;

/** Watches a folder of four pages, with a clock that moves only between scans. @returns each line with its second */
async function watched(changes: readonly Change[], make: Make = () => {}): Promise<string[]> {
  const folder = join(temporaryFolder(), 'public');
  writeFiles(folder, { 'a.html': 'A', 'b.html': 'B', 'c.html': 'C', 'd.html': 'D' });
  const ending = new AbortController();
  const printed: string[] = [];
  let now = 0;
  const print = (line: string): unknown => printed.push(`${now} s: ${line.replace(/ in [\d.]+ s: 4 pages/, '').trimEnd()}`);
  const left = [...changes];
  await watchTwin(folder, 'served', {
    run: async () => {
      make(folder);
      return { pages: 4, findings: [] } as unknown as Summary;
    },
    ending: ending.signal,
    cacheFolder: 'none',
    reporter: { print, summary: print },
    clock: {
      now: () => now * 1_000,
      pause: async () => {
        const [second, change] = left.shift() ?? [];
        if (second === undefined) return ending.abort();
        now = second;
        change!(folder);
      },
    },
  });
  return printed;
}

const write =
  (...names: string[]) =>
  (folder: string): void =>
    writeFiles(folder, Object.fromEntries(names.map((name) => [name, `A new text of ${name}`])));
const remove =
  (...names: string[]) =>
  (folder: string): void => {
    for (const name of names) rmSync(join(folder, name));
  };
const nothing = (): void => {};
const first = '0 s: Wrote served, 4 changed files; no defects';

it.each<[what: string, changes: Change[], printed: string[]]>([
  ['nothing', [[1, nothing]], []],
  [
    'a change, when the next scan finds no other',
    [
      [1, write('a.html')],
      [2, nothing],
    ],
    ['2 s: Wrote served, 1 changed file (a.html); no defects'],
  ],
  [
    'changes of several scans, once',
    [
      [1, write('a.html')],
      [2, write('b.html')],
      [3, nothing],
    ],
    ['3 s: Wrote served, 2 changed files (a.html, b.html); no defects'],
  ],
  [
    'a page that comes back',
    [
      [1, remove('a.html')],
      [2, write('a.html')],
      [3, nothing],
    ],
    ['3 s: Wrote served, 1 changed file (a.html); no defects'],
  ],
  [
    'half of the pages removed, not before 10 seconds',
    [
      [1, remove('a.html', 'b.html')],
      [11, nothing],
    ],
    [],
  ],
  [
    'half of the pages removed, after 10 seconds',
    [
      [1, remove('a.html', 'b.html')],
      [12, nothing],
    ],
    ['12 s: Wrote served, 2 changed files (a.html, b.html); no defects'],
  ],
  [
    'most pages removed, not before 3 minutes',
    [
      [1, remove('a.html', 'b.html', 'c.html')],
      [181, nothing],
    ],
    [],
  ],
  [
    'most pages removed, after 3 minutes',
    [
      [1, remove('a.html', 'b.html', 'c.html')],
      [182, nothing],
    ],
    ['182 s: Wrote served, 3 changed files; no defects'],
  ],
  [
    'a folder that is emptied and filled',
    [
      [1, remove('a.html', 'b.html', 'c.html', 'd.html')],
      [9, nothing],
      [20, write('a.html', 'b.html', 'c.html', 'd.html')],
      [21, nothing],
    ],
    ['21 s: Wrote served, 4 changed files; no defects'],
  ],
])('twin --watch follows %s', async (_, changes, printed) => {
  expect(await watched(changes)).toEqual([first, ...printed]);
});

it('twin --watch reports an error, and continues', async () => {
  const errors = [new UserError(['public: no page has a twin']), undefined];
  const make = (): void => {
    const error = errors.shift();
    if (error) throw error;
  };
  expect(
    await watched(
      [
        [1, write('a.html')],
        [2, nothing],
      ],
      make,
    ),
  ).toEqual(['0 s: diptych: public: no page has a twin', '2 s: Wrote served, 1 changed file (a.html); no defects']);
});

it('twin --watch does not report an error of files that change meanwhile: another round follows', async () => {
  const make = (folder: string): void => {
    renameSync(folder, `${folder}.gone`);
    throw new Error('ENOENT');
  };
  expect(await watched([], make)).toEqual([]);
});
