import { join } from 'node:path';
import { fileOfUrl } from '../contract/permalinks.ts';
import { isSidecar, sidecarOwner } from '../contract/published-files.ts';
import { pathWithin } from '../contract/site-url.ts';
import { surfaceList } from '../contract/surfaces.ts';
import { copyInto, isFile, listFiles } from '../files.ts';
import type { SitePage } from '../page/page.ts';
import type { Output } from './ledger.ts';
import type { PreviousBuild } from './previous-build.ts';

export interface PluginFilesInput {
  readonly folder: string;
  readonly outputs: readonly Output[];
  readonly pages: readonly SitePage[];
  readonly siteUrl: string;
  readonly previous: PreviousBuild;
  /** {@link unclaimedIn} the folder, if it was empty before this build. */
  readonly unclaimed: readonly string[];
  /** Files in the folder that its last build wrote. */
  readonly written: ReadonlySet<string>;
}

/**
 * Finds files written by plugins (images, bundles). A plugin may write into the *published* folder while we build into another
 * one, and skip files that exist there. So a referenced file that only the published folder has is copied over, unless our own
 * build wrote it: then its source is gone. No page references robots.txt and the like, which a plugin may write in our place.
 */
export async function findPluginFiles({
  folder,
  outputs,
  pages,
  siteUrl,
  previous,
  unclaimed,
  written,
}: PluginFilesInput): Promise<Output[]> {
  const known = new Set(outputs.map(({ path }) => path));
  const found = new Set(unclaimed);
  for (const path of referencesOf(pages, siteUrl)) {
    if (known.has(path) || found.has(path) || written.has(path)) continue;
    if (previous.folder !== folder && isFile(join(folder, path))) found.add(path);
    else if (previous.holdsPluginFile(path)) {
      if (previous.folder !== folder) await copyInto(folder, path, join(previous.folder, path));
      found.add(path);
    }
  }
  for (const path of [...documents, ...pages.map(({ twin }) => fileOfUrl(twin))])
    if (!known.has(path) && !written.has(path) && isFile(join(folder, path))) found.add(path);
  return [...found].sort().map((path) => ({ path, from: 'a plugin', plugin: true }));
}

/** Usual documents of sites that the build also writes. */
const documents = surfaceList
  .filter(({ kind, path }) => kind !== 'page' && !path.includes('{'))
  .map(({ path }) => fileOfUrl(path));

/** Files in a folder that are neither outputs nor their sidecars: plugins wrote them. */
export function unclaimedIn(folder: string, outputs: readonly Output[]): string[] {
  const known = new Set(outputs.map(({ path }) => path));
  return listFiles(folder).filter((path) => !known.has(path) && !(isSidecar(path) && known.has(sidecarOwner(path)!)));
}

/** Files of the site that pages show or load, by path in the output folder. */
function referencesOf(pages: readonly SitePage[], siteUrl: string): Set<string> {
  const paths = new Set<string>();
  for (const { url, facts } of pages)
    for (const { kind, target } of facts.references) {
      if (kind === 'link' || !/\.\w+(?:[?#]|$)/.test(target)) continue;
      const path = pathOf(target, siteUrl, new URL(facts.base ?? '', siteUrl + url));
      if (path) paths.add(path);
    }
  return paths;
}

function pathOf(target: string, siteUrl: string, base: URL): string | undefined {
  try {
    const path = pathWithin(siteUrl, new URL(target, base).href);
    return path && fileOfUrl(path.replace(/[?#].*$/s, ''));
  } catch {
    return undefined;
  }
}
