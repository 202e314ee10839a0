import { expect, it } from 'vitest';
import { createPage } from '../support/create-page.ts';
import { documentsOf, siteOf } from './seed.ts';

const url = 'https://manual.example';
const llmsTxt = (bodies: Record<string, string>, description = 'What it is.'): Record<string, string> => {
  const pages = Object.entries(bodies).map(([path, body]) => createPage(url, path, { title: `T ${path}`, description, body }));
  return documentsOf(siteOf(pages, { url, name: 'Manual' }));
};
const outline = (text = ''): string[] => [...text.matchAll(/^## .*|^- \[([^\]]*)\]/gm)].map(([whole, title]) => title ?? whole);

it('the page of a folder is listed with the pages in it', () => {
  expect(outline(llmsTxt({ '/': 'Home', '/api/': 'API', '/api/a': 'A' })['llms.txt'])).toEqual([
    ...['## Pages', 'T /', '## Api', 'T /api/', 'T /api/a'],
  ]);
});

it('numbers in URLs count by value', () => {
  const bodies = { '/p/10': 'Ten', '/p/9': 'Nine', '/p/9-1': 'More', '/p/a': 'A' };
  expect(outline(llmsTxt(bodies)['llms.txt'])).toEqual(['## P', 'T /p/9', 'T /p/9-1', 'T /p/10', 'T /p/a']);
});

it.each<[pages: number, about: string]>([
  // As much of each description as fits into 5,000 tokens.
  [100, ': Words that say what it is. Words that say what it is. Words that say what it is. Words that say…'],
  [125, ': Words that say what it is. Words that say what it is. Words…'],
  [170, ''],
])('a site of %i pages lists all of them, each with "%s"', (count, about) => {
  const bodies = Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, 'Text.']));
  const documents = llmsTxt(bodies, 'Words that say what it is. '.repeat(8));
  expect(outline(documents['llms.txt'])).toHaveLength(count + 1);
  expect(documents['llms.txt']).toContain(`- [T /p7](https://manual.example/p7.md)${about} (136 tokens)\n`);
  expect(Object.keys(documents).filter((file) => file.endsWith('/llms.txt'))).toEqual([]);
});
