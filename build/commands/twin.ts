import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Finding } from '../checks/finding.ts';
import { adoptedSeverities } from '../checks/index.ts';
import { isPageFile } from '../contract/permalinks.ts';
import { inParallel } from '../contract/std/collections.ts';
import { UserError } from '../contract/std/errors.ts';
import { copyInto, copyUnnamed, linkInto, listBuiltSite, writeArtifacts } from '../files.ts';
import { createPageLinker } from '../generators/page-links.ts';
import { contentReach } from '../page/content-setting.ts';
import { changeHtml, withoutOwnCanonical } from '../page/head-links.ts';
import { learnFrameAside } from '../page/learn-frame-aside.ts';
import type { Page } from '../page/page.ts';
import { decodeHtml } from '../page/parse-html.ts';
import { createPageReader, type PageFailure } from '../page/reader.ts';
import { emit } from '../publish/emit.ts';
import { createSourceFinder, readGitDates, withGitDates } from '../publish/git-dates.ts';
import { readPreviousBuild } from '../publish/previous-build.ts';
import type { Summary } from '../publish/summary.ts';
import { publishWhole } from '../publish/swap.ts';
import { settleTwins } from '../publish/twin-places.ts';
import { type ResolvedSettings, resolveSettings, type Settings } from '../settings.ts';

export interface TwinOptions {
  /** Settings of the site, with its public URL. */
  readonly settings: Settings & { readonly url: string };
  /** Folder to write the site with its twins to. Default: the folder itself. */
  readonly out?: string | undefined;
  /** Whether long pages are published in parts, too. */
  readonly parts?: boolean;
  /** Whether it is an error that a page has no twin, or that its twin lacks something. */
  readonly strict?: boolean;
  /** Where pages are kept as they were read, for the next time; without it every page is read. */
  readonly cacheFolder?: string | undefined;
  /** Is told of each page that was read, then of each file that was written. */
  readonly progress?: (done: number, all: number) => void;
  readonly placed?: (done: number, all: number) => void;
  /** Receives the findings of the checks. */
  readonly report?: (findings: readonly Finding[]) => void;
  /** Is given what is unusual about the folder that is written, in one line. */
  readonly note?: (line: string) => void;
}

/**
 * Adds the twins and every discovery document to a built site of any generator. The folder is replaced as a whole, or
 * stays as it was.
 *
 * @throws {UsageError} if `content` names nothing on any page
 * @throws {UserError} if it is not a folder or has no page, an option is not valid, no page gets a twin, or, with `strict`,
 *   a page loses something
 */
export async function twinFolder(folder: string, options: TwinOptions): Promise<Summary> {
  const chosen = settingsOf(options);
  if (options.out !== undefined) checkPlace(folder, options.out);
  const { files, pages, links, unnamed } = listBuiltSite(folder);
  // What an author has put into the folder meanwhile is the author's, whatever lies at `out` from the last time.
  const previous = { ...readPreviousBuild(options.out ?? folder), artifacts: readPreviousBuild(folder).artifacts };
  const made = new Set(previous.artifacts);
  const pagesRead = await dated(await readPages(folder, pages, chosen, options), chosen, options);
  const reach = chosen.content === undefined ? undefined : contentReach(chosen.content, pagesRead);
  if (reach !== undefined) options.note?.(reach);
  const there = files.filter((file) => !made.has(file));
  const { pages: settled, htmlUrls } = settleTwins(pagesRead, there, chosen);
  const settings = { ...chosen, htmlUrls };
  const read = [
    ...settled,
    ...unnamed
      .map((path) => path.toString())
      .filter((path) => isPageFile(path) || path.endsWith('/'))
      .map((file) => ({ file, failure: 'the name is not UTF-8, which URLs are written in; rename it' })),
    ...links.filter(isPageFile).map((file) => ({ file, failure: 'a symbolic link that leads out of the folder, or nowhere' })),
  ];
  if (!read.some((page) => !('failure' in page || page.leftOut))) throw new UserError([noTwins(folder, read)]);
  const build = async (next: string): Promise<Summary> => {
    await inParallel(files, 16, (file) => copyInto(next, file, join(folder, file)));
    await inParallel(links, 16, (link) => linkInto(next, link, targetOf(join(folder, link), options.out !== undefined)));
    for (const path of unnamed) copyUnnamed(next, folder, path);
    return emit({
      folder: next,
      pages: read,
      settings,
      outputs: files.map((path) => ({ path, from: join(folder, path) })),
      redirects: new Map(),
      keepExisting: true,
      previous,
      placed: options.placed,
      link: (has) => void writeLinked(read, settings, folder, next, has),
      report: options.report,
    });
  };
  return await publishWhole(options.out ?? folder, build, options.note);
}

/** What a symbolic link names; once it lies elsewhere, as an absolute path. */
function targetOf(link: string, moved: boolean): string {
  const target = readlinkSync(link);
  return moved ? resolve(dirname(link), target) : target;
}

/** What is at `--out` is replaced as a whole. @throws {UserError} if that would remove the original or the current folder */
function checkPlace(folder: string, out: string): void {
  const isWithin = (inner: string, outer: string): boolean =>
    `${realPathOf(inner)}${sep}`.startsWith(`${realPathOf(outer)}${sep}`);
  const held = [folder, '.'].find((path) => isWithin(path, out));
  if (held !== undefined && realPathOf(folder) !== realPathOf(out))
    throw new UserError(
      `--out ${out}: holds ${held === '.' ? 'the current folder' : folder}, which would be removed; name a new folder`,
    );
  if (realPathOf(folder) !== realPathOf(out) && isWithin(out, folder))
    throw new UserError(`--out ${out}: lies in ${folder}, which it is made of; name a folder beside it`);
}

const realPathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

/** `public: no page has a twin: a.html (noindex), b.html (redirect) and 7 others`. */
function noTwins(folder: string, pages: readonly (Page | PageFailure)[]): string {
  const reasons = pages.map((page) => `${page.file} (${'failure' in page ? page.failure : page.leftOut})`);
  const others = reasons.length - 3;
  return `${folder}: no page has a twin: ${reasons.slice(0, 3).join(', ')}${others > 0 ? ` and ${others} others` : ''}`;
}

function settingsOf({ strict = false, parts = true, settings }: TwinOptions): ResolvedSettings {
  const { checks = {} } = settings;
  const off = Object.fromEntries(Object.entries(checks).filter(([, severity]) => severity === 'off'));
  const errors = Object.fromEntries(Object.keys(adoptedSeverities).map((name) => [name, 'error' as const]));
  const cut = parts ? {} : { partLimit: false as const, llmsFullLimit: false as const };
  const own = { headLinks: true, ...settings, checks: strict ? { ...checks, ...errors, ...off } : checks, ...cut };
  return { ...resolveSettings(own, 'settings'), adopted: true };
}

/** Pages under way: the HTML of a large site does not fit in memory. */
const pagesAtOnce = 100;

async function readPages(
  folder: string,
  files: readonly string[],
  settings: ResolvedSettings,
  { progress, cacheFolder }: TwinOptions,
): Promise<(Page | PageFailure)[]> {
  const htmlOf = (file: string): string => withoutOwnCanonical(decodeHtml(readFileSync(join(folder, file))));
  const { frame, failures } = await learnFrameAside(files, htmlOf);
  const failed = new Map(failures.map((failure) => [failure.file, failure]));
  const reader = createPageReader({ ...settings, frame, withoutFacts: true, ...(cacheFolder && { cacheFolder }) });
  let done = 0;
  try {
    const pages = await inParallel(files, pagesAtOnce, async (file) => {
      const page = failed.get(file) ?? (await reader.read({ file, html: htmlOf(file) }));
      progress?.(++done, files.length);
      return page;
    });
    await reader.save();
    return pages;
  } finally {
    await reader.close();
  }
}

/** The pages, with dates from git where the settings name the folder of their sources. @throws {UserError} if they name none */
async function dated(
  pages: readonly (Page | PageFailure)[],
  { gitDates }: ResolvedSettings,
  { note = () => {} }: TwinOptions,
): Promise<readonly (Page | PageFailure)[]> {
  if (gitDates === false) return pages;
  if (gitDates === true) throw new UserError('gitDates: name the folder of the sources, like "docs": "gitDates": "docs"');
  const dates = await readGitDates(gitDates, note);
  const sourceOf = createSourceFinder(dates);
  if (dates.size > 0 && !pages.some(sourceOf))
    note(`gitDates: no page has a source in ${gitDates}: its tree must be that of the site, guide/a.md for guide/a.html`);
  return withGitDates(pages, dates, sourceOf);
}

/** Adds links to the pages that lack them. */
function writeLinked(
  read: readonly (Page | PageFailure)[],
  settings: ResolvedSettings,
  folder: string,
  next: string,
  has: (path: string) => boolean,
): void {
  const pages = read.filter((page): page is Page => !('failure' in page));
  const link = createPageLinker(pages, settings, has);
  for (const page of pages) {
    // As bytes, because the encoding of the page must not change.
    const body = changeHtml(readFileSync(join(folder, page.file)), (html) => link(page, withoutOwnCanonical(html)));
    if (body) writeArtifacts(next, [{ path: page.file, mediaType: '', body }]);
  }
}
