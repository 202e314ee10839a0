import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../checks/finding.ts';
import { checkNames } from '../contract/check-names.ts';
import { pageUrlOf, twinUrlOf } from '../contract/permalinks.ts';
import { copyInto, listBuiltSite, writeArtifacts } from '../files.ts';
import type { HtmlFile, Page } from '../page/page.ts';
import { decodeHtml } from '../page/parse-html.ts';
import { createPageReader, type PageFailure } from '../page/reader.ts';
import { emit } from '../publish/emit.ts';
import type { Summary } from '../publish/summary.ts';
import { publishWhole } from '../publish/swap.ts';
import { type ResolvedSettings, resolveSettings } from '../settings.ts';

export interface TwinOptions {
  /** Public URL of the site. */
  readonly url: string;
  /** CSS selector of the content of a page. */
  readonly content?: string;
  /** Globs of files that are not pages. */
  readonly exclude?: readonly string[];
  /** Folder to write the site with its twins to. Default: the folder itself. */
  readonly out?: string;
  /** Whether to add `link rel=alternate` to the head of each page. */
  readonly html?: boolean;
  readonly parity?: boolean;
  readonly progress?: (done: number, all: number) => void;
  /** Receives the findings of the checks. */
  readonly report?: (findings: readonly Finding[]) => void;
}

/** Checks of what we write. The pages of another generator are not our business. */
const ours = new Set(['parity', 'unclosed-fence', 'relative-link', 'leaked-draft']);

/**
 * Adds the twins and every discovery document to a built site of any generator. The folder is replaced as a whole, or
 * stays as it was.
 *
 * @throws {AuthorError} if it is not a folder or has no page, an option is not valid, or a twin is below parity
 */
export async function twinFolder(folder: string, options: TwinOptions): Promise<Summary> {
  const settings = settingsOf(options);
  const { files, pages } = listBuiltSite(folder);
  const read = await readPages(folder, pages, settings, options.progress);
  return publishWhole(options.out ?? folder, async (next) => {
    for (const file of files) await copyInto(next, file, join(folder, file));
    if (options.html !== false) await writeArtifacts(next, linked(read, folder));
    return emit({
      folder: next,
      pages: read,
      settings,
      outputs: files.map((path) => ({ path, from: join(folder, path) })),
      redirects: new Map(),
      keepExisting: true,
      report: options.report,
    });
  });
}

function settingsOf({ url, content, exclude = [], parity = true }: TwinOptions): ResolvedSettings {
  const checks = Object.fromEntries(checkNames.filter((name) => !ours.has(name)).map((name) => [name, 'off']));
  return resolveSettings({ url, ...(content && { content }), exclude, parity, checks }, 'options');
}

async function readPages(
  folder: string,
  files: readonly string[],
  settings: ResolvedSettings,
  progress: TwinOptions['progress'],
): Promise<(Page | PageFailure)[]> {
  const reader = createPageReader(settings);
  const pages: (Page | PageFailure)[] = [];
  try {
    // In parts, because the HTML of a large site does not fit in memory.
    for (let at = 0; at < files.length; at += 500) {
      const part: HtmlFile[] = files
        .slice(at, at + 500)
        .map((file) => ({ file, html: decodeHtml(readFileSync(join(folder, file))) }));
      pages.push(...(await Promise.all(part.map((file) => reader.read(file)))));
      progress?.(pages.length, files.length);
    }
  } finally {
    await reader.close();
  }
  return pages;
}

/** The pages that have a twin and no link to it, with the link added to their heads. */
function linked(pages: readonly (Page | PageFailure)[], folder: string): { path: string; mediaType: string; body: Buffer }[] {
  return pages.flatMap((page) => {
    if ('failure' in page || page.leftOut) return [];
    // As bytes, because the encoding of the page must not change.
    const html = readFileSync(join(folder, page.file), 'latin1');
    if (/<link\b[^>]*\btype=["']?text\/markdown/i.test(html)) return [];
    const link = `<link rel="alternate" type="text/markdown" href="${twinUrlOf(pageUrlOf(page.file))}">`;
    const place = (/<\/head\s*>|<body\b/i.exec(html) ??
      /(?<=<\/title\s*>)|(?<=<html\b[^>]*>)|(?<=<!doctype[^>]*>)|^/i.exec(html))!.index;
    return [{ path: page.file, mediaType: '', body: Buffer.from(html.slice(0, place) + link + html.slice(place), 'latin1') }];
  });
}
