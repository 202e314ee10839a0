import { fileOfUrl } from '../contract/permalinks.ts';
import { hashOf, textInFile } from '../files.ts';
import type { Page } from '../page/page.ts';
import type { SameTwin } from '../page/site.ts';
import type { PreviousBuild } from './previous-build.ts';

/** What a build remembers of its pages for the next one. */
export interface PageMemory {
  /** Digest of what pages see of each other, and of the settings and the code. */
  readonly site: string;
  /** Digest of the paths of all files. */
  readonly files: string;
  readonly pages: Readonly<Record<string, RememberedPage>>;
}

interface RememberedPage {
  /** Digest of the page itself. */
  readonly own: string;
  /** Characters of its twin. */
  readonly characters: number;
  /** Whether nothing was amiss with its source and its twin. */
  readonly isClean: boolean;
}

/** How a build gets and gives what is remembered. */
export interface Remembering {
  /** Digest of the settings and the code. */
  readonly by: string;
  readonly memory: PageMemory | undefined;
  /** Hashes of the HTML and the source of a page. */
  digestOf(page: Page): string;
  remember(memory: PageMemory): void;
}

/** Which pages are as they were when the published folder was made, and what of it is theirs still. */
export interface SamePages {
  /** The twin of a page that is the same, in a site that is the same to it. */
  twinOf(page: Page): SameTwin | undefined;
  /** When all paths are known: its HTML with its links, as it is published. @returns its hash */
  htmlOf(page: Page, files: ReadonlySet<string>): string | undefined;
  /** Alike: whether the checks that look at each page alone would find nothing. */
  isClean(page: Page, files: ReadonlySet<string>): boolean;
  /** What the next build is told. @param amiss files and sources with defects */
  remembered(files: ReadonlySet<string>, charactersOf: (page: Page) => number, amiss: ReadonlySet<string>): PageMemory;
}

/**
 * @param pages of the site, settled
 * @param more what else pages see: redirects
 */
export function samePages(
  pages: readonly Page[],
  more: unknown,
  { by, memory, digestOf }: Remembering,
  previous: PreviousBuild,
): SamePages {
  // In an order of their own: they come in that in which they were read.
  const seen = pages.map(({ url, twin, file, leftOut, older, language, facts }) => [
    ...[url, twin, file, leftOut, older, language, facts.base],
    ...facts.ids,
  ]);
  seen.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const site = hashOf(JSON.stringify([by, more, seen]));
  // What all pages end with is not part of their titles.
  const own = new Map(pages.map((page) => [page, hashOf(JSON.stringify([digestOf(page), page.title, page.description]))]));
  const known = memory?.site === site && !previous.isTouched() ? memory : undefined;
  const rememberedOf = (page: Page): RememberedPage | undefined => {
    const remembered = known?.pages[page.file];
    return remembered?.own === own.get(page) ? remembered : undefined;
  };
  let paths: { readonly of: ReadonlySet<string>; readonly digest: string } | undefined;
  const digestOfPaths = (files: ReadonlySet<string>): string => {
    if (paths?.of !== files) paths = { of: files, digest: hashOf([...files].sort().join('\n')) };
    return paths.digest;
  };
  return {
    twinOf(page) {
      const remembered = rememberedOf(page);
      const { from, hash, tokens } = (remembered && previous.fileOf(fileOfUrl(page.twin))) ?? {};
      return remembered && from !== undefined && hash !== undefined && tokens !== undefined
        ? { body: textInFile(from, remembered.characters), hash, tokens }
        : undefined;
    },
    htmlOf: (page, files) =>
      rememberedOf(page) && known?.files === digestOfPaths(files) ? previous.fileOf(page.file)?.hash : undefined,
    isClean: (page, files) => Boolean(rememberedOf(page)?.isClean) && known?.files === digestOfPaths(files),
    remembered: (files, charactersOf, amiss) => ({
      site,
      files: digestOfPaths(files),
      pages: Object.fromEntries(
        pages.map((page) => [
          page.file,
          {
            own: own.get(page)!,
            characters: charactersOf(page),
            isClean: !amiss.has(page.file) && !amiss.has(page.source ?? ''),
          },
        ]),
      ),
    }),
  };
}
