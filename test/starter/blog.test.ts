import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interfaceWords } from '../../build/starter/interface-words.ts';
import { type Run, readTree, runWarm, writeFiles } from '../support/cli.ts';

/* A blog from `init`, with more posts than one page of its list has. */

const png = readFileSync('site/_public/og.png');

describe.each([
  { kind: 'a blog', options: ['--blog'], list: 'index', url: '/' },
  { kind: 'a site with a blog', options: [], list: 'blog', url: '/blog' },
])('$kind', ({ options, list, url }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-blog-'));
  let run: Run;
  let built: Record<string, string>;

  beforeAll(async () => {
    await runWarm(['init', '.', ...options], { cwd: folder });
    writeFiles(folder, {
      'site/blog/cover.png': png as never,
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [
          `site/blog/p${at}.md`,
          `---\ntitle: Post ${at}\ndate: 2026-05-${String(at + 1).padStart(2, '0')}\nauthor: Ada\ntags: [news]\n${at === 19 ? 'image: cover.png\nimageAlt: A dot\n' : ''}---\nText of ${at}.\n`,
        ]),
      ),
    });
    run = await runWarm(['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.com' } });
    built = readTree(join(folder, 'dist'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const pageOf = (path: string): Document => parseHTML(built[`${path}.html`]!).document as unknown as Document;
  const titles = (path: string): (string | null)[] =>
    [...pageOf(path).querySelectorAll('.entry h2')].map((each) => each.textContent);
  const links = (path: string): string[] =>
    [...pageOf(path).querySelectorAll('.pager a')].map((a) => `${a.getAttribute('rel')} ${a.getAttribute('href')}`);

  it('is built without findings', () => {
    expect([run.code, run.stderr, run.stdout.match(/^(?:error|warning).*$/gm)]).toEqual([0, '', null]);
  });

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
    const {
      newerPost,
      olderPost,
      searchKeys,
      onThisPage,
      useMarkdown,
      copyMarkdown,
      viewMarkdown,
      skip,
      neighbours,
      previousPage,
    } = interfaceWords.en;
    const words = [newerPost, olderPost, onThisPage, useMarkdown, copyMarkdown, viewMarkdown, skip, neighbours, previousPage];
    const lines = new RegExp(`^[\\s>*-]*(?:\\[?)(?:${words.join('|')}|Copy|Ctrl K|⌘ K|cover\\.png)\\b`, 'm');
    for (const [file, text] of Object.entries(built))
      if (file.endsWith('.md')) {
        expect(text, file).not.toMatch(lines);
        expect(text, file).not.toContain(searchKeys.replace(/\{\w+\}/g, ''));
      }
  });
});
