import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { deferRejections, type FileSearch, searchAgainAfterRaces } from '../../build/eleventy/eleventy.ts';
import { temporaryFolder, writeFiles } from '../support/cli.ts';

it('a promise that rejects in the last turn of the work fails it', async () => {
  const work = async (): Promise<void> => void Promise.reject(new Error('too late'));
  await expect(deferRejections(work)).rejects.toThrow('too late');
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
