import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProxyServer, type ProxyServer } from '../../proxy/index.ts';
import { runCli, sharedFolder, writeFiles } from '../support/cli.ts';
import { launchBrowser, openPage } from './chromium.ts';
import { expectNoFault } from './expect-no-fault.ts';
import { checkHtml } from './nu.ts';

const folder = sharedFolder();
const dist = join(folder, 'dist');
let served: ProxyServer;
let url: string;
let browser: Browser;

const pages = ['/', '/features', '/pricing', '/blog', '/blog/second-post', '/tags/news', '/docs/first-page', '/about', '/search'];

beforeAll(async () => {
  await runCli('build', ['init', '.'], { cwd: folder });
  const settings = JSON.parse(readFileSync(join(folder, 'site/_data/site.json'), 'utf8'));
  const versions = [
    { name: '2', path: '/docs' },
    { name: '1', path: '/docs/v1' },
  ];
  // Additions of an author: an older version, a right-to-left page, a translation, a page with a custom layout.
  writeFiles(folder, {
    'site/_data/site.json': JSON.stringify({ ...settings, versions }),
    'site/docs/v1/first-page.md': readFileSync(join(folder, 'site/docs/first-page.md'), 'utf8'),
    'site/de/de.json': '{ "language": "de", "layout": "doc", "section": "Docs" }',
    'site/de/about.md': '---\nlayout: page\n---\n# Über uns\n\nWer wir sind und was uns Salbeitee bedeutet.\n',
    'site/ar/ar.json': '{ "language": "ar", "layout": "doc", "section": "Arabic" }',
    'site/ar/guide.md':
      '# دليل\n\nهذا نص من اليمين إلى اليسار.\n\n## قسم\n\nنص.\n\n## قسم آخر\n\n> [!NOTE]\n> نص\n\n```sh\nnpm i\n```\n',
    'site/_includes/layouts/recipe.njk':
      '{% extends "layouts/page.njk" %}\n{% block after %}<h2 id="needs">Needs</h2><ul>{% for each in needed %}<li>{{ each }}</li>{% endfor %}</ul>{% endblock %}\n',
    'site/soup.md': '---\nlayout: layouts/recipe.njk\nneeded: [leek, potato]\n---\n# Leek soup\n\nIt takes half an hour.\n',
  });
  const { code, stdout, stderr } = await runCli('build', ['build'], {
    cwd: folder,
    env: { SITE_URL: 'https://www.example.com' },
  });
  expect({ code, stderr, found: stdout.match(/^(?:error|warning).*$/gm) }).toEqual({ code: 0, stderr: '', found: null });
  served = createProxyServer({ dir: dist });
  await new Promise<void>((done) => served.server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(served.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await served?.drain({ delay: 0, timeout: 100 });
});

const open = (path: string, options?: BrowserContextOptions) => openPage(browser, url, path, options);

it('the Nu HTML checker reports nothing for any page', () => {
  expect(checkHtml(dist)).toEqual([]);
});

it.each([...pages, '/docs/v1/first-page', '/ar/guide', '/de/about', '/soup'])(
  '%s: axe finds nothing, nothing is blocked, no page is wider than its window',
  async (path) => {
    const { page, complaints } = await open(path);
    await expectNoFault(page, [360, 768, 1440, 2200]);
    expect(complaints).toEqual([]);
  },
);

it.each(pages)('%s has less than 15 kB compressed without fonts, and fonts of less than 45 kB', async (path) => {
  const { page } = await open('/404');
  const loaded = new Set<string>();
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname));
  await page.goto(url + path, { waitUntil: 'networkidle' });
  const sizeOf = (file: string): number => {
    const name = /\.\w+$/.test(file) ? file : file === '/' ? '/index.html' : `${file}.html`;
    const sizes = ['.br', ''].map((suffix) => statSync(join(dist, name + suffix), { throwIfNoEntry: false })?.size);
    return sizes.find((size) => size !== undefined)!;
  };
  const weigh = (isCounted: (file: string) => boolean): number =>
    [...loaded].filter(isCounted).reduce((sum, file) => sum + sizeOf(file), 0);
  expect([...loaded]).toEqual(expect.arrayContaining([path, '/style.css', '/page.js', '/theme.js']));
  expect(weigh((file) => !file.endsWith('.woff2'))).toBeLessThan(15_000);
  // Two fonts of text and headings, and 5 kB of the code font.
  expect(weigh((file) => file.endsWith('.woff2'))).toBeLessThan(45_000);
});

describe('search', () => {
  it('opens with a key, loads its files then, finds sections, and works by keyboard', async () => {
    const { page, complaints } = await open('/about');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The browser may request the icon at any time.
      if (!pathname.startsWith('/favicon')) asked.push(pathname);
    });
    expect(asked).toEqual([]);
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await expect.poll(() => asked).toEqual(['/search.js']);
    await page.keyboard.type('callouts');
    const hit = page.getByRole('dialog').getByRole('link').first();
    await hit.waitFor();
    expect(asked.some((path) => path.startsWith('/pagefind/'))).toBe(true);
    await page.getByRole('link', { name: 'Your first page: Callouts and tabs' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/first-page#callouts-and-tabs');
    expect(complaints).toEqual([]);
  });

  it('opens by Ctrl K, forgives a slip, leads to the list of pages if nothing is found, and closes by one Escape', async () => {
    const { page, complaints } = await open('/about');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await page.keyboard.type('calluots');
    await dialog.getByText(/^calluots → callouts\. Pages found: \d+$/).waitFor();
    expect(await dialog.locator('.keys').textContent()).toBe('↑ ↓ to choose, ↵ to open, Esc to close');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('xyzzyplugh');
    await dialog.getByText('Nothing found').waitFor();
    expect(await dialog.getByRole('link', { name: 'Every page' }).getAttribute('href')).toBe(`${url}/search`);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('keeps text typed while its files load', async () => {
    const { page } = await open('/about');
    let arrive = (): void => {};
    const typed = new Promise<void>((done) => {
      arrive = done;
    });
    await page.route('**/search.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.type('/callouts');
    arrive();
    await page.getByRole('link', { name: 'Your first page: Callouts and tabs' }).waitFor();
  });

  it('finds the pages of its language', async () => {
    const { page } = await open('/de/about');
    await page.keyboard.press('/');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Salbeitee');
    await page.getByRole('dialog').getByRole('link', { name: 'Über uns' }).waitFor();
  });

  it('is a list of all pages without JavaScript', async () => {
    const { page } = await open('/about', { javaScriptEnabled: false });
    await page.getByRole('link', { name: /^Search/ }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Every page');
    await page.locator('main').getByRole('link', { name: 'The first post' }).click();
    expect(new URL(page.url()).pathname).toBe('/blog/first-post');
  });
});

it('on a phone without JavaScript, documentation pages are in a drawer', async () => {
  const { page } = await open('/docs/first-page', { javaScriptEnabled: false, viewport: { width: 360, height: 700 } });
  const link = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Settings' });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  expect(await link.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await link.isVisible()).toBe(false);
});

it('a page lists its languages', async () => {
  const { page } = await open('/about', { viewport: { width: 1440, height: 900 } });
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/de/about');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
});

it('a page of an older version links to the current one, which is its canonical URL', async () => {
  const { page } = await open('/docs/v1/first-page', { viewport: { width: 1440, height: 900 } });
  expect((await fetch(page.url())).headers.get('link')).toContain('<https://www.example.com/docs/first-page>; rel="canonical"');
  await page.getByRole('link', { name: 'read this page there' }).click();
  await page.waitForURL('**/docs/first-page');
  await page.locator('header .versions summary').click();
  await page.getByRole('banner').getByRole('link', { name: '1', exact: true }).click();
  await page.waitForURL('**/docs/v1/first-page');
});

it('texts of scripts are in the language of the page', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, complaints } = await open('/ar/guide', { permissions });
  await page.locator('main').getByRole('button', { name: 'نسخ', exact: true }).click();
  await page.getByRole('button', { name: 'تم النسخ' }).waitFor();
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'بحث' });
  await dialog.getByRole('searchbox', { name: 'بحث' }).fill('دليل');
  await dialog.getByText('عدد الصفحات: 1').waitFor();
  await dialog.getByRole('searchbox').fill('xyzzy');
  await dialog.getByText('لا توجد نتائج').waitFor();
  expect(complaints).toEqual([]);
});

it('on a right-to-left page, the sidebar is on the right, and code is left-to-right', async () => {
  const { page } = await open('/ar/guide', { viewport: { width: 1440, height: 900 } });
  const placeOf = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())!.x;
  const [sidebar, text, outline] = [await placeOf('.section'), await placeOf('main'), await placeOf('nav.outline')];
  expect([sidebar > text, text > outline]).toEqual([true, true]);
  expect(await page.locator('main pre').evaluate((pre) => getComputedStyle(pre).direction)).toBe('ltr');
});
