import { readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { twinUrlOf as twinUrlAmong } from '../../build/contract/permalinks.ts';
import { contractPages } from '../../build/contract/surfaces.ts';
import { renderPages } from '../starter/starter-pages.ts';

const twinUrlOf = (url: string): string => twinUrlAmong(url, () => false);

const site = JSON.parse(readFileSync('site/_data/site.json', 'utf8'));
const rendered = await renderPages();
const pages = [...rendered.values()].map(({ url, content }) => ({
  url,
  content,
  document: parseHTML(content).document as unknown as Document,
}));
const published = pages.filter(({ url }) => url !== '/404');
const pageAt = (url: string): Document => pages.find((page) => page.url === url)!.document;

const textOf = (element: Element | null | undefined): string => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
const meta = (document: Document, name: string): string =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? '';

it('is a site of at least 15 pages', () => {
  expect(published.length).toBeGreaterThanOrEqual(15);
});

describe.each(pages)('$url', ({ url, content, document }) => {
  const hidden = url === '/404';

  it('has metadata for search engines, social sites and agents', () => {
    const title = textOf(document.querySelector('h1'));
    expect(document.documentElement.lang).toBe(site.language);
    expect(document.title.length).toBeGreaterThan(4);
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(site.url + url);
    expect(meta(document, 'description').length).toBeGreaterThanOrEqual(50);
    expect(meta(document, 'description').length).toBeLessThanOrEqual(160);
    expect(meta(document, 'og:title')).not.toBe('');
    expect(meta(document, 'og:description')).toBe(meta(document, 'description'));
    expect(meta(document, 'og:type')).toBe(url === '/' ? 'website' : 'article');
    expect(meta(document, 'og:image')).toBe(`${site.url}/og.png`);
    expect(document.querySelector('link[rel=describedby]')?.getAttribute('href')).toBe('/llms.txt');
    expect(document.querySelector('link[rel=alternate][type="text/markdown"]')?.getAttribute('href')).toBe(
      hidden ? undefined : twinUrlOf(url),
    );
    expect(meta(document, 'robots')).toBe(hidden ? 'noindex' : '');
    expect(title).not.toBe('');
  });

  it('has JSON-LD with the same metadata', () => {
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent!);
    const types = data['@graph'].map((node: Record<string, unknown>) => node['@type']);
    expect(types[0]).toMatch(/^(WebPage|TechArticle)$/);
    expect(types.includes('BreadcrumbList')).toBe(url !== '/');
    expect(types.includes('Organization')).toBe(url === '/');
    expect(data['@graph'][0]).toMatchObject({
      url: site.url + url,
      name: meta(document, 'og:title'),
      description: meta(document, 'description'),
    });
    expect(data['@graph'][0].dateModified ?? '').toBe(meta(document, 'article:modified_time'));
  });

  it('has a sentence for agents behind the skip link, outside navigation and twin', () => {
    const first = document.body.querySelector('.skip + *')!;
    expect(first.className).toBe('visually-hidden');
    expect(first.hasAttribute('data-markdown-ignore')).toBe(true);
    expect(textOf(first)).toContain('/llms.txt');
    if (!hidden) expect(textOf(first)).toContain(twinUrlOf(url));
  });

  it('has one H1 in one main, and skips no heading level', () => {
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(document.querySelectorAll('main h1')).toHaveLength(1);
    const levels = [...document.querySelectorAll('main :is(h1, h2, h3, h4)')].map(({ tagName }) => Number(tagName[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  });

  it('has a twin menu only in documentation and on our home page, and is readable without scripts and styles', () => {
    expect(document.querySelector('.page-title a.twin')?.getAttribute('href')).toBe(
      !hidden && document.querySelector('.doc, .diptych') ? twinUrlOf(url) : undefined,
    );
    expect(content).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
    expect(
      [...document.querySelectorAll('script')]
        .filter((script) => !script.getAttribute('src'))
        .map((script) => script.getAttribute('type')),
    ).toEqual(['application/ld+json']);
  });

  it('loads nothing from other sites', () => {
    const loaded = [
      ...document.querySelectorAll('script[src], link[rel=stylesheet], link[rel=icon], img, iframe, video, audio, source'),
    ];
    expect(
      loaded
        .flatMap((element) => [
          element.getAttribute('src') ?? element.getAttribute('href') ?? [],
          ...(element.getAttribute('srcset')?.split(/,\s*/) ?? []),
        ])
        .flat()
        .filter((address) => !address.startsWith('/')),
    ).toEqual([]);
  });
});

describe('the site as a whole', () => {
  it.each([
    ['title', ({ document }: (typeof pages)[number]) => document.title],
    ['description', ({ document }: (typeof pages)[number]) => meta(document, 'description')],
    ['H1', ({ document }: (typeof pages)[number]) => textOf(document.querySelector('h1'))],
  ])('every page has a unique %s', (_, of) => {
    const values = pages.map(of);
    expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([]);
  });

  it('every page except home and 404 is listed in the contents', () => {
    const listed = ['/docs'].flatMap((url) => [...pageAt(url).querySelectorAll('main a')].map((a) => a.getAttribute('href')));
    expect(published.map(({ url }) => url).filter((url) => !['/', '/docs'].includes(url) && !listed.includes(url))).toEqual([]);
  });

  it('has the pages of the contract', () => {
    expect(published.map(({ url }) => url)).toEqual(expect.arrayContaining(Object.values(contractPages)));
  });
});
