import { relative, resolve, sep } from 'node:path';
import { isPageFile, notFoundFile, pageUrlOf, urlOfFile } from '../contract/permalinks.ts';
import { hashOf } from '../files.ts';
import { isPath } from '../page/front-matter.ts';
import { type HeadLink, type Insertion, insert, missingLinks, withoutInserted } from '../page/head-links.ts';
import type { Html, HtmlFile, ReadPage } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import type { Moved } from '../publish/redirect-map.ts';
import { tidy } from './template-check.ts';

/** Eleventy's report of a rendered template. */
export interface Result {
  readonly inputPath: string;
  readonly outputPath: string | false;
  readonly content: string | Buffer;
  readonly data?: { readonly redirect_from?: unknown; readonly draft?: unknown };
}

/** An HTML file as written: the output of its template, with our links. */
export interface RenderedPage extends Html {
  /** SHA-256 of the output without links, as base64url. */
  readonly renderedHash: string;
  readonly inserted: Insertion;
}

/** The output of the template, without our links. */
const renderedHtml = ({ html, inserted }: RenderedPage): string => withoutInserted(html, inserted);

/** A page with these links, in place of those that it had. */
export function linked(page: RenderedPage, links: readonly HeadLink[]): RenderedPage {
  const rendered = renderedHtml(page);
  const inserted = missingLinks(rendered, links);
  const html = insert(rendered, inserted);
  return html === page.html ? page : { html, hash: hashOf(html), renderedHash: page.renderedHash, inserted };
}

/**
 * The page as a build published it before, if the output of its template is the same: then it only lacks our links, and need not be
 * written a second time.
 */
export function asPublished(rendered: string, { html, hash }: Html): RenderedPage | undefined {
  const length = html.length - rendered.length;
  if (length < 0) return undefined;
  let at = 0;
  while (at < rendered.length && html.charCodeAt(at) === rendered.charCodeAt(at)) at++;
  if (!html.endsWith(rendered.slice(at))) return undefined;
  const inserted = { at, text: html.slice(at, at + length) };
  /** Most builds never need it. */
  let renderedHash: string | undefined;
  return {
    html,
    hash,
    inserted,
    get renderedHash() {
      renderedHash ??= hashOf(withoutInserted(html, inserted));
      return renderedHash;
    },
  };
}

/** A text without links of ours. */
export const asWritten = (html: string): Omit<RenderedPage, 'renderedHash'> => ({
  html,
  hash: hashOf(html),
  inserted: { at: 0, text: '' },
});

interface TemplateOutput {
  readonly source: string;
  readonly redirectFrom: readonly string[];
  readonly draft: boolean;
  readonly page?: RenderedPage;
}

export type TemplateOutputs = ReturnType<typeof createTemplateOutputs>;

/**
 * Rendered and copied files by output file, with the pages read from them. Kept between the builds of a watch: an incremental
 * build reports changed files only, a whole one all; in either case only changed pages are reread.
 */
export function createTemplateOutputs() {
  const written = new Map<string, TemplateOutput>();
  /** Files that are new since a build rendered every template: those that list pages may not have them yet. */
  const added = new Set<string>();
  const copies = new Map<string, string>();
  const published = new Map<string, RenderedPage>();
  const pages = new Map<string, ReadPage | PageFailure>();
  let whole = true;

  function add({ inputPath, content, data }: Result, file: string): void {
    const before = written.get(file);
    const page = /\.html?$/.test(file) ? pageOf(file, String(content)) : undefined;
    const draft = data?.draft === true;
    const source = tidy(inputPath);
    if (before?.draft !== draft) added.add(file);
    if (before && (before.page?.renderedHash !== page?.renderedHash || before.draft !== draft || before.source !== source))
      pages.delete(file);
    written.set(file, {
      source,
      redirectFrom: [data?.redirect_from ?? []].flat().filter(isPath),
      draft,
      ...(page && { page }),
    });
  }

  function pageOf(file: string, html: string): RenderedPage {
    const before = published.get(file);
    if (before?.html === html) return before;
    const text = asWritten(html);
    return { ...text, renderedHash: text.hash };
  }

  return {
    pages: pages as ReadonlyMap<string, ReadPage | PageFailure>,
    added: added as ReadonlySet<string>,
    /** Takes a page before Eleventy writes and reports it. */
    addPublished: (file: string, page: RenderedPage): void => void published.set(file, page),
    /** The text of such a page. */
    publishedHtml: (file: string): string | undefined => published.get(file)?.html,
    /** @param isWhole whether the build renders every template */
    begin(isWhole: boolean): void {
      whole = isWhole;
      if (whole) copies.clear();
    },
    addCopy: (path: string, source: string): void => void copies.set(path, tidy(source)),
    /** Whether a file is copied, too, into the place of a rendered one. */
    isCopied: (file: string): boolean => copies.has(file),
    addResults(results: readonly Result[], folder: string, gone: ReadonlySet<string>): void {
      const now = new Set<string>();
      const rendered = new Set<string>();
      for (const result of results) {
        if (!result.outputPath || gone.has(tidy(result.inputPath))) continue;
        const file = outputPathOf(result.outputPath, folder);
        if (file === undefined) continue;
        now.add(file);
        rendered.add(tidy(result.inputPath));
        add(result, file);
      }
      // A template's new outputs replace all earlier ones, for example of a pagination that became shorter.
      for (const [file, { source }] of written) {
        if (now.has(file) || !(whole || rendered.has(source) || gone.has(source))) continue;
        written.delete(file);
        pages.delete(file);
      }
      if ([...written.values()].every(({ source }) => rendered.has(source))) added.clear();
    },
    /** All HTML files, as their templates wrote them. */
    get htmlFiles(): (HtmlFile & { readonly hash: string })[] {
      return [...written].flatMap(([file, { source, draft, page }]) =>
        page === undefined
          ? []
          : [
              {
                file,
                // Lazy, because most are read already.
                get html() {
                  return renderedHtml(page);
                },
                get hash() {
                  return page.renderedHash;
                },
                source,
                ...(draft && { draft }),
              },
            ],
      );
    },
    setHtml: (file: string, page: RenderedPage): void => void written.set(file, { ...written.get(file)!, page }),
    setPage: (file: string, page: ReadPage | PageFailure): void => void pages.set(file, page),
    /** Discards all pages, to be reread. */
    forgetPages: (): void => pages.clear(),
    get html(): ReadonlyMap<string, RenderedPage> {
      return new Map([...written].flatMap(([file, { page }]) => (page === undefined ? [] : [[file, page]])));
    },
    get drafts(): ReadonlySet<string> {
      return new Set([...written].flatMap(([file, { draft }]) => (draft ? [file] : [])));
    },
    get moved(): readonly Moved[] {
      return inOrder(
        [...written].flatMap(([file, { source, redirectFrom }]) =>
          redirectFrom.length > 0 ? [{ file, source, from: redirectFrom }] : [],
        ),
        ({ file }) => file,
      );
    },
    get outputs(): readonly { readonly path: string; readonly from: string; readonly copied?: true }[] {
      const templates = inOrder(
        [...written].map(([path, { source }]) => ({ path, from: source })),
        ({ from }) => from,
      );
      // If a file is both copied and rendered, Eleventy writes the rendered one last.
      const copied = [...copies].filter(([path, from]) => written.get(path)?.source !== from);
      return [...templates, ...copied.map(([path, from]) => ({ path, from, copied: true as const }))];
    },
  };
}

/** Sorted: Eleventy reports templates in the order of completion, which varies. */
const inOrder = <T>(list: T[], nameOf: (one: T) => string): T[] =>
  list.sort((a, b) => (nameOf(a) === nameOf(b) ? 0 : nameOf(a) < nameOf(b) ? -1 : 1));

/** Path of an output relative to the output folder; undefined if it is outside, where a template may write what no site has. */
export function outputPathOf(outputPath: string, folder: string): string | undefined {
  const path = relative(resolve(folder), resolve(outputPath));
  return path.startsWith(`..${sep}`) || path === '..' ? undefined : path.replaceAll(sep, '/');
}

/** A build in a preview before its documents are made. */
export interface RenderedSite {
  readonly pages: ReadonlyMap<string, { readonly file: string; readonly html: string; readonly isDraft: boolean }>;
  /** URL paths of all other files, served by Eleventy. */
  readonly files: ReadonlySet<string>;
  /** URL paths of the copied stylesheets, if only stylesheets changed. */
  readonly stylesheets?: readonly string[];
}

/**
 * The {@link RenderedSite} of a build.
 *
 * @param saved files that the build is for; none for the first build
 * @param htmlUrls from the settings
 */
export function renderedSite(
  { html, drafts, outputs }: TemplateOutputs,
  saved: readonly string[],
  htmlUrls: boolean | undefined,
): RenderedSite {
  const copies = new Map(outputs.flatMap(({ path, from, copied }) => (copied ? [[from, urlOfFile(path)]] : [])));
  const stylesheets = saved.flatMap((path) => (path.endsWith('.css') ? (copies.get(path) ?? []) : []));
  // The form of URLs is known only after the pages are read.
  const forms = htmlUrls === undefined ? [false, true] : [htmlUrls];
  return {
    pages: new Map(
      [...html].flatMap(([file, text]) =>
        file === notFoundFile
          ? []
          : forms.map((form) => [pageUrlOf(file, form), { file, html: text.html, isDraft: drafts.has(file) }] as const),
      ),
    ),
    files: new Set(outputs.flatMap(({ path }) => (isPageFile(path) ? [] : [urlOfFile(path)]))),
    ...(saved.length > 0 && stylesheets.length === saved.length && { stylesheets }),
  };
}
