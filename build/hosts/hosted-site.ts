import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Canonicals, type FileFacts, type MissingTwins, manifestFile, type SiteDescription } from '../contract/manifest.ts';
import {
  fileOfUrl,
  type IsPage,
  isPageFile,
  notFoundFiles,
  pageFilesOf,
  pagesAmong,
  pageUrlOf,
  twinUrlOf,
  urlOfFile,
} from '../contract/permalinks.ts';
import { isPublic } from '../contract/published-files.ts';
import { parseRedirects, type Redirect, redirectsFile } from '../contract/redirects.ts';
import { readSiteFacts, type SiteFacts } from '../contract/site-facts.ts';
import { defaultSiteUrl } from '../contract/site-url.ts';
import { UserError } from '../contract/std/errors.ts';
import { surfaces } from '../contract/surfaces.ts';
import { hashOf, listBuiltSite, packageVersion, readManifest } from '../files.ts';
import { hasNoUrl } from '../publish/ledger.ts';

/** A built site for targets: the facts of its openapi.json, its files and its redirects. */
export interface HostedSite extends SiteFacts {
  readonly canonicals: Canonicals;
  /** The same facts alone, for other programs. */
  readonly facts: SiteFacts;
  /** Version of Diptych that writes the files. */
  readonly version: string;
  /** Relative to the folder, with forward slashes, sorted. */
  readonly files: readonly string[];
  readonly redirects: ReadonlyMap<string, Redirect>;
  bytesOf(file: string): Uint8Array;
  /** The current facts of a file, as in a manifest. */
  factsOf(file: string): Facts;
  has(path: string): boolean;
  readonly isPage: IsPage;
  /** URLs of the folders with their own llms.txt, the longest first. */
  readonly indexed: readonly string[];
  /** Pages whose twin is `index.md` in their folder (not `/`): `/about/` if `/about` is also a page. */
  readonly nested: readonly string[];
  /** The 404 pages of language folders: `/de/` → `de/404.html`. */
  readonly notFound: ReadonlyMap<string, string>;
}

type BuildFacts = { readonly [name in 'tokens' | 'part']?: FileFacts[name] | undefined };
type Facts = Pick<FileFacts, 'size' | 'hash'> & BuildFacts;

export interface SiteSource extends Pick<HostedSite, 'files' | 'version' | 'bytesOf' | 'sharedAge'> {
  /** What the manifest says of it. */
  readonly site?: SiteDescription | undefined;
  readonly canonicals?: Canonicals | undefined;
  readonly missingTwins?: MissingTwins | undefined;
  builtFactsOf?(file: string, hash: string): BuildFacts;
}

/**
 * Reads a built site from its files.
 *
 * @throws {RangeError} if there are too many redirects
 */
export function hostedSiteOf(source: SiteSource): HostedSite {
  const { version, bytesOf, builtFactsOf, canonicals = {}, missingTwins, sharedAge = null } = source;
  const files = source.files.filter((file) => !hasNoUrl(file)).sort();
  const there = new Set(files);
  const textAt = (file: string): string | undefined => (there.has(file) ? new TextDecoder().decode(bytesOf(file)) : undefined);
  const described = readSiteFacts(source.site, {
    fallbackUrl: defaultSiteUrl,
    sharedAge,
  });
  const facts = { ...described, canonicals, missingTwins };
  const { htmlUrls } = facts;
  const isPage = pagesAmong(there, htmlUrls);
  return {
    ...facts,
    facts,
    version,
    files,
    redirects: parseRedirects(textAt(redirectsFile) ?? ''),
    bytesOf,
    factsOf: (file) => {
      const bytes = bytesOf(file);
      const hash = hashOf(bytes);
      const { tokens, part } = builtFactsOf?.(file, hash) ?? {};
      return { size: bytes.length, hash, tokens, part };
    },
    has: (path) => [fileOfUrl(path), ...pageFilesOf(path, htmlUrls)].some((file) => there.has(file)),
    isPage,
    indexed: files
      .filter((file) => file.endsWith(surfaces.getLlmsTxt.path) && isPublic(file))
      .map((file) => urlOfFile(file).slice(0, -surfaces.getLlmsTxt.path.length + 1))
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1)),
    nested: files
      .filter(isPageFile)
      .map((file) => pageUrlOf(file, htmlUrls))
      .filter((url) => /.\/$/.test(url) && twinUrlOf(url, isPage) === `${url}index.md`)
      .sort(),
    notFound: notFoundFiles(there),
  };
}

/**
 * A built folder for targets.
 *
 * @param sharedAge how long shared caches may keep pages and documents, in seconds
 * @throws {UserError} if it is not a folder, has no page, was not built by Diptych, or its documents cannot be read
 */
export function readHostedSite(folder: string, sharedAge?: number): HostedSite {
  const { files } = listBuiltSite(folder);
  if (!files.includes(manifestFile))
    throw new UserError(
      `${folder}: not built by Diptych (it has no ${manifestFile}); run diptych build, or diptych twin ${folder} --url https://example.com`,
    );
  try {
    const { files: listed = {}, site, canonicals, missingTwins } = readManifest(folder);
    return hostedSiteOf({
      files,
      sharedAge,
      version: packageVersion(),
      bytesOf: (file) => readFileSync(join(folder, file)),
      // The manifest is not binding: it is ignored for files that were changed since.
      builtFactsOf: (file, hash) => (listed[file]?.hash === hash ? listed[file] : {}),
      site,
      canonicals,
      missingTwins,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`${join(folder, redirectsFile)}: ${error.message}`);
    throw error;
  }
}
