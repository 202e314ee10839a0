import { expect, it } from 'vitest';
import { renderPages } from '../starter/starter-pages.ts';
import { temporaryFolder, writeFiles } from '../support/cli.ts';
import { checkHtml } from './nu.ts';

/** Findings of the Nu HTML checker in files. */
function checkFiles(files: Readonly<Record<string, string>>): string[] {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return checkHtml(folder);
}

it('the Nu HTML checker reports nothing for any page', async () => {
  const pages = await renderPages();
  expect(checkFiles(Object.fromEntries([...pages.values()].map(({ outputPath, content }) => [outputPath, content])))).toEqual([]);
});

it('the checker works: it finds a duplicate id', () => {
  const html = '<!doctype html><html lang="en"><title>T</title><p id="a">1<p id="a">2</html>';
  expect(checkFiles({ 'a.html': html })).toContainEqual(expect.stringContaining('error: Duplicate ID'));
});
