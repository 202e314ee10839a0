import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { interfaceWords } from '../../build/starter/interface-words.ts';
import { sharedFolder } from '../support/cli.ts';
import { buildNewSite, documentOf } from './built-site.ts';

/* A blog from `init`, with more posts than one page of its list has. */

const png = readFileSync('site/_public/og.png');

describe.each([
  { kind: 'a blog', options: ['--blog'], list: 'index', url: '/' },
  { kind: 'a site with a blog', options: [], list: 'blog', url: '/blog' },
])('$kind', ({ options, list, url }) => {
  const folder = sharedFolder();
  let built: Record<string, string>;

  beforeAll(async () => {
    const posts = Array.from({ length: 20 }, (_, at) => [
      `site/blog/p${at}.md`,
      `---\ntitle: Post ${at}\ndate: 2026-05-${String(at + 1).padStart(2, '0')}\nauthor: Ada\ntags: [news]\n${at === 19 ? 'image: cover.png\nimageAlt: A dot\n' : ''}---\nText of ${at}.\n`,
    ]);
    built = await buildNewSite(folder, { 'site/blog/cover.png': png, ...Object.fromEntries(posts) }, ...options);
  });

  const pageOf = (path: string): Document => documentOf(built[`${path}.html`]);
  const titles = (path: string): (string | null)[] =>
    [...pageOf(path).querySelectorAll('.entry h2')].map((each) => each.textContent);
  const links = (path: string): string[] =>
    [...pageOf(path).querySelectorAll('.pager a')].map((a) => `${a.getAttribute('rel')} ${a.getAttribute('href')}`);

  it('has ten posts a page, newest first, each once', () => {
    expect(titles(list)).toEqual(Array.from({ length: 10 }, (_, at) => `Post ${19 - at}`));
    expect(titles('blog/page-2')).toEqual(Array.from({ length: 10 }, (_, at) => `Post ${9 - at}`));
    expect(titles('blog/page-3')).toEqual(['The second post', 'The first post']);
    expect([links(list), links('blog/page-2'), links('blog/page-3')]).toEqual([
      ['next /blog/page-2'],
      [`prev ${url}`, 'next /blog/page-3'],
      ['prev /blog/page-2'],
    ]);
    expect(built['blog/page-2.html']).toContain('<meta name="robots" content="noindex">');
  });

  it('covers, authors and tags are in the list and on the post', () => {
    const [first] = pageOf(list).querySelectorAll('.entry');
    expect(first!.querySelector('img')?.outerHTML).toMatch(/src="\/blog\/cover\.png" alt="" width="1200" height="630"/);
    expect(first!.querySelector('.byline')?.textContent).toBe('20 May 2026, by Ada news');
    expect(first!.querySelector('.tag')?.getAttribute('href')).toBe('/tags/news');
    expect(pageOf('blog/p19').querySelector('main img')?.getAttribute('alt')).toBe('A dot');
    expect(built['blog/p19.md']).toContain('![A dot](https://www.example.com/blog/cover.png)');
    expect(pageOf('blog/p18').querySelector('main img')).toBeNull();
  });

  it('no twin has words of the interface', () => {
    const { searchKeys, ...en } = interfaceWords.en;
    const names = ['newerPost', 'olderPost', 'onThisPage', 'useMarkdown', 'copyMarkdown', 'viewMarkdown', 'skip'] as const;
    const words = [...names, 'neighbours' as const, 'previousPage' as const].map((name) => en[name]);
    const lines = new RegExp(`^[\\s>*-]*(?:\\[?)(?:${words.join('|')}|Copy|Ctrl K|⌘ K|cover\\.png)\\b`, 'm');
    for (const [file, text] of Object.entries(built))
      if (file.endsWith('.md')) {
        expect(text, file).not.toMatch(lines);
        expect(text, file).not.toContain(searchKeys.replace(/\{\w+\}/g, ''));
      }
  });
});
