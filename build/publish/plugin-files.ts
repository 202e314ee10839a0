import { join } from 'node:path';
import { fileOfUrl } from '../contract/permalinks.ts';
import { isSidecar, sidecarOwner } from '../contract/published-files.ts';
import { pathWithin } from '../contract/site-url.ts';
import { surfaceList } from '../contract/surfaces.ts';
import { copyInto, isFile, listFiles } from '../files.ts';
import type { Page } from '../page/page.ts';
import type { Output } from './outputs.ts';
import type { PreviousBuild } from './previous-build.ts';

export interface PluginFilesInput {
  /** The folder that is built. */
  readonly folder: string;
  readonly outputs: readonly Output[];
  /** Pages whose references are looked at. */
  readonly pages: readonly Page[];
  readonly siteUrl: string;
  readonly previous: PreviousBuild;
  /** {@link straysIn} the folder, where nothing lay in it before this build. */
  readonly strays: readonly string[];
  /** Files in the folder that its last build put there itself. */
  readonly own: ReadonlySet<string>;
}

/**
 * Finds files that plugins wrote (images, bundles). A plugin may write into the *published* folder while we build into
 * another one, and skips files that already exist there, so a file that a page references and only the published folder
 * has is copied over, unless our own build put it there: then its source is gone. No page refers to robots.txt and the like,
 * which a plugin may write where we would.
 */
export async function findPluginFiles({
  folder,
  outputs,
  pages,
  siteUrl,
  previous,
  strays,
  own,
}: PluginFilesInput): Promise<Output[]> {
  const known = new Set(outputs.map(({ path }) => path));
  const found = new Set(strays);
  for (const path of referencesOf(pages, siteUrl)) {
    if (known.has(path) || found.has(path) || own.has(path)) continue;
    if (previous.folder !== folder && isFile(join(folder, path))) found.add(path);
    else if (previous.holdsPluginFile(path)) {
      if (previous.folder !== folder) await copyInto(folder, path, join(previous.folder, path));
      found.add(path);
    }
  }
  for (const path of [...documents, ...pages.map(({ twin }) => fileOfUrl(twin))])
    if (!known.has(path) && !own.has(path) && isFile(join(folder, path))) found.add(path);
  return [...found].sort().map((path) => ({ path, from: 'a plugin', plugin: true }));
}

/** What every site may have of the documents that the build writes. */
const documents = surfaceList
  .filter(({ kind, path }) => kind !== 'page' && !path.includes('{'))
  .map(({ path }) => fileOfUrl(path));

/** Files in a folder that are neither outputs nor sidecars of them: plugins wrote them. */
export function straysIn(folder: string, outputs: readonly Output[]): string[] {
  const known = new Set(outputs.map(({ path }) => path));
  return listFiles(folder).filter((path) => !known.has(path) && !(isSidecar(path) && known.has(sidecarOwner(path)!)));
}

/** Files of the site that pages show or load, by path in the output folder. */
function referencesOf(pages: readonly Page[], siteUrl: string): Set<string> {
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
