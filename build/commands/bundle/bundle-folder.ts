import { basename, dirname, join, posix, resolve } from 'node:path';
import picomatch from 'picomatch';
import { builtSettings, declaredUrl, foundSettings } from '../../checks/audit/found-site.ts';
import { readMarkdownLinks } from '../../checks/links/markdown-links.ts';
import { readRedirectsFile } from '../../checks/links/redirection.ts';
import { decodeLoosely, fileOfUrl, twinOfPart } from '../../contract/permalinks.ts';
import { redirectsFile } from '../../contract/redirects.ts';
import { UsageError, UserError } from '../../contract/std/errors.ts';
import { counted } from '../../contract/std/words.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { listFiles, readIfThere, readManifest, removeTree, writeArtifacts } from '../../files.ts';
import { indexLineOf } from '../../generators/twin.ts';
import { agentsFile, withSection } from './agents-section.ts';
import { type BundledLink, createBundleLinks } from './bundle-links.ts';

export interface BundleOptions {
  /** Folder for the twins; {@link agentsFile} is beside it. */
  readonly out: string;
  /** Globs of twins to leave out, as paths in the built folder. */
  readonly exclude: readonly string[];
  /** Largest size of the bundle in bytes. */
  readonly maxSize: number;
}

export interface BundleResult {
  readonly pages: number;
  /** Bytes. */
  readonly size: number;
  /** Links to pages of the site outside the bundle, by URL; and dead links. Each with its first location. */
  readonly leaving: ReadonlyMap<string, BundledLink>;
  readonly broken: ReadonlyMap<string, BundledLink>;
}

const index = fileOfUrl(surfaces.getSitemapMd.path);
/** Ends the index of a bundle, and marks the files that it lists as replaceable. */
const mark = '\n<!-- Written by diptych bundle: it replaces the files that this index lists. -->\n';

/**
 * Writes the twins of a built folder as local files: with relative links, the sitemap as index, and a section of `AGENTS.md`
 * that leads to it.
 *
 * @throws {UserError} if Diptych did not build the folder, the bundle would be too large, or a foreign file is in the way;
 *   then nothing is written
 * @throws {UsageError} if a glob matches no twin
 */
export async function bundleFolder(folder: string, { out, exclude, maxSize }: BundleOptions): Promise<BundleResult> {
  const files = new Set(listFiles(folder));
  const read = (file: string): string => readIfThere(join(folder, file)) ?? '';
  const texts = new Map(
    [surfaces.getOpenApi, surfaces.getSitemapXml].map(({ path }) => [fileOfUrl(path), read(fileOfUrl(path))]),
  );
  const url = declaredUrl(texts, read('index.html'));
  const built = readManifest(folder);
  if (url === undefined || !built.artifacts?.includes(index))
    throw new UserError(
      `${folder}: has no ${index} that Diptych wrote; build the site, or run diptych twin ${folder} --url https://example.com`,
    );
  const isIndex = (file: string): boolean => file.endsWith(`/${index}`) && read(file).startsWith('# Sitemap of ');
  const indexes = withBelow([index], (file) => twinsIn(read(file), url).filter(isIndex));
  const listedTwins = new Set(indexes.flatMap((file) => twinsIn(read(file), url)));
  const named = [...listedTwins].filter((file) => files.has(file) && !indexes.includes(file));
  for (const glob of exclude)
    if (!named.some((file) => picomatch.isMatch(file, glob)))
      throw new UsageError(`--exclude ${glob}: no twin has such a path, which is one like ${named[0]}`);
  const isGlobbed = picomatch([...exclude]);
  const isExcluded = (file: string): boolean => isGlobbed(file) || isGlobbed(twinOfPart(file) ?? file);
  const pages = named.filter((file) => !isExcluded(file));
  const { htmlUrls } = foundSettings(texts, builtSettings(built, { url }), built.settings?.adopted);
  const redirects = files.has(redirectsFile) ? readRedirectsFile(read(redirectsFile)) : new Map<string, string>();
  const links = createBundleLinks({
    url,
    htmlUrls,
    files,
    redirects,
    manifest: built.files ?? {},
    pages: new Set([...pages, ...indexes]),
    index,
  });
  // The sitemap stands for both indexes.
  const oneIndex = `> Every page is listed in the [sitemap](${url}/${index}).`;
  const bundled = pages.map((path) => {
    const body = links.relativeIn(path, read(path).replace(indexLineOf(url), oneIndex));
    return { path, mediaType: '', body };
  });
  const isOut = (file: string): boolean => isExcluded(file) || (isIndex(file) && twinsIn(read(file), url).some(isOut));
  for (const path of indexes.filter((file) => file === index || !isExcluded(file))) {
    const listed = indexWithout(read(path), (target) => {
      if (!target.startsWith(url)) return undefined;
      const file = fileAt(target, url);
      return isExcluded(file) ? 'page' : isOut(file) ? 'note' : undefined;
    });
    bundled.push({ path, mediaType: '', body: links.relativeIn(path, listed) + (path === index ? mark : '') });
  }
  checkSize(bundled, maxSize);

  const before = readIfThere(join(out, index));
  const prior = before?.endsWith(mark) ? new Set(withBelow([index], (file) => relativeTargets(out, file))) : new Set<string>();
  const paths = new Set(bundled.map(({ path }) => path));
  const inTheWay = [...paths].find((path) => !prior.has(path) && readIfThere(join(out, path)) !== undefined);
  if (inTheWay !== undefined)
    throw new UserError(
      `${join(out, inTheWay)}: is not of a bundle, and would be replaced; move it, or name another folder with --out`,
    );
  const agents = join(dirname(resolve(out)), agentsFile);
  const size = sizeOf(bundled);
  const count = pages.filter((file) => twinOfPart(file) === undefined).length;
  const title = /^# Sitemap of (.+)$/m.exec(read(index))?.[1] ?? url;
  const section = withSection(readIfThere(agents) ?? '', {
    title,
    url,
    folder: basename(resolve(out)),
    index,
    pages: count,
    size,
  });
  for (const path of prior) if (!paths.has(path)) await removeTree(join(out, path));
  writeArtifacts(out, bundled);
  writeArtifacts(dirname(agents), [{ path: agentsFile, mediaType: '', body: section }]);
  return { pages: count, size, leaving: links.leaving, broken: links.broken };
}

type Bundled = readonly { readonly path: string; readonly body: string }[];

const sizeOf = (bundled: Bundled): number => bundled.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);

/** @throws {UserError} that names the largest pages */
function checkSize(bundled: Bundled, maxSize: number): void {
  const size = sizeOf(bundled);
  if (size <= maxSize) return;
  const largest = bundled
    .map(({ path, body }) => ({ path, bytes: Buffer.byteLength(body) }))
    .sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
    .slice(0, 5)
    .map(({ path, bytes }) => `${path} (${bytes.toLocaleString('en')})`);
  throw new UserError(
    `the bundle has ${counted(size, 'byte')}, more than ${maxSize.toLocaleString('en')}; leave pages out with --exclude GLOB, or raise --max-size. The largest: ${largest.join(', ')}`,
  );
}

const fileAt = (target: string, url: string): string => decodeLoosely(target.slice(url.length).replace(/[?#].*$/s, '')).slice(1);

/** The twins that an index lists, without duplicates. */
const twinsIn = (text: string, url: string): string[] => [
  ...new Set(
    readMarkdownLinks(text)
      .filter(({ target }) => target.startsWith(`${url}/`))
      .map(({ target }) => fileAt(target, url))
      .filter((file) => file.endsWith('.md')),
  ),
];

/** Files and the files that they lead to, transitively, without duplicates. */
function withBelow(files: readonly string[], below: (file: string) => readonly string[]): string[] {
  const all = new Set(files);
  for (const file of all) for (const each of below(file)) all.add(each);
  return [...all];
}

/** The files that an index of a bundle lists, inside its folder. */
const relativeTargets = (out: string, file: string): string[] =>
  `/${file}`.endsWith(`/${index}`)
    ? readMarkdownLinks(readIfThere(join(out, file)) ?? '')
        .map(({ target }) => posix.join(posix.dirname(file), fileAt(`/${target}`, '')))
        .filter((each) => each.endsWith('.md') && !each.includes(':') && !each.split('/').includes('..'))
    : [];

/** Removes pages from a sitemap, and notes that name them; pages below them move up, and headings without pages are removed. */
function indexWithout(text: string, leftOut: (target: string) => 'page' | 'note' | undefined): string {
  /** Whether each enclosing item stays. */
  const above: { indent: number; stays: boolean }[] = [];
  const lines = text.split('\n').flatMap((line) => {
    const [, indent] = /^( *)- /.exec(line) ?? [];
    if (indent === undefined) {
      above.length = 0;
      return [line];
    }
    while (above.length > 0 && above.at(-1)!.indent >= indent.length) above.pop();
    const out = leftOut(readMarkdownLinks(line.trim())[0]?.target ?? '');
    const stays = out !== 'page';
    const depth = above.filter((item) => item.stays).length;
    above.push({ indent: indent.length, stays });
    const kept = out === 'note' ? line.replace(/\): .*/, ')') : line;
    return stays ? ['  '.repeat(depth) + kept.trim()] : [];
  });
  return lines.join('\n').replace(/^## .*\n+(?=## |$(?![\s\S]))/gm, '');
}
