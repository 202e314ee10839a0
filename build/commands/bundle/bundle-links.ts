import { posix } from 'node:path';
import { candidateTargets, readMarkdownLinks } from '../../checks/links/markdown-links.ts';
import { createLineIndex } from '../../checks/locations/source-line.ts';
import type { FileFacts } from '../../contract/manifest.ts';
import {
  canonicalsOf,
  decodedPath,
  encodePath,
  fileOfUrl,
  pageFilesOf,
  pagesAmong,
  twinUrlAt,
} from '../../contract/permalinks.ts';
import { surfaceList, surfaces } from '../../contract/surfaces.ts';

/** The first location of a link in a bundle, and its number of occurrences. */
export interface BundledLink {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly count: number;
}

export interface BundledSite {
  /** Public URL, no trailing slash. */
  readonly url: string;
  readonly htmlUrls: boolean | undefined;
  /** All files of the built folder, and their facts from the manifest. */
  readonly files: ReadonlySet<string>;
  readonly manifest: Readonly<Record<string, FileFacts>>;
  readonly redirects: ReadonlyMap<string, string>;
  readonly pages: ReadonlySet<string>;
  /** Index of the bundle, which replaces all indexes of the site. */
  readonly index: string;
}

/** Makes links in the files of a bundle relative, and collects those that lead out of it. */
export function createBundleLinks(site: BundledSite) {
  const { url, files, manifest, redirects, pages, index } = site;
  const leaving = new Map<string, BundledLink>();
  const broken = new Map<string, BundledLink>();
  const isPage = pagesAmong(files, site.htmlUrls);
  const live = new Set(surfaceList.filter(({ kind }) => kind !== 'artifact' && kind !== 'page').map(({ path }) => path));

  /** The file of the bundle for a path of the site, and the fragment for a part of a page. */
  function bundledAt(path: string): { file: string; fragment?: string } | undefined {
    const file = path.slice(1);
    if (pages.has(file)) return { file };
    if (file === index || path.endsWith(surfaces.getLlmsTxt.path)) return { file: index };
    const part = manifest[file]?.part;
    if (part) {
      const whole = fileOfUrl(twinUrlAt(part.page, isPage));
      return pages.has(whole) ? { file: whole, fragment: part.fragment } : undefined;
    }
    const spelling = [path, ...canonicalsOf(path)].find((each) => each.endsWith('.md') || isPage(each));
    const twin =
      spelling === undefined ? undefined : fileOfUrl(spelling.endsWith('.md') ? spelling : twinUrlAt(spelling, isPage));
    return twin !== undefined && pages.has(twin) ? { file: twin } : undefined;
  }

  const isPublished = (path: string): boolean =>
    [path, ...canonicalsOf(path)].some(
      (each) =>
        files.has(each.slice(1)) || pageFilesOf(encodePath(each), site.htmlUrls).some((file) => files.has(file)) || isPage(each),
    ) ||
    live.has(path) ||
    redirects.has(path);

  function see(map: Map<string, BundledLink>, target: string, file: string, line: number): void {
    const known = map.get(target);
    map.set(target, known ? { ...known, count: known.count + 1 } : { file, line, count: 1 });
  }

  /** The relative form of a link; undefined if it stays. */
  function relative(target: string, from: string): string | undefined {
    const [, written = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(target.slice(url.length)) ?? [];
    const path = decodedPath(written || '/');
    const found = path === undefined ? undefined : bundledAt(path);
    if (!found) return undefined;
    const to = encodePath(posix.relative(posix.dirname(from), found.file));
    return to + (fragment || (found.fragment ? `#${found.fragment}` : ''));
  }

  return {
    leaving,
    broken,
    /** Makes links to files of the bundle relative, except in code and front matter. */
    relativeIn(file: string, text: string): string {
      const isOfSite = (target: string): boolean =>
        target === url || (target.startsWith(url) && /^[/?#]/.test(target.slice(url.length)));
      const links = readMarkdownLinks(text).filter(({ target }) => isOfSite(target));
      const isLink = new Set(links.map(({ target, line }) => `${line} ${target}`));
      const lineAt = createLineIndex(text);
      const places: { at: number; target: string; to: string }[] = [];
      candidateTargets(text, (target, offset) => {
        if (!isOfSite(target) || !isLink.has(`${lineAt(offset)} ${target}`)) return;
        const to = relative(target, file);
        // An autolink has no relative form.
        if (to !== undefined && text[offset] !== '<') places.push({ at: text.indexOf(target, offset), target, to });
      });
      let result = '';
      let end = 0;
      for (const { at, target, to } of places.sort((a, b) => a.at - b.at)) {
        result += text.slice(end, at) + to;
        end = at + target.length;
      }
      result += text.slice(end);
      for (const { target, line } of readMarkdownLinks(result)) {
        if (!isOfSite(target)) continue;
        const path = decodedPath(target.slice(url.length).replace(/[?#].*$/s, '') || '/');
        see(path !== undefined && isPublished(path) ? leaving : broken, target, file, line);
      }
      return result;
    },
  };
}
