import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/cli.ts';
import { smallSite, writeSmallSite } from '../support/small-site.ts';
import { startPreview } from './preview-process.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
});
afterAll(() => browser?.close());

it('a page reloads when saved, shows an overlay with errors, swaps styles, and is marked as a draft', async () => {
  const folder = writeSmallSite(temporaryFolder());
  const layout = smallSite['site/_includes/layouts/page.njk']!.replace(
    '</head>',
    '<link rel="stylesheet" href="/style.css"></head>',
  );
  writeFiles(folder, {
    'site/_includes/layouts/page.njk': layout,
    'site/404.md': '# Not found\n\nNothing here.\n',
    'site/plan.md': '---\ndraft: true\n---\n# Plan\n\nUnseen.\n',
  });
  const preview = await startPreview(folder);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));

  await page.goto(`${preview.url}/about`);
  writeFiles(folder, { 'site/about.md': '# About\n\nSaved while the page was open.\n' });
  await page.getByText('Saved while the page was open.').waitFor();
  // On a busy machine the page reloads once more, when its documents are written.
  await page.waitForLoadState('networkidle');

  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  writeFiles(folder, { 'site/_public/style.css': 'p { color: rgb(1, 2, 3) }\n' });
  await page.waitForFunction(() => getComputedStyle(document.querySelector('p')!).color === 'rgb(1, 2, 3)');
  expect(await page.locator('body[data-same]').count()).toBe(1);

  writeFiles(folder, { 'site/about.md': '---\ntemplateEngineOverride: njk,md\n---\n# About\n\n{{ title | shout }}\n' });
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(
    /site\/about\.md:6\s*there is no filter "shout"\s*4 \| # About[\s\S]*> +6 \| \{\{ title \| shout \}\}[\s\S]*Fix: check its spelling/,
  );
  expect(await alert.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  await page.reload();
  await alert.waitFor();
  expect(await page.getByText('Saved while the page was open.').count()).toBe(1);
  writeFiles(folder, { 'site/about.md': '# About\n\nFixed.\n' });
  await page.getByText('Fixed.').waitFor();
  expect(await alert.count()).toBe(0);

  expect(await page.getByText('Draft: shown in preview only').count()).toBe(0);
  await page.goto(`${preview.url}/plan`);
  await page.getByText('Draft: shown in preview only').waitFor();

  // Missing at first, then created.
  await page.goto(`${preview.url}/later`);
  await page.getByText('Nothing here.').waitFor();
  writeFiles(folder, { 'site/later.md': '# Later\n\nHere it is.\n' });
  await page.getByText('Here it is.').waitFor();
  expect(complaints.filter((text) => !/^\[11ty\]|status of (404|503)/.test(text))).toEqual([]);
});

it('the waiting page is replaced after the first build', async () => {
  const folder = writeSmallSite(temporaryFolder());
  writeFiles(folder, { 'site/about.md': '---\ntemplateEngineOverride: njk,md\n---\n{% nope %}\n' });
  const preview = await startPreview(folder);
  const page = await browser.newPage();
  await page.goto(`${preview.url}/about`);
  await page.getByRole('alert').getByText('site/about.md:4').waitFor();
  writeFiles(folder, { 'site/about.md': '# About\n\nAt last.\n' });
  await page.getByText('At last.').waitFor();
});
