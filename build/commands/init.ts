import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultSiteUrl } from '../contract/site-url.ts';
import { AuthorError } from '../contract/user-error.ts';
import { copyInto, listFiles, writeArtifacts } from '../files.ts';

/** What a new site takes over from the starter's own; the rest of it is the documentation of Diptych. */
const shared = [
  'site/404.md',
  'site/auth.md',
  'site/developers.njk',
  'site/problem-list.njk',
  'site/problems.njk',
  'site/_includes',
  'site/_public',
];
/** Below {@link shared}, and only Diptych's: its home page, its table of contents, the picture that says what it is. */
const ownToStarter = ['site/_includes/layouts/home.njk', 'site/_includes/layouts/contents.njk', 'site/_public/og.png'];

/** The package: what it ships lies at the same places as in its repository. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Starts a new site: the starter's layouts, styles and pages about the service, the first pages of an author
 * (build/starter/new-site), and the files that name the folder and the versions.
 *
 * @param folder where to; made where it is not there
 * @returns how many files were written
 * @throws {AuthorError} where the folder is not empty, or a file
 */
export async function createSite(folder: string): Promise<number> {
  const found = entriesOf(folder);
  if (found.length > 0)
    throw new AuthorError([
      `${folder}: not empty (it holds ${found.find((name) => !name.startsWith('.')) ?? found[0]}); name a new folder: diptych init my-site`,
    ]);
  const own = made(basename(resolve(folder)));
  await writeArtifacts(folder, own);
  const copied = [
    ...shared.flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path])),
    ...filesBelow('build/starter/new-site'),
  ].filter((path) => !ownToStarter.includes(path));
  for (const path of copied) await copyInto(folder, path.replace('build/starter/new-site/', ''), join(root, path));
  return own.length + copied.length;
}

const filesBelow = (path: string): string[] => listFiles(join(root, path)).map((file) => `${path}/${file}`);

/** What a folder holds already. A repository that was just made holds nothing but itself. */
function entriesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) throw new AuthorError([`${folder}: a file; name a new folder: diptych init my-site`]);
  return readdirSync(folder)
    .filter((name) => name !== '.git')
    .sort();
}

/** The files that no template can hold. npm packs no .gitignore, and a package.json below would be another package. */
function made(name: string): { path: string; mediaType: string; body: string }[] {
  const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
    devDependencies: Record<string, string>;
  };
  const eleventy = '@11ty/eleventy';
  const description = {
    name: packageNameOf(name),
    private: true,
    type: 'module',
    scripts: { dev: 'diptych dev', build: 'diptych build', start: 'diptych build && diptych-proxy dist' },
    dependencies: { [eleventy]: devDependencies[eleventy], diptych: version },
  };
  const title = titleOf(name);
  const settings = {
    $schema: '../../node_modules/diptych/build/site.schema.json',
    name: title,
    url: defaultSiteUrl,
    description: `What ${title} is and whom it is for, in one or two sentences.`,
    language: 'en',
  };
  return [
    { path: 'package.json', mediaType: 'application/json', body: json(description) },
    { path: 'site/_data/site.json', mediaType: 'application/json', body: json(settings) },
    { path: '.gitignore', mediaType: 'text/plain', body: '/node_modules\n/dist\n/.dist.*\n/.diptych\n' },
  ];
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** What npm takes for a name: `My Site` → `my-site`. */
const packageNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'site';

/** `my-site` → `My site`. */
function titleOf(name: string): string {
  const words = name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return words ? words[0]!.toUpperCase() + words.slice(1) : 'New site';
}
