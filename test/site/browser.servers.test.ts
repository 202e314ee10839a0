import { cpSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { renderPages } from '../starter/starter-pages.ts';
import { sharedFolder, writeFiles } from '../support/cli.ts';
import { launchBrowser, openPage } from './chromium.ts';
import { expectNoFault } from './expect-no-fault.ts';
import { serveFolder } from './folder-server.ts';

const twin = '# Twin of the home page\n';
const pages = await renderPages();
const folder = sharedFolder();
let site: { url: string; server: Server };
let browser: Browser;

beforeAll(async () => {
  cpSync(inject('service').dist, folder, { recursive: true });
  writeFiles(folder, { 'index.md': twin });
  site = await serveFolder(folder);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  site?.server.close();
});

const open = (path: string, options?: BrowserContextOptions) => openPage(browser, site.url, path, options);

it.each([...pages.keys()])(
  '%s: axe finds nothing, light and dark, and it is no wider than a window of 1440 and of 360 px',
  async (path) => {
    const { page, complaints } = await open(path);
    await expectNoFault(page, [1440, 360]);
    expect(complaints).toEqual([]);
  },
);

describe('in a browser', () => {
  it.each([
    ['/', 1440],
    ['/docs/tutorial', 1440],
    ['/docs/tutorial', 360],
  ])('%s at %d px: no layout shift while it loads', async (path, width) => {
    const { page } = await open('/404', { viewport: { width, height: 800 } });
    // Scripts load late, as on a slow connection, so that their layout shifts show.
    await page.route('**/*.js', async (route) => {
      await new Promise((done) => setTimeout(done, 300));
      await route.continue();
    });
    await page.goto(site.url + path);
    await page.getByRole('button', { name: /^Theme: / }).waitFor();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => done(sum), 300);
        }),
    );
    expect(shift).toBe(0);
  });

  it('the first keyboard stop is the skip link, and it is visible', async () => {
    const { page } = await open('/docs/tutorial');
    await page.keyboard.press('Tab');
    const skip = page.locator(':focus');
    expect(await skip.textContent()).toBe('Skip to content');
    expect((await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#page:main');
  });

  it('every keyboard stop has a visible focus', async () => {
    const { page } = await open('/docs/settings');
    const unseen = await page.evaluate(() => {
      const stops = [...document.querySelectorAll<HTMLElement>('a[href], button:not([hidden]), [tabindex="0"]')];
      return stops.filter((stop) => {
        if (!stop.checkVisibility()) return false;
        stop.focus({ focusVisible: true } as FocusOptions);
        return getComputedStyle(stop).outlineStyle === 'none' || Number.parseFloat(getComputedStyle(stop).outlineWidth) < 2;
      }).length;
    });
    expect(unseen).toBe(0);
  });

  it('without JavaScript everything works except the copy button', async () => {
    const shown = async (javaScriptEnabled: boolean): Promise<{ text: string; button: boolean }> => {
      const { page } = await open('/', { javaScriptEnabled });
      const text = (await page.locator('body').ariaSnapshot()).replace(/\n.*button "(?:Copy|Theme: Auto)"'?/g, '');
      await page.getByText('Use as Markdown').click();
      const button = await page.getByRole('button', { name: 'Copy Markdown' }).isVisible();
      return { text, button };
    };
    const [withScript, without] = [await shown(true), await shown(false)];
    expect(without.text).toContain('Use as Markdown');
    expect(without.text).toBe(withScript.text);
    expect([withScript.button, without.button]).toEqual([true, false]);
  });

  it('one click copies the twin and confirms it', async () => {
    const { page, complaints } = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByText('Use as Markdown').click();
    await page.getByRole('button', { name: 'Copy Markdown' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(twin);
    expect(complaints).toEqual([]);
  });

  it('if the twin cannot be fetched, the button tells what to do', async () => {
    const { page } = await open('/docs/tutorial', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.route('**/docs/tutorial.md', (route) => route.abort());
    await page.getByText('Use as Markdown').click();
    await page.getByRole('button', { name: 'Copy Markdown' }).click();
    await page.getByText('open the Markdown link').waitFor();
  });

  it('the theme button cycles through system, light and dark, and the choice persists', async () => {
    const { page, complaints } = await open('/docs/tutorial', { colorScheme: 'light' });
    const theme = page.getByRole('button', { name: /^Theme: / });
    const seen: string[] = [];
    for (let step = 0; step < 4; step++) {
      const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      seen.push(`${await theme.getAttribute('aria-label')} ${background}`);
      await theme.click();
    }
    const [light, dark] = ['rgb(253, 252, 249)', 'rgb(27, 26, 24)'];
    expect(seen).toEqual([`Theme: Auto ${light}`, `Theme: Light ${light}`, `Theme: Dark ${dark}`, `Theme: Auto ${light}`]);
    await page.reload();
    expect(await theme.getAttribute('aria-label')).toBe('Theme: Light');
    expect(complaints).toEqual([]);
  });

  it('on a phone search is in sight, and one menu has header links and documentation pages, and can be closed', async () => {
    const { page } = await open('/docs/tutorial', { viewport: { width: 360, height: 760 } });
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.locator('[popover]:popover-open');
    expect(await page.locator('header a.search').isVisible()).toBe(true);
    expect(await menu.count()).toBe(1);
    for (const name of ['Write a site', 'Tutorial']) await menu.getByRole('link', { name, exact: true }).first().waitFor();
    await menu.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('[popover]:popover-open').count()).toBe(0);
  });

  it.each([360, 768, 1440, 2200])('%d px wide: header, pages, documentation and footer have one left edge', async (width) => {
    const { page } = await open('/', { viewport: { width, height: 900 } });
    const edges: Record<string, number> = {};
    for (const path of ['/', '/search', '/docs/tutorial']) {
      await page.goto(site.url + path);
      const selectors = ['.wordmark', width < 1024 || path === '/' ? 'main h1' : '.section', '.imprint p'];
      for (const selector of selectors)
        edges[`${path} ${selector}`] = Math.round((await page.locator(selector).first().boundingBox())!.x);
    }
    const [edge] = Object.values(edges);
    expect(edges).toEqual(Object.fromEntries(Object.keys(edges).map((key) => [key, edge])));
  });

  it.each(['#155e9c', 'gold', 'cyan', 'red', '#000', '#fff'])(
    'accent %s: text and signs keep their contrast, light and dark',
    async (accent) => {
      const css = readFileSync('site/accent.njk', 'utf8')
        .replace(/^---[\s\S]*?\n---\n/, '')
        .replace('{{ site.accent | safe }}', accent);
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await open('/docs/markdown', { colorScheme, bypassCSP: true });
        await page.addStyleTag({ content: css });
        const ratios = await page.evaluate(() => {
          const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
          const probe = document.body.appendChild(document.createElement('i'));
          const luminance = (name: string): number => {
            probe.style.color = `var(--${name})`;
            canvas.fillStyle = getComputedStyle(probe).color;
            canvas.fillRect(0, 0, 1, 1);
            const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
              value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
            ) as [number, number, number];
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
          };
          return ['ink', 'accent', 'soft', 'alarm', 'good', 'brass'].flatMap((front) =>
            ['paper', 'shade'].map((back) => {
              const [low, high] = [luminance(front), luminance(back)].sort((a, b) => a - b) as [number, number];
              return [`${front} on ${back}`, (high + 0.05) / (low + 0.05)] as const;
            }),
          );
        });
        // Brass is for lines and outlines (WCAG 1.4.11), the others are text (1.4.3).
        const weak = ratios.filter(([name, ratio]) => ratio < (name.startsWith('brass') ? 3 : 4.5) && name !== 'brass on shade');
        expect(weak, colorScheme).toEqual([]);
      }
    },
  );

  it('a page of text stands in the middle of a wide window', async () => {
    const { page } = await open('/about', { viewport: { width: 1440, height: 900 } });
    const { x, width } = (await page
      .locator('main h1')
      .evaluate((h1) => h1.closest('.page-title')!.getBoundingClientRect().toJSON())) as DOMRect;
    expect(Math.abs(x - (1440 - x - width))).toBeLessThan(20);
  });

  it.each([360, 768, 1070])('%d px wide: a bar opens the outline, which closes behind a link', async (width) => {
    const { page, complaints } = await open('/docs/markdown', { viewport: { width, height: 760 } });
    const links = page.getByRole('navigation', { name: 'On this page' });
    expect(await links.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'On this page' }).click();
    await links.getByRole('link', { name: 'Tables' }).click();
    expect(await links.isVisible()).toBe(false);
    expect(new URL(page.url()).hash).toBe('#tables');
    const top = await page.locator('#tables').evaluate((heading) => heading.getBoundingClientRect().top);
    const bar = (await page.locator('.outline-opener').boundingBox())!;
    expect(top).toBeGreaterThanOrEqual(bar.y + bar.height);
    expect(complaints).toEqual([]);
  });

  it.each(['/', '/docs/markdown'])(
    '%s at 768 px: the first links of the header stay in sight, the menu has all',
    async (path) => {
      const { page } = await open(path, { viewport: { width: 768, height: 900 } });
      const shown = page.locator('.masthead .site-links > ul a:visible');
      expect(await shown.count()).toBeGreaterThan(1);
      expect(await shown.count()).toBeLessThan(4);
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await page.locator('[popover]:popover-open a').count()).toBeGreaterThan(3);
    },
  );

  it('code is copied as it is to be used: without removed lines and marks', async () => {
    const { page } = await open('/docs/markdown', { permissions: ['clipboard-read', 'clipboard-write'] });
    const block = page.locator('.code:has(.removed)').first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const port = process.env.PORT;\n');
  });

  it('the first column of a wide table stays', async () => {
    const { page } = await open('/docs/settings', { viewport: { width: 360, height: 760 } });
    const [before, after] = await page
      .locator('.table')
      .first()
      .evaluate((table) => {
        const cell = table.querySelector('td')!;
        const at = cell.getBoundingClientRect().x;
        table.scrollLeft = 80;
        return [at, cell.getBoundingClientRect().x];
      });
    expect(after).toBe(before);
  });

  it('the image of the hero, in several formats, is next to its text', async () => {
    const { page } = await open('/about', { viewport: { width: 1440, height: 900 } });
    const [text, picture] = await page.evaluate(() => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href: '/sections.css' });
      const loaded = new Promise((done) => link.addEventListener('load', done));
      document.head.append(link);
      document.querySelector('main')!.innerHTML =
        '<div class="hero"><div><h1>Title</h1></div><picture><source type="image/avif" srcset="/og.png"><source type="image/webp" srcset="/og.png"><img src="/og.png" width="1200" height="630"></picture></div>';
      return loaded.then(() =>
        ['.hero h1', '.hero img'].map((name) => document.querySelector(name)!.getBoundingClientRect().toJSON()),
      );
    });
    expect(picture.left).toBeGreaterThan(text.left + 600);
    expect(picture.top).toBeLessThan(text.bottom);
  });

  it('embedded media are as wide as the column, with their aspect ratio', async () => {
    const { page } = await open('/docs/tutorial', { viewport: { width: 360, height: 760 } });
    const sizes = await page.evaluate(() => {
      const column = document.querySelector('main > p')!;
      column.insertAdjacentHTML('afterend', '<p><iframe title="x" width="800" height="600"></iframe></p>');
      column.insertAdjacentHTML('afterend', '<p><video width="800" height="200"></video></p>');
      return ['iframe', 'video'].map((name) => {
        const box = document.querySelector(name)!.getBoundingClientRect();
        return [Math.round(box.width - column.getBoundingClientRect().width), Math.round((box.width / box.height) * 100)];
      });
    });
    expect(sizes).toEqual([
      [0, 133],
      [0, 400],
    ]);
  });

  it('a selected tab is selected in all sets with it, also on the next page', async () => {
    const { page, complaints } = await open('/docs/markdown');
    const chosen = (): Promise<(string | null)[]> =>
      page.locator('.tabs:has(> label:text-is("pnpm")) > input:checked + label').allTextContents();
    expect(await chosen()).toEqual(['npm', 'npm']);
    await page.locator('.tabs > label:text-is("pnpm")').last().click();
    expect(await chosen()).toEqual(['pnpm', 'pnpm']);
    await page.reload();
    expect(await chosen()).toEqual(['pnpm', 'pnpm']);
    expect(complaints).toEqual([]);
  });

  it('print shows only the content, without controls', async () => {
    const { page } = await open('/docs/tutorial');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main h1').isVisible()).toBe(true);
    for (const selector of ['header nav', '.section', '.panel', 'footer', '.twin-links', 'nav.pager'])
      expect(await page.locator(selector).isVisible(), selector).toBe(false);
    await page.goto(`${site.url}/docs/markdown`);
    expect(await page.locator('main details:not([open]) p').first().isVisible()).toBe(true);
    const colours = await page.evaluate(() => {
      Object.assign(document.documentElement.dataset, { palette: 'sea', theme: 'dark' });
      const { backgroundColor, color, colorScheme } = getComputedStyle(document.documentElement);
      return [backgroundColor, color, colorScheme];
    });
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'light']);
  });
});
