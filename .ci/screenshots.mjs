// Takes the pictures of the documentation from real sites, light and dark: node .ci/screenshots.mjs, after npm run compile.
// It follows the tutorial: a site of `diptych init` with the files that the page prints.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const { createProxyServer } = await import(resolve('lib/proxy/index.js'));
const pictures = 'site/docs/pictures';
/** Width and height of a picture, in CSS pixels. */
const viewport = { width: 1200, height: 750 };

const parent = mkdtempSync(join(tmpdir(), 'diptych-pictures-'));
/** New sites are named after their folder. */
const folder = join(parent, 'bike-shop');
mkdirSync(folder);
const cli = resolve('lib/build/cli.js');
const diptych = (cwd, ...words) =>
  execFileSync(process.execPath, [cli, ...words], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
diptych(folder, 'init', '.');
mkdirSync(join(folder, 'node_modules'));
symlinkSync(resolve('.'), join(folder, 'node_modules/diptych'));
for (const scope of ['@iconify-json', '@11ty']) symlinkSync(resolve('node_modules', scope), join(folder, 'node_modules', scope));

const tutorial = readFileSync('site/docs/tutorial.md', 'utf8');
/** A printed block that begins with a text. */
const printed = (start) =>
  [...tutorial.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text).find((text) => text.includes(start));
const edit = (file, change) => writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ],
});

/** Builds a site, and takes pictures of paths: by file, with the selector of the element at the top, if it is not the page. */
async function take(project, shots) {
  diptych(project, 'build');
  const { server, drain } = createProxyServer({ dir: join(project, 'dist') });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  for (const [file, path, colorScheme = 'light', selector] of shots) {
    const context = await browser.newContext({ viewport, colorScheme });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}${path}`);
    if (selector)
      await page
        .locator(selector)
        .first()
        .evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: file, ...(file.endsWith('.jpg') && { quality: 60 }) });
    await context.close();
  }
  await drain({ delay: 0, timeout: 100 });
}

mkdirSync(pictures, { recursive: true });
await take(folder, [[`${pictures}/start.jpg`, '/']]);
edit('site/_data/site.json', (text) => JSON.stringify({ ...JSON.parse(text), ...JSON.parse(printed('"accent"')) }, null, 2));
writeFileSync(join(folder, 'site/winter.md'), printed('# Winter check'));
await take(folder, [
  [`${pictures}/page.jpg`, '/winter'],
  [`${pictures}/page-dark.jpg`, '/winter', 'dark'],
  [`${pictures}/home-sections.jpg`, '/', 'light', 'main h2'],
  [`${pictures}/home-sections-dark.jpg`, '/', 'dark', 'main h2'],
  [`${pictures}/documentation.jpg`, '/docs/first-page'],
  [`${pictures}/blog.jpg`, '/blog'],
]);
await take('.', [['.github/site.png', '/']]);
await browser.close();
rmSync(parent, { recursive: true, force: true });
