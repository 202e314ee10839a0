import type { Canonicals, FileFacts, MissingTwins, SiteDescription } from '../contract/manifest.ts';
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
import { surfaces } from '../contract/surfaces.ts';
import { hashOf } from '../files.ts';

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
  const { files, version, bytesOf, builtFactsOf, canonicals = {}, missingTwins, sharedAge = null } = source;
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
    files: [...files].sort(),
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
