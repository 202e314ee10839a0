import { fileOfUrl } from '../contract/permalinks.ts';
import { surfaceList } from '../contract/surfaces.ts';
import { leastWords, type Page } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import { type SettledUrls, settleUrls } from '../page/settle-urls.ts';
import type { ResolvedSettings } from '../settings.ts';

/** Names that differ only in case or Unicode form are one file on many systems. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase();

const document = 'a document of the site';

/** The folders that a path lies in, outermost first. */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, names) => names.slice(0, at + 1).join('/'));

/** What of `files` keeps a new file from its place: one of the same name, a folder of that name, a file for its folder. */
export function createObstacles(files: readonly string[]): (path: string) => string | undefined {
  const taken = new Map(files.flatMap((file) => [...foldersOf(file), file]).map((path) => [fold(path), path]));
  const names = new Set(files.map(fold));
  return (path) => taken.get(fold(path)) ?? foldersOf(path).find((folder) => names.has(fold(folder)));
}

/**
 * Gives each page of a site that others built its URL, and its twin a file of its own. Documents of the contract come first,
 * then the pages by their paths, `.html` before `.htm`; a page whose twin would be the file of another has none. A twin that
 * is there already is the page's.
 *
 * Where others built the site, a page of which less than half was found has none either: what it says would be another thing.
 *
 * @param files of the site, relative to its folder, without those that we made
 */
export function settleTwins(
  read: readonly (Page | PageFailure)[],
  files: readonly string[],
  settings: Pick<ResolvedSettings, 'url' | 'htmlUrls' | 'adopted'>,
): SettledUrls {
  const obstacleTo = createObstacles(files);
  const there = new Set(files);
  const { pages, htmlUrls } = settleUrls(read, there, settings);
  const owners = new Map(
    surfaceList
      .filter(({ kind, path, yields }) => kind === 'artifact' && !yields && !path.includes('{'))
      .map(({ path }) => [fold(fileOfUrl(path)), document]),
  );
  // `index.html` before `Index.html`: the page of its folder, as every host takes it.
  const place = ({ file }: { readonly file: string }): string =>
    `${file.endsWith('.htm') ? 1 : 0}${file.replace(/(^|\/)(?=index\.html?$)/, '$1\0')}`;
  const lost = new Map<string, Omit<PageFailure, 'file'>>();
  for (const page of [...pages].sort((a, b) => (place(a) < place(b) ? -1 : 1))) {
    if ('failure' in page || page.leftOut) continue;
    const twin = fileOfUrl(page.twin);
    const owner = owners.get(fold(twin));
    const obstacle = there.has(twin) ? undefined : obstacleTo(twin);
    const lose = (failure: string): unknown => lost.set(page.file, { failure });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\u0000-\u001f\u007f\\]/.test(page.file))
      lose('its name holds a control character or a backslash, which no URL may hold');
    else if (owner)
      lost.set(page.file, { failure: `its twin ${twin} is already ${owner}`, ...(owner === document && { isTaken: true }) });
    else if (obstacle !== undefined) lose(`the place of its twin ${twin} is taken by ${obstacle}`);
    else if (settings.adopted && !there.has(twin) && (page.parity?.words ?? 1) < leastWords)
      lost.set(page.file, mostlyLost(page));
    else owners.set(fold(twin), `the twin of ${page.file}`);
  }
  return {
    pages: pages.map((page) => {
      const reason = lost.get(page.file);
      if (reason) return { file: page.file, ...reason };
      if ('failure' in page || !there.has(fileOfUrl(page.twin))) return page;
      // What we would have made of it is nobody's.
      const { parity, ...theirs } = page;
      return theirs;
    }),
    htmlUrls,
  };
}

const mostlyLost = ({ root, parity }: Page): Omit<PageFailure, 'file'> => ({
  failure: `what was taken for its content (${root}) holds ${Math.floor(parity!.words! * 100)} % of its words`,
  lost: true,
});
