import { posix } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import type { ResolvedSettings } from '../settings.ts';
import { type ApiPage, apiPagesOf } from './api-pages/api-pages.ts';
import { escaped } from './api-pages/html.ts';
import type { Configuration } from './configuration.ts';
import { tidy } from './template-check.ts';

/** The pages of the owner's APIs among the templates. */
export interface ApiTemplates {
  /** @throws {UserError} if a document could not be read */
  check(): void;
  /** @param inputs paths of the templates that have a URL; @throws {UserError} if they lack those pages */
  checkRead(inputs: Iterable<string>): void;
  /** The OpenAPI document of a page, by the path of its template; that path itself of any other. */
  sourceOf(input: string): string;
  /** A page as its layout rendered it, with what that leaves out; any other as it is. @throws {UserError} if it has no layout */
  finished(input: string, html: string): string;
}

interface TemplateInput {
  readonly collections: { readonly all: readonly { readonly inputPath: string; readonly url: string }[] };
  readonly page: { readonly url: string };
}

/** Adds a template for each page of an OpenAPI document, in the folder of its URL: layout and permalink are that folder's. */
export function addApiTemplates(eleventy: Configuration, apis: ResolvedSettings['apis']): ApiTemplates {
  const all = new Map<string, { readonly page: ApiPage; readonly from: string }>();
  let failure: unknown;
  const inputOf = (path: string): string => posix.join(eleventy.directories.input, `${path}.11ty.js`);
  const madeAt = (input: string) => all.get(posix.relative(eleventy.directories.input, input).replace(/\.11ty\.js$/, ''));
  for (const api of apis) {
    if (api.pages) eleventy.addWatchTarget(api.pages.from, { resetConfig: true });
    try {
      for (const page of apiPagesOf(api)) add(page, api.pages!.from);
    } catch (error) {
      failure ??= error;
    }
  }

  function add(page: ApiPage, from: string): void {
    const { path, html, ...data } = page;
    all.set(path, { page, from });
    eleventy.addTemplate(`${path}.11ty.js`, {
      data,
      render({ collections, page: { url } }: TemplateInput): string {
        // Only pages that list others ask.
        let urls: ReadonlyMap<string, string> | undefined;
        return html((other) => {
          urls ??= new Map(collections.all.map((item) => [tidy(item.inputPath), item.url]));
          return relativeUrl(url, urls.get(inputOf(other))!);
        });
      },
    });
  }

  return {
    check() {
      if (failure) throw failure;
    },
    checkRead(inputs) {
      const read = new Set([...inputs].map(tidy));
      for (const path of all.keys())
        if (!read.has(inputOf(path)))
          throw new UserError(
            `apis: ${inputOf(path)}: Eleventy reads no templates of JavaScript here; add "11ty.js" to templateFormats`,
          );
    },
    sourceOf: (input) => madeAt(input)?.from ?? input,
    finished(input, html) {
      const made = all.size > 0 && madeAt(input);
      if (!made) return html;
      const { page } = made;
      const end = html.search(/<\/head\b/i);
      if (end === -1) {
        const folder = posix.dirname(inputOf(page.path));
        throw new UserError(
          `${folder}/: the pages of an API have no layout; write it into ${folder}/${posix.basename(folder)}.json: { "layout": "…" }`,
        );
      }
      const head = html.slice(0, end);
      const metas = [
        ['property', 'article:section', page.section],
        ['name', 'description', page.description],
      ] as const;
      const more = metas.filter(([, name]) => !new RegExp(`<meta\\b[^>]*=["']?${name}\\b`, 'i').test(head));
      const tags = more.map(([key, name, value]) => `<meta ${key}="${name}" content="${escaped(value)}">`);
      // The layout may print the title itself.
      const body =
        html.match(/<h1\b/gi)!.length > 1 ? html.slice(end).replace(`<h1>${escaped(page.title)}</h1>`, '') : html.slice(end);
      return head + tags.join('') + body;
    },
  };
}

/** A URL path from another: neither a prefix of all paths nor a host changes it. */
function relativeUrl(from: string, to: string): string {
  const path = posix.relative(from.replace(/[^/]*$/, '/'), to) || '.';
  return to.endsWith('/') && path !== '.' ? `${path}/` : path;
}
