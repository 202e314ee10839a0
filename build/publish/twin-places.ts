import { fileOfUrl } from '../contract/permalinks.ts';
import { surfaceList } from '../contract/surfaces.ts';
import { type AssignedUrls, assignUrls } from '../page/assign-urls.ts';
import { leastWords, type Page } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import type { ResolvedSettings } from '../settings.ts';

/** Names that differ only in case or Unicode form are the same file on many systems. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase();

const document = 'a document of the site';

/** The folders that contain a path, outermost first. */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, names) => names.slice(0, at + 1).join('/'));

/** What conflicts with a new file: a file of the same name, a folder of that name, or a file in place of its folder. */
export function createConflictFinder(files: readonly string[]): (path: string) => string | undefined {
  const taken = new Map(files.flatMap((file) => [...foldersOf(file), file]).map((path) => [fold(path), path]));
  const names = new Set(files.map(fold));
  return (path) => taken.get(fold(path)) ?? foldersOf(path).find((folder) => names.has(fold(folder)));
}

/**
 * Assigns URLs to the pages of a site of another generator, and files to their twins. Documents of the contract come first, then
 * the pages by path, `.html` before `.htm`; a page whose twin file is taken has none. An existing twin belongs to its page.
 *
 * A page of which less than half was found has no twin either: it would mislead.
 *
 * @param files of the site, relative to its folder, without generated ones
 */
export function assignTwinUrls(
  read: readonly (Page | PageFailure)[],
  files: readonly string[],
  settings: Pick<ResolvedSettings, 'url' | 'htmlUrls' | 'adopted'>,
): AssignedUrls {
  const conflictWith = createConflictFinder(files);
  const there = new Set(files);
  const { pages, htmlUrls } = assignUrls(read, there, settings);
  const owners = new Map(
    surfaceList
      .filter(({ kind, path, yields }) => kind === 'artifact' && !yields && !path.includes('{'))
      .map(({ path }) => [fold(fileOfUrl(path)), document]),
  );
  // `index.html` before `Index.html`: the index of its folder on every host.
  const place = ({ file }: { readonly file: string }): string =>
    `${file.endsWith('.htm') ? 1 : 0}${file.replace(/(^|\/)(?=index\.html?$)/, '$1\0')}`;
  const failures = new Map<string, Omit<PageFailure, 'file'>>();
  for (const page of [...pages].sort((a, b) => (place(a) < place(b) ? -1 : 1))) {
    if ('failure' in page || page.leftOut) continue;
    const twin = fileOfUrl(page.twin);
    const owner = owners.get(fold(twin));
    const conflict = there.has(twin) ? undefined : conflictWith(twin);
    const fail = (failure: string): unknown => failures.set(page.file, { failure });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern looks for them
    if (/[\u0000-\u001f\u007f\\]/.test(page.file))
      fail('its name holds a control character or a backslash, which no URL may hold');
    else if (owner)
      failures.set(page.file, { failure: `its twin ${twin} is already ${owner}`, ...(owner === document && { isTaken: true }) });
    else if (conflict !== undefined) fail(`the place of its twin ${twin} is taken by ${conflict}`);
    else if (settings.adopted && !there.has(twin) && (page.parity?.words ?? 1) < leastWords)
      failures.set(page.file, mostlyLost(page));
    else owners.set(fold(twin), `the twin of ${page.file}`);
  }
  return {
    pages: pages.map((page) => {
      const reason = failures.get(page.file);
      if (reason) return { file: page.file, ...(page.source && { source: page.source }), ...reason };
      if ('failure' in page || !there.has(fileOfUrl(page.twin))) return page;
      // The parity of a twin that is not published.
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
