import { readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pluginConfig, writeFiles } from '../support/cli.ts';
import { plainPage } from '../support/small-site.ts';
import { type Preview, startEleventy } from './preview-process.ts';
import { layout, options, pages, servedSite } from './served-site.ts';

it('eleventy --serve with a pathPrefix: the site is below it, whatever its URL', async () => {
  const folder = servedSite();
  const preview = await startEleventy(folder, ['--pathprefix=/project/']);
  await preview.says(/own ready/);
  expect((await preview.get('/')).headers.get('location')).toBe('/project/');
  const html = await preview.get('/project/about', { accept: 'text/html' });
  expect(html.text).toContain('reload-client');
  expect(html.headers.get('link')).toContain('</project/about.md>; rel="alternate"');
  expect((await preview.get('/project/about.md')).text).toContain('canonical_url: https://www.example.com/project/about');
  expect((await preview.get('/about')).status).toBe(404);
});

it('eleventy --serve --incremental: lists that were not rendered again lack no new page', async () => {
  const folder = servedSite();
  const list = (each: string): string =>
    `{% for one in collections.all %}{% unless one.url contains "about" %}${each}{% endunless %}{% endfor %}`;
  const home = list('<a href="{{ one.url }}">{{ one.url }}</a> ');
  writeFiles(folder, {
    'src/index.md': plainPage('Home', home),
    'src/sitemap.liquid': `---\npermalink: sitemap.xml\neleventyExcludeFromCollections: true\n---\n<urlset>${list('<url><loc>https://www.example.com{{ one.url }}</loc></url>')}</urlset>\n`,
  });
  const preview = await startEleventy(folder, ['--incremental']);
  await preview.says(/own ready/);
  const found = (): string[] => preview.text().match(/(?:existing-file|dead-link) {2}.*/g) ?? [];
  const atFirst = [expect.stringContaining('sitemap.xml of the site stays, and lacks 1 of 2 pages: /about')];
  await expect.poll(found, { timeout: 20_000 }).toEqual(atFirst);
  // Eleventy 4 says that it is ready before it watches, and misses a file that is new until then.
  await setTimeout(3_000);
  writeFiles(folder, { 'src/new.md': plainPage('New', 'See [nothing](/nowhere).') });
  await expect.poll(() => found().join('\n'), { timeout: 20_000 }).toContain('/nowhere');
  expect(found()).toEqual([...atFirst, expect.stringContaining('/nowhere')]);
});

it('eleventy --serve: images that the image plugin makes on request are not missing, others are', async () => {
  const folder = servedSite();
  const { href } = pathToFileURL(resolve('node_modules/@11ty/eleventy-img/img.js'));
  writeFiles(folder, {
    'eleventy.config.js': pluginConfig(
      options,
      "eleventyConfig.addPlugin(eleventyImageTransformPlugin, { formats: ['avif', 'webp', 'auto'] });",
      `import { eleventyImageTransformPlugin } from '${href}';`,
    ),
    'src/about.md': `${pages['src/about.md']}\n![Dot](dot.png) <img src="/nope.png" alt="Nope" eleventy:ignore>\n`,
    'src/dot.png': Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  const preview = await startEleventy(folder);
  await expect.poll(preview.text, { timeout: 30_000 }).toMatch(/\d warnings? in \d files?/);
  expect((await preview.get('/about', { accept: 'text/html' })).text).toContain('src="/.11ty/image/?src=');
  expect(preview.text().match(/.*missing-image.*/g)).toEqual([expect.stringContaining('image /nope.png')]);
});

it('eleventy --serve: a passthrough folder, and a file added to it', async () => {
  const folder = servedSite();
  writeFiles(folder, {
    'eleventy.config.js': pluginConfig(
      options,
      `eleventyConfig.setServerPassthroughCopyBehavior('passthrough');
  eleventyConfig.addPassthroughCopy({ 'src/img': 'img', 'public/style.css': 'img/style.css' });`,
    ),
    'src/about.md': `${pages['src/about.md']}\n![Dot](/img/dot.svg) ![Nope](/img/nope.svg)\n`,
    'src/img/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  const preview = await startEleventy(folder);
  await expect.poll(preview.text, { timeout: 30_000 }).toMatch(/\d warnings? in \d files?/);
  expect(preview.text().match(/.*missing-image.*/g)).toEqual([expect.stringContaining('image /img/nope.svg')]);
  expect((await preview.get('/about.md')).text).toContain('/img/dot.svg');
});

describe('eleventy --serve --incremental reports only true findings', () => {
  const found = (preview: Preview): string[] => [...new Set(preview.text().match(/(?:parity|dead-link) {2}.*/g))].sort();

  /** Starts Eleventy, and waits until it watches: it misses files that are saved before. */
  async function startWatching(folder: string): Promise<Preview> {
    const preview = await startEleventy(folder, ['--incremental']);
    for (let saved = 0; !(await preview.get('/')).text.includes('Seen.'); saved++) {
      writeFiles(folder, { 'src/index.md': pages['src/index.md'].replace('Text.', `Seen. ${saved}`) });
      await setTimeout(1_000);
    }
    return preview;
  }

  it('after a template is renamed', async () => {
    const folder = servedSite();
    const preview = await startWatching(folder);
    renameSync(join(folder, 'src/about.md'), join(folder, 'src/about-us.md'));
    writeFiles(folder, { 'src/about-us.md': pages['src/about.md'].replace('about.html', 'about-us.html') });
    await preview.until('/about-us', ({ text }) => text.includes('What this is about.'));
    writeFiles(folder, { 'src/index.md': pages['src/index.md'].replace('Text.', 'Saved after it.') });
    await preview.until('/', ({ text }) => text.includes('Saved after it.'));
    await preview.until('/index.md', ({ text }) => text.includes('Saved after it.'));
    expect(found(preview)).toEqual([]);
  });

  it('at the new name of a template that keeps its permalink', async () => {
    const folder = servedSite();
    writeFiles(folder, { 'src/about.md': `${pages['src/about.md']}\n![](/public/none.png)\n` });
    const preview = await startWatching(folder);
    const before = preview.text().length;
    renameSync(join(folder, 'src/about.md'), join(folder, 'src/about-us.md'));
    const places = () =>
      [
        ...preview
          .text()
          .slice(before)
          .matchAll(/(\S+) +missing-image {2}/g),
      ].map(([, place]) => place);
    await expect.poll(places, { timeout: 20_000 }).toEqual(['src/about-us.md:10']);
  });

  it('once, when the line of the output changes', async () => {
    const folder = servedSite();
    const file = join(folder, 'eleventy.config.js');
    const code = `eleventyConfig.addShortcode('gone', () => '<a href="/nowhere/">gone</a>');\n  return {`;
    const about = `${pages['src/about.md']}\n{% gone %}\n`;
    writeFiles(folder, { 'eleventy.config.js': readFileSync(file, 'utf8').replace('return {', code), 'src/about.md': about });
    const preview = await startWatching(folder);
    writeFiles(folder, { 'src/about.md': about.replace('What', 'More.\n\nLines.\n\nWhat') });
    await preview.until('/about.md', ({ text }) => text.includes('Lines.'));
    expect(preview.text().match(/dead-link .*\(about\.html:\d+\)/g)).toHaveLength(1);
  });

  it('while several files are saved at once', async () => {
    const folder = servedSite();
    const preview = await startWatching(folder);
    const code = '```\n{% raw %}{{ kept }}{% endraw %}\n```\n';
    // The pages swap their titles.
    writeFiles(folder, {
      'src/index.md': `---\nlayout: base.liquid\ntitle: About\n---\n# About\n\nFirst saved.\n\n${code}`,
      'src/about.md': `---\nlayout: base.liquid\ntitle: Home\npermalink: about.html\n---\n# Home\n\nSecond saved.\n\n${code}`,
    });
    for (const path of ['/', '/about']) await preview.until(path, ({ text }) => text.includes('saved.'));
    for (const path of ['/index.md', '/about.md']) await preview.until(path, ({ text }) => text.includes('{{ kept }}'));
    expect(found(preview)).toEqual([]);
  });

  it('while a layout and pages are saved at once', async () => {
    const folder = servedSite();
    const preview = await startWatching(folder);
    preview.forget();
    // The page loses text that its layout now adds, and gets the title of another page, which its layout makes unique.
    writeFiles(folder, {
      'src/about.md':
        '---\nlayout: base.liquid\ntitle: Home\npermalink: about.html\n---\nSaved page.\n\n`{% raw %}{{ kept }}{% endraw %}`\n',
      'src/_includes/base.liquid': layout
        .replace('{{ title }}', '{{ title }} at {{ page.url }}')
        .replace('{{ content }}', '<h1>{{ title }} at {{ page.url }}</h1>{{ content }}'),
      'src/index.md': '---\nlayout: base.liquid\ntitle: Home\n---\nSaved home.\n',
    });
    await preview.until('/about.md', ({ text }) => text.includes('# Home at /about') && text.includes('{{ kept }}'));
    await preview.until('/index.md', ({ text }) => text.includes('# Home at /') && text.includes('Saved home.'));
    await preview.says(/Watching|Waiting/);
    expect(found(preview)).toEqual([]);
    writeFiles(folder, { 'src/_includes/base.liquid': layout.replace('{{ content }}', '<a href="/nowhere">x</a>{{ content }}') });
    await expect.poll(() => found(preview).join('\n'), { timeout: 20_000 }).toContain('dead-link');
  });
});
