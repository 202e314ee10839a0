import { relative, resolve, sep } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import { hashOf } from '../files.ts';
import type { LinksOfPage } from '../generators/page-links.ts';
import { isPath } from '../page/front-matter.ts';
import { type Insertions, insert, missingLinks, withoutInserted } from '../page/head-links.ts';
import type { Html, HtmlFile, Page } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import type { Moved } from '../publish/redirect-map.ts';
import { tidy } from './template-check.ts';

/** What Eleventy says of a template that it rendered. */
export interface Result {
  readonly inputPath: string;
  readonly outputPath: string | false;
  readonly content: string | Buffer;
  readonly data?: { readonly redirect_from?: unknown; readonly draft?: unknown };
}

/** An HTML file as it is written: what its template rendered, and our links in it. */
export interface RenderedPage extends Html {
  /** SHA-256 of what was rendered, without the links, as base64url. */
  readonly renderedHash: string;
  /** The links that it was given, as JSON; empty if none. */
  readonly links: string;
  readonly inserted: Insertions;
}

/** What was rendered, before it was given links. */
export const renderedHtml = ({ html, inserted }: RenderedPage): string => withoutInserted(html, inserted);

/** A page with other links; the same where it has them already. */
export function relinked(page: RenderedPage, links: LinksOfPage | undefined): RenderedPage {
  const key = links ? JSON.stringify(links) : '';
  return key === page.links ? page : linked(renderedHtml(page), page.renderedHash, links, key);
}

function linked(rendered: string, renderedHash: string, links: LinksOfPage | undefined, key: string): RenderedPage {
  const inserted = links ? missingLinks(rendered, links.links, links.line) : [];
  const html = insert(rendered, inserted);
  return { html, hash: html === rendered ? renderedHash : hashOf(html), renderedHash, links: key, inserted };
}

interface TemplateOutput {
  readonly source: string;
  readonly redirectFrom: readonly string[];
  readonly draft: boolean;
  /** Where it is an HTML file. */
  readonly page?: RenderedPage;
}

/**
 * What the templates wrote and what was copied, by output file, with the pages read from it. It lives through the
 * builds of a watch: an incremental build says only what changed, a whole one everything, and either way a page is read
 * again only if its HTML changed.
 */
export interface TemplateOutputs {
  readonly pages: ReadonlyMap<string, Page | PageFailure>;
  /** @param whole whether the build that begins will render every template */
  begin(whole: boolean): void;
  addCopy(path: string, source: string): void;
  /** @throws {UserError} where an output lies outside the output folder */
  addResults(results: readonly Result[], folder: string): void;
  /** HTML files whose pages are to be read. */
  unread(): HtmlFile[];
  setPage(file: string, page: Page | PageFailure): void;
  /** Makes every page be read again. */
  forgetPages(): void;
  /** An HTML file that was just rendered, with its links. */
  rendered(file: string, html: string, links: LinksOfPage | undefined): RenderedPage;
  /** Gives an HTML file other links. */
  setHtml(file: string, page: RenderedPage): void;
  readonly html: ReadonlyMap<string, RenderedPage>;
  /** HTML files of templates that say that they are drafts. */
  readonly drafts: ReadonlySet<string>;
  readonly moved: readonly Moved[];
  readonly outputs: readonly { readonly path: string; readonly from: string; readonly copied?: true }[];
}

export function createTemplateOutputs(): TemplateOutputs {
  const written = new Map<string, TemplateOutput>();
  const copies = new Map<string, string>();
  const pages = new Map<string, Page | PageFailure>();
  /** What went through the transform. A transform after ours may have changed it since. */
  const texts = new Map<string, RenderedPage>();
  let whole = true;

  function textOf(file: string, html: string): RenderedPage {
    const known = texts.get(file);
    return known?.html === html ? known : linked(html, hashOf(html), undefined, '');
  }

  function add({ inputPath, content, data }: Result, file: string): void {
    const before = written.get(file);
    const page = /\.html?$/.test(file) ? textOf(file, String(content)) : undefined;
    const draft = data?.draft === true;
    if (before?.page?.renderedHash !== page?.renderedHash || before?.draft !== draft) pages.delete(file);
    written.set(file, {
      source: tidy(inputPath),
      redirectFrom: [data?.redirect_from ?? []].flat().filter(isPath),
      draft,
      ...(page && { page }),
    });
  }

  return {
    pages,
    begin(isWhole) {
      whole = isWhole;
      if (whole) copies.clear();
    },
    addCopy: (path, source) => void copies.set(path, tidy(source)),
    addResults(results, folder) {
      const now = new Set<string>();
      const rendered = new Set<string>();
      for (const result of results) {
        if (!result.outputPath) continue;
        const file = outputPathOf(result.outputPath, folder, result.inputPath);
        now.add(file);
        rendered.add(tidy(result.inputPath));
        add(result, file);
      }
      // A template that was rendered writes nothing but what it has just written: pages of a pagination go away.
      for (const [file, { source }] of written) {
        if (now.has(file) || !(whole || rendered.has(source))) continue;
        written.delete(file);
        pages.delete(file);
      }
      texts.clear();
    },
    unread: () =>
      [...written].flatMap(([file, { source, draft, page }]) =>
        page === undefined || pages.has(file)
          ? []
          : [
              {
                file,
                // Most are read already.
                get html() {
                  return renderedHtml(page);
                },
                hash: page.renderedHash,
                source,
                ...(draft && { draft }),
              },
            ],
      ),
    rendered(file, html, links) {
      const page = linked(html, hashOf(html), links, links ? JSON.stringify(links) : '');
      texts.set(file, page);
      return page;
    },
    setHtml: (file, page) => void written.set(file, { ...written.get(file)!, page }),
    setPage: (file, page) => void pages.set(file, page),
    forgetPages: () => pages.clear(),
    get html() {
      return new Map([...written].flatMap(([file, { page }]) => (page === undefined ? [] : [[file, page]])));
    },
    get drafts() {
      return new Set([...written].flatMap(([file, { draft }]) => (draft ? [file] : [])));
    },
    get moved() {
      return inOrder(
        [...written].flatMap(([file, { source, redirectFrom }]) =>
          redirectFrom.length > 0 ? [{ file, source, from: redirectFrom }] : [],
        ),
        ({ file }) => file,
      );
    },
    get outputs() {
      const templates = inOrder(
        [...written].map(([path, { source }]) => ({ path, from: source })),
        ({ from }) => from,
      );
      // A template that is copied, too, is what it renders to: Eleventy writes that last.
      const copied = [...copies].filter(([path, from]) => written.get(path)?.source !== from);
      return [...templates, ...copied.map(([path, from]) => ({ path, from, copied: true as const }))];
    },
  };
}

/** Sorted: templates are told in the order in which they were done, which is another on a busy machine. */
const inOrder = <T>(list: T[], nameOf: (one: T) => string): T[] =>
  list.sort((a, b) => (nameOf(a) === nameOf(b) ? 0 : nameOf(a) < nameOf(b) ? -1 : 1));

/** Path of an output relative to the output folder. @throws {UserError} where it lies outside. */
export function outputPathOf(outputPath: string, folder: string, source: string): string {
  const path = relative(resolve(folder), resolve(outputPath));
  if (path.startsWith(`..${sep}`) || path === '..')
    throw new UserError(`${tidy(source)}: its output ${tidy(outputPath)} lies outside the output folder; change its permalink`);
  return path.replaceAll(sep, '/');
}
