import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { deferRejections, type FileSearch, searchAgainAfterRaces } from '../../build/eleventy/eleventy.ts';
import { temporaryFolder, writeFiles } from '../support/cli.ts';

const failure = new Error('unhandled');
/** Creates a rejected promise that nothing awaits. */
const abandon = (): void => void Promise.reject(failure);

it.each<[string, () => Promise<unknown>, unknown]>([
  ['an unhandled rejection is thrown after the work', async () => abandon(), failure],
  [
    'work that fails throws its own error',
    async () => {
      abandon();
      throw new Error('the work');
    },
    new Error('the work'),
  ],
])('%s, and later ones are heard again', async (_, work, error) => {
  const heard = process.listeners('unhandledRejection');
  await expect(deferRejections(work)).rejects.toThrow(error as Error);
  expect(process.listeners('unhandledRejection')).toEqual(heard);
});

it('a rejection that is handled before the work ends is no failure', async () => {
  const work = async (): Promise<string> => {
    const late = Promise.reject(failure);
    await new Promise((next) => setTimeout(next, 20));
    await late.catch(() => {});
    return 'done';
  };
  expect(await deferRejections(work)).toBe('done');
});

type Search = FileSearch & { search(key: string, globs: string[]): Promise<string[]> };
const { default: FileSystemSearch } = (await import(resolve('node_modules/@11ty/eleventy/src/FileSystemSearch.js'))) as {
  default: new () => Search;
};

it.each(['add', 'delete'] as const)('%s while Eleventy searches: the next search finds what is there', async (change) => {
  const folder = temporaryFolder();
  const [kept, other] = ['kept.md', 'other.md'].map((name) => relative('.', join(folder, name))) as [string, string];
  writeFiles(folder, { 'kept.md': '', ...(change === 'delete' && { 'other.md': '' }) });
  const search = new FileSystemSearch();
  searchAgainAfterRaces(search);
  const found = (): Promise<string[]> => search.search('templates', [`${folder}/**/*.md`]);
  const first = found();
  if (change === 'add') writeFiles(folder, { 'other.md': '' });
  else rmSync(other);
  search[change](other);
  await first;
  await new Promise((done) => setImmediate(done));
  expect((await found()).sort()).toEqual(change === 'add' ? [kept, other] : [kept]);
});
