import { describe, expect, it } from 'vitest';
import type { Artifact } from '../../build/files.ts';
import { content, html, linesOf, matching, origin, rewrite, type Seed } from './seed.ts';

const hidden: Readonly<Record<string, string>> = {
  'noindex.html': html('Hidden', content('Hidden'), '<meta name="robots" content="noindex">'),
  'draft.html': html('Draft', content('Draft'), '<meta name="diptych" content="draft">'),
  'api/excluded.html': html('Excluded', content('Excluded')),
  'old.html': html('Moved', content('Moved'), '<meta http-equiv="refresh" content="0; url=/a">'),
  'copy.html': html('Copy', content('Copy'), '<link rel="canonical" href="/a">'),
};
/** Leaks of a site with these pages. */
const leaks = (artifacts?: Seed['artifacts'], isFound = false): string[] =>
  linesOf('leaked-draft', { isFound, pages: hidden, settings: { exclude: ['api/**'] }, ...(artifacts && { artifacts }) });

describe('leaked-draft', () => {
  it('the clean site leaks nothing', () => {
    expect(leaks()).toEqual([]);
  });

  it.each<[artifact: string, added: string, expected: RegExp]>([
    ['llms.txt', `- [x](${origin}/draft.md): y\n`, /^error llms\.txt:1\d llms\.txt lists \/draft, which is a draft$/],
    ['llms.txt', `- [x](${origin}/draft): y\n`, /lists \/draft, which is a draft$/],
    ['llms.txt', `- [x](${origin}/noindex.md): y\n`, /lists \/noindex, which is marked noindex$/],
    ['sitemap.md', `- [x](${origin}/a.md)\n  - [x](${origin}/noindex.md): y\n`, /^error sitemap\.md:\d+ .* marked noindex$/],
    ['sitemap.xml', `<url><loc>${origin}/noindex</loc></url>`, /^error sitemap\.xml:\d+ .* marked noindex$/],
    [
      'sitemap.xml',
      `<url><loc>${origin}/api/excluded.html</loc></url>`,
      /lists \/api\/excluded, which is excluded by the settings$/,
    ],
    ['sitemap.xml', `<url><loc>${origin}/old</loc></url>`, /lists \/old, which is a redirect$/],
    ['sitemap.xml', `<url><loc>${origin}/copy</loc></url>`, /lists \/copy, which is a duplicate of its canonical page$/],
  ])('%s with %j', (artifact, added, expected) => {
    const found = leaks(
      rewrite(artifact, (body) => `${body}\n${added}`),
      true,
    );
    expect(found).toEqual([expect.stringMatching(expected)]);
  });

  it('its own twin', () => {
    const twin: Artifact = { path: 'draft.md', mediaType: 'text/markdown; charset=utf-8', body: '# Draft\n' };
    expect(leaks((all) => [...all, twin])).toEqual(['error draft.md draft.md is the twin of /draft, which is a draft']);
  });

  it.each<[what: string, artifact: string, added: string]>([
    ['a link in the text of a twin', 'a.md', `[x](${origin}/noindex)\n`],
    ['a link in the prose of llms.txt', 'llms.txt', `See [x](${origin}/noindex).\n`],
    ['a page of the same path on another host', 'llms.txt', '- [x](https://elsewhere.test/noindex.md)\n'],
    ['an index line in code', 'a.md', `\`\`\`\n- [x](${origin}/noindex.md)\n\`\`\`\n`],
  ])('%s is no leak', (_, artifact, added) => {
    expect(leaks(rewrite(artifact, (body) => `${body}\n${added}`))).toEqual([]);
  });

  it('a public page may have the twin that a hidden page would have', () => {
    const pages = { 'b.html': html('B', content('B'), '<meta name="robots" content="noindex">') };
    expect(linesOf('leaked-draft', { pages })).toEqual([]);
  });
});

describe('index-mismatch', () => {
  const without =
    (text: RegExp | string) =>
    (body: string): string => {
      expect(body).toMatch(text);
      return body.replace(text, '');
    };

  it.each<[artifact: string, change: (body: string) => string, expected: readonly (string | RegExp)[]]>([
    [
      'llms.txt',
      without(/^- \[Page a\].*\n/m),
      ['error llms.txt llms.txt lacks 1 page: /a', /^error sitemap\.md:\d+ /, /^error sitemap\.xml:\d+ /],
    ],
    ['sitemap.md', without(/^- \[Page b\].*\n/m), ['error sitemap.md sitemap.md lacks 1 page: /b/, listed in llms.txt']],
    ['sitemap.xml', () => '<urlset></urlset>', ['error sitemap.xml sitemap.xml lacks 3 pages: /, /a, /b/, listed in llms.txt']],
    ['sitemap.xml', (body) => body.replace(`${origin}/b/`, `${origin}/b`), []],
    ['sitemap.xml', (body) => body.replace('</urlset>', `<url><loc>${origin}/file.pdf</loc></url></urlset>`), []],
    ['sitemap.xml', (body) => body.replace('</urlset>', '<url><loc>https://elsewhere.test/a</loc></url></urlset>'), []],
    [
      'llms.txt',
      (body) => `${body}- [PDF](${origin}/file.pdf)\n- [Elsewhere](https://elsewhere.test/)\n- [Again](${origin}/a.md)\n`,
      [],
    ],
    ['llms.txt', (body) => body.replaceAll('.md)', ')').replace('/index)', '/)'), []],
  ])('%s', (artifact, change, expected) => {
    const seed: Seed = { files: ['file.pdf'], artifacts: rewrite(artifact, change), isFound: true };
    expect(linesOf('index-mismatch', seed)).toEqual(matching(expected));
  });

  it('names three pages and the number of the others', () => {
    const pages = Object.fromEntries(['c', 'd', 'e', 'f'].map((name) => [`${name}.html`, html(name, content(name))]));
    const seed: Seed = { pages, artifacts: rewrite('llms.txt', (body) => body.replace(/^- \[(c|d|e|f)\].*\n/gm, '')) };
    expect(linesOf('index-mismatch', seed)[0]).toBe('error llms.txt llms.txt lacks 4 pages: /c, /d, /e and 1 more');
  });

  it('reads the section files that llms.txt lists, and no others', () => {
    const section = (path: string, body: string): Artifact => ({ path, mediaType: 'text/plain; charset=utf-8', body });
    const split =
      (index: string) =>
      (artifacts: readonly Artifact[]): Artifact[] => [
        ...artifacts.map((artifact) =>
          artifact.path === 'llms.txt' ? { ...artifact, body: `# Example\n\n## Sections\n\n${index}` } : artifact,
        ),
        section('one/llms.txt', `- [Home](${origin}/index.md)\n- [A](${origin}/a.md)\n`),
        section('two/llms.txt', `- [B](${origin}/b.md)\n`),
      ];
    expect(
      linesOf('index-mismatch', { artifacts: split(`- [One](${origin}/one/llms.txt)\n- [Two](${origin}/two/llms.txt)\n`) }),
    ).toEqual([]);
    expect(linesOf('index-mismatch', { artifacts: split(`- [One](${origin}/one/llms.txt)\n`) })[0]).toBe(
      'error llms.txt llms.txt lacks 1 page: /b/',
    );
  });

  it('a site without llms.txt has no findings', () => {
    expect(
      linesOf('index-mismatch', { artifacts: (all) => all.filter(({ path }) => path !== 'llms.txt' && path !== 'sitemap.md') }),
    ).toEqual([]);
  });
});
