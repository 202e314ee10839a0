import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';

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
  await runWarm(['init', '.'], { cwd: folder });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageFolder, join(folder, 'node_modules/diptych'));
  symlinkSync(resolve('node_modules/@11ty'), join(folder, 'node_modules/@11ty'));
  const shown = filesOf(section);
  expect(Object.keys(shown)).toEqual(files);
  writeFiles(folder, shown);
  const { code, stdout, stderr } = await runWarm(['build'], {
    cwd: folder,
    env: { SITE_URL: 'https://www.example.com' },
  });
  expect({ code, stderr, errors: stdout.match(/^error.*$/gm) }).toEqual({ code: 0, stderr: '', errors: null });
  const built = readTree(join(folder, 'dist'));
  for (const [file, wanted] of Object.entries(made)) expect(built[file]).toMatch(wanted);
});
