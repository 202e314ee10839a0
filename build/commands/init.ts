import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultSiteUrl } from '../contract/site-url.ts';
import { UserError } from '../contract/std/errors.ts';
import { asciiSlug } from '../contract/std/words.ts';
import { copyInto, listFiles, writeArtifacts } from '../files.ts';

/** Files that a new site shares with Diptych's own site; the rest of that is the documentation. */
const shared = [
  'site/404.md',
  'site/404-languages.njk',
  'site/auth.md',
  'site/search.njk',
  'site/search-languages.njk',
  'site/_includes',
  'site/_public',
  'site/accent.njk',
];
/** Files of {@link shared} that only Diptych's own site needs. */
const ownToStarter = [
  'site/_includes/layouts/diptych.njk',
  'site/_includes/table.njk',
  'site/_public/diptych.css',
  'site/_public/og.png',
];
/** The first pages of a new site: the pages of every site, and the pages of its kind. */
const firstPages = 'build/starter/new-site';
/** Folders of {@link firstPages} by kind of site. */
const pagesOf = { product: ['docs', 'posts', 'product'], documentation: ['docs', 'documentation'], blog: ['posts', 'blog'] };

/** The package, with the same layout as the repository. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Creates a new site: layouts, styles and pages about the service from the starter, its first pages ({@link firstPages}), and
 * the files with the name of the folder and versions.
 *
 * @param folder created if it does not exist
 * @param kind a product's site with documentation and a blog, or one of the two
 * @returns the number of files written
 * @throws {UserError} if the folder is not empty, or is a file
 */
export async function writeNewSite(folder: string, kind: keyof typeof pagesOf): Promise<number> {
  const found = entriesOf(folder);
  if (found.length > 0)
    throw new UserError(
      `${folder}: not empty (it holds ${found.find((name) => !name.startsWith('.')) ?? found[0]}); name a new folder: diptych init my-site`,
    );
  const generated = made(basename(resolve(folder)), kind);
  writeArtifacts(folder, generated);
  const copied = [
    ...shared.flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path])),
    ...pagesOf[kind].flatMap((part) => filesBelow(`${firstPages}/${part}`)),
  ].filter((path) => !ownToStarter.includes(path));
  for (const path of copied) await copyInto(folder, path.replace(/^build\/starter\/new-site\/\w+\//, ''), join(root, path));
  return generated.length + copied.length;
}

const filesBelow = (path: string): string[] => listFiles(join(root, path)).map((file) => `${path}/${file}`);

/** The entries of a folder, except the `.git` of a new repository. */
function entriesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) throw new UserError(`${folder}: is a file; name a new folder: diptych init my-site`);
  return readdirSync(folder)
    .filter((name) => name !== '.git')
    .sort();
}

/** Files that the package cannot contain: npm packs no .gitignore, and a nested package.json is another package. */
function made(name: string, kind: keyof typeof pagesOf): { path: string; mediaType: string; body: string }[] {
  const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
    devDependencies: Record<string, string>;
  };
  const versionsOf = (dependency: string): Record<string, string> => ({ [dependency]: `^${devDependencies[dependency]}` });
  const description = {
    name: asciiSlug(name) || 'site',
    private: true,
    type: 'module',
    scripts: { dev: 'diptych dev', build: 'diptych build', start: 'diptych build && diptych-proxy dist' },
    dependencies: { ...versionsOf('@11ty/eleventy'), diptych: `^${version}`, ...versionsOf('@iconify-json/tabler') },
    // Optional: without it, search leads to the list of all pages.
    optionalDependencies: versionsOf('pagefind'),
  };
  const title = titleOf(name);
  const settings = {
    $schema: '../../node_modules/diptych/lib/site.schema.json',
    name: title,
    url: defaultSiteUrl,
    description: `What ${title} is and who it is for, in one or two sentences.`,
    language: 'en',
    contentSecurityPolicy: 'strict',
    search: true,
    // Visitors of a company have no use for them; agents find them in the head.
    ...(kind === 'product' && { agentLinks: false }),
  };
  return [
    { path: 'package.json', mediaType: 'application/json', body: json(description) },
    { path: 'site/_data/site.json', mediaType: 'application/json', body: json(settings) },
    { path: '.gitignore', mediaType: 'text/plain', body: '/node_modules\n/dist\n/.dist.*\n/.diptych\n' },
  ];
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** `my-site` → `My site`. */
function titleOf(name: string): string {
  const words = name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return words ? words[0]!.toUpperCase() + words.slice(1) : 'New site';
}
