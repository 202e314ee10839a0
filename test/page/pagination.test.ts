import { describe, expect, it } from 'vitest';
import { twinInMemory } from '../support/twin-in-memory.ts';

/** The entries of llms.txt for the three pages of a list, before the URL of each. */
async function entriesOf(files: readonly string[], title: (number: number) => string): Promise<string[]> {
  const page = (file: string, at: number): [string, string] => [
    file,
    `<!doctype html><html lang="en"><title>${title(at + 1)}</title><main><h1>Blog</h1><p>Posts.</p></main></html>`,
  ];
  const home = '<!doctype html><html lang="en"><title>Home</title><main><h1>Home</h1></main></html>';
  const documents = await twinInMemory({ 'index.html': home, ...Object.fromEntries(files.map(page)) });
  return [...documents['llms.txt']!.matchAll(/^( *- \[[^\]]*)\]\(https:\/\/example\.com\/blog/gm)].map(([, entry]) => entry!);
}

describe('the pages of a pagination', () => {
  it.each<[files: readonly string[], title: (number: number) => string]>([
    [['blog/index.html', 'blog/2/index.html', 'blog/3/index.html'], () => 'Blog'],
    [['blog/index.html', 'blog/page/2/index.html', 'blog/page/3/index.html'], () => 'Blog'],
    // As Eleventy counts, unless it is told otherwise.
    [['blog/index.html', 'blog/1/index.html', 'blog/2/index.html'], () => 'Blog'],
    [['blog/index.html', 'blog-2.html', 'blog-3.html'], (number) => `Blog (page ${number} of 3)`],
    [['blog/index.html', 'blog/page-2/index.html', 'blog/page-3/index.html'], (number) => `Blog – Seite ${number}`],
  ])('%j: one entry of llms.txt, with the others below', async (files, title) => {
    expect(await entriesOf(files, title)).toEqual([
      expect.stringMatching(/^- \[Blog/),
      expect.stringMatching(/^ {2}- \[Blog.* \(2\)$/),
      expect.stringMatching(/^ {2}- \[Blog.* \(3\)$/),
    ]);
  });

  it.each<[files: readonly string[], title: (number: number) => string]>([
    [['blog/index.html', 'blog/2012/index.html', 'blog/2013/index.html'], () => 'Blog'],
    [['blog/index.html', 'blog/2/index.html', 'blog/3/index.html'], (number) => `Chapter ${number}`],
    [['blog/index.html', 'blog/n2/index.html', 'blog/n3/index.html'], (number) => `News item ${number}`],
  ])('%j: separate pages', async (files, title) => {
    const entries = await entriesOf(files, title);
    expect([entries.length, entries.every((entry) => entry.startsWith('- '))]).toEqual([3, true]);
  });
});
