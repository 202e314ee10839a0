import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { severitiesFor } from '../check-rows.ts';
import type { Finding } from '../checks/finding.ts';
import { isPageFile } from '../contract/permalinks.ts';
import { inParallel } from '../contract/std/collections.ts';
import { UserError } from '../contract/std/errors.ts';
import { firstNames } from '../contract/std/words.ts';
import { type BuiltSite, copyInto, listBuiltSite, writeArtifacts } from '../files.ts';
import { createPageLinker } from '../generators/page-links.ts';
import { contentReach } from '../page/content-setting.ts';
import { changeHtml, withoutOwnCanonical } from '../page/head-links.ts';
import { learnRepeated } from '../page/learn-repeated.ts';
import type { ReadPage, SitePage } from '../page/page.ts';
import { decodeHtml } from '../page/parse-html.ts';
import { createPageReader, type PageFailure } from '../page/reader.ts';
import { readPreviousBuild } from '../publish/previous-build.ts';
import { publish } from '../publish/publish.ts';
import { settlePages } from '../publish/settle-pages.ts';
import type { Summary } from '../publish/summary.ts';
import { publishWhole } from '../publish/swap.ts';
import { type ResolvedSettings, resolveSettings, type Settings } from '../settings.ts';
import { checkPlaceToWrite, isWithin, realPathOf } from './place-to-write.ts';

export interface TwinOptions {
  /** Settings of the site, with its public URL. */
  readonly settings: Settings & { readonly url: string };
  /** Folder for the site with its twins. Default: the folder itself. */
  readonly out?: string | undefined;
  /** Whether to note what each page leaves out and why. */
  readonly debug?: boolean;
  /** Whether a missing or incomplete twin is an error. */
  readonly strict?: boolean;
  /** Cache for read pages; without it every page is read. */
  readonly cacheFolder?: string | undefined;
  /** Called for each page that was read, then for each file that was written. */
  readonly progress?: (done: number, all: number) => void;
  readonly placed?: (done: number, all: number) => void;
  /** Receives the findings of the checks. */
  readonly report?: (findings: readonly Finding[]) => void;
  /** Receives one line about an unusual output folder. */
  readonly note?: (line: string) => void;
}

/**
 * Adds the twins and all discovery documents to a built site of any generator. The folder is replaced as a whole, or stays
 * unchanged.
 *
 * @throws {UsageError} if `content` matches nothing on any page
 * @throws {UserError} if it is not a folder or has no page, an option is invalid, no page gets a twin, or, with `strict`, a
 *   twin is incomplete
 */
export async function twinFolder(folder: string, options: TwinOptions): Promise<Summary> {
  const chosen = settingsOf(options);
  if (options.out !== undefined) checkPlace(folder, options.out);
  const built = listBuiltSite(folder);
  const { files, pages: htmlFiles, links } = built;
  // Whatever a previous run left at `out`, files that the author has since put into the folder are the author's.
  const previous = { ...readPreviousBuild(options.out ?? folder), artifacts: readPreviousBuild(folder).artifacts };
  const made = new Set(previous.artifacts);
  const read = await readPages(folder, htmlFiles, chosen, options);
  const reach = chosen.content === undefined ? undefined : contentReach(chosen.content, read);
  if (reach !== undefined) options.note?.(reach);
  for (const glob of chosen.exclude.filter((glob) => !htmlFiles.some((file) => picomatch.isMatch(file, glob))))
    options.note?.(`--exclude ${JSON.stringify(glob)}: matches no page; globs name files of the folder, such as ${htmlFiles[0]}`);
  const there = files.filter((file) => !made.has(file));
  const broken = links
    .filter(isPageFile)
    .map((file) => ({ file, failure: 'a symbolic link that leads out of the folder, or nowhere' }));
  const { pages, failures, htmlUrls } = settlePages([...read, ...broken], there, chosen);
  const settings = { ...chosen, htmlUrls };
  const isInPlace = options.out === undefined || realPathOf(options.out) === realPathOf(folder);
  for (const line of leftOutNotes(built, isInPlace)) options.note?.(line);
  if (pages.every(({ leftOut }) => leftOut)) throw new UserError([noTwins(folder, pages, failures)]);
  const build = async (next: string): Promise<Summary> => {
    await inParallel(files, 16, (file) => copyInto(next, file, join(folder, file)));
    return publish({
      folder: next,
      pages,
      failures,
      settings,
      outputs: files.map((path) => ({ path, from: join(folder, path) })),
      redirects: new Map(),
      keepExisting: true,
      previous,
      placed: options.placed,
      link: (has) => void writeLinked(pages, settings, folder, next, has),
      report: options.report,
    });
  };
  return await publishWhole(options.out ?? folder, build, { note: options.note, isInPlace });
}

/** A line for each kind of file that the proxy would not serve. In place they stay; elsewhere they are left out. */
function leftOutNotes({ links, unnamed }: BuiltSite, isInPlace: boolean): string[] {
  const kinds = [
    [links, 'a symbolic link that leads out of the folder, or nowhere', 'copy the file instead'],
    [unnamed, 'a name that is not UTF-8, which URLs are written in', 'rename it'],
  ] as const;
  return kinds.flatMap(([paths, what, fix]) =>
    paths.length === 0 || (isInPlace && paths === links)
      ? []
      : [`${isInPlace ? 'no URL' : 'left out'}: ${firstNames(paths)}: ${what}; ${fix}`],
  );
}

/** Checks `--out`, which is replaced as a whole. @throws {UserError} if it contains the original or the current folder, or cannot be made */
function checkPlace(folder: string, out: string): void {
  checkPlaceToWrite(`--out ${out}`, out, 'folder');
  const held = [folder, '.'].find((path) => isWithin(path, out));
  if (held !== undefined && realPathOf(folder) !== realPathOf(out))
    throw new UserError(
      `--out ${out}: holds ${held === '.' ? 'the current folder' : folder}, which would be removed; name a new folder`,
    );
  if (realPathOf(folder) !== realPathOf(out) && isWithin(out, folder))
    throw new UserError(`--out ${out}: lies in ${folder}, which it is made of; name a folder beside it`);
}

/** `public: no page has a twin: a.html (noindex), b.html (redirect) and 7 others`. */
function noTwins(folder: string, pages: readonly SitePage[], failures: readonly PageFailure[]): string {
  const why = [...pages.map(({ file, leftOut }) => [file, leftOut]), ...failures.map(({ file, failure }) => [file, failure])];
  const reasons = why.map(([file, reason]) => `${file} (${reason})`);
  const others = reasons.length - 3;
  return `${folder}: no page has a twin: ${reasons.slice(0, 3).join(', ')}${others > 0 ? ` and ${others} others` : ''}`;
}

function settingsOf({ strict = false, settings }: TwinOptions): ResolvedSettings {
  const { checks = {} } = settings;
  const off = Object.fromEntries(Object.entries(checks).filter(([, severity]) => severity === 'off'));
  const errors = Object.fromEntries(Object.keys(severitiesFor('twin')).map((name) => [name, 'error' as const]));
  const merged = { ...settings, checks: strict ? { ...checks, ...errors, ...off } : checks };
  return { ...resolveSettings(merged, 'settings'), adopted: true };
}

/** Pages in progress: the HTML of a large site does not fit in memory. */
const pagesAtOnce = 100;

async function readPages(
  folder: string,
  files: readonly string[],
  settings: ResolvedSettings,
  { progress, cacheFolder, debug, note = () => {} }: TwinOptions,
): Promise<(ReadPage | PageFailure)[]> {
  const htmlOf = (file: string): string => withoutOwnCanonical(decodeHtml(readFileSync(join(folder, file))));
  const repeated = learnRepeated(files, htmlOf);
  const reader = createPageReader({
    ...settings,
    withoutFacts: true,
    ...(repeated && { repeated }),
    ...(debug && { debug }),
    ...(cacheFolder && { cacheFolder }),
  });
  let done = 0;
  try {
    const pages = await inParallel(files, pagesAtOnce, async (file) => {
      const page = await reader.read({ file, html: htmlOf(file) });
      progress?.(++done, files.length);
      if ('decisions' in page) for (const line of page.decisions ?? []) note(`${file}: ${line}`);
      return page;
    });
    await reader.save();
    return pages;
  } finally {
    await reader.close();
  }
}

function writeLinked(
  pages: readonly SitePage[],
  settings: ResolvedSettings,
  folder: string,
  next: string,
  has: (path: string) => boolean,
): void {
  const link = createPageLinker(pages, settings, has);
  for (const page of pages) {
    // As bytes, to keep the encoding of the page.
    const body = changeHtml(readFileSync(join(folder, page.file)), (html) => link(page, withoutOwnCanonical(html)));
    if (body) writeArtifacts(next, [{ path: page.file, body }]);
  }
}
