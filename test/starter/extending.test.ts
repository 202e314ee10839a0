import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { linkPackages, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { buildClean } from './built-site.ts';

/** The files printed in a section of the page, by path: each follows a paragraph that ends with its name. */
function filesOf(section: string): Record<string, string> {
  const text = readFileSync('site/docs/extending.md', 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${section}\n`))!;
  return Object.fromEntries(
    [...text.matchAll(/`([\w./-]+)`:\n\n```\w+\n([\s\S]*?)```\n/g)].map(([, path, code]) => [path!, code!]),
  );
}

it.each<[section: string, files: readonly string[], made: Readonly<Record<string, RegExp>>]>([
  [
    'A feed',
    ['eleventy.config.js', 'site/news/first.md'],
    {
      'news.xml':
        /^<\?xml [\s\S]*<title>News of the site<\/title>[\s\S]*<link href="https:\/\/www\.example\.com\/news\/first" \/>/,
      'news/first.md': /^# The first news$/m,
    },
  ],
  [
    'A shortcode',
    ['eleventy.config.js', 'site/plants.md'],
    { 'plants.md': /In the north bed grows \*\*Kale\*\* \(\*Brassica oleracea\*\)\./ },
  ],
  [
    'A page that lists others',
    ['site/news/first.md', 'site/news.njk'],
    { 'news.md': /^- \[The first news\]\(https:\/\/www\.example\.com\/news\/first\.md\): What changed first\.$/m },
  ],
  [
    'A layout',
    ['site/_includes/layouts/recipe.njk', 'site/soup.md'],
    { 'soup.md': /# Leek soup[\s\S]*## Ingredients\n\n- leek\n- potato\n/ },
  ],
])('%s, as the documentation has it', async (section, files, made) => {
  const folder = temporaryFolder();
  const shown = filesOf(section);
  expect(Object.keys(shown)).toEqual(files);
  await runWarm(['init', '.'], { cwd: folder });
  linkPackages(folder);
  writeFiles(folder, shown);
  const built = await buildClean(folder);
  for (const [file, wanted] of Object.entries(made)) expect(built[file]).toMatch(wanted);
});
