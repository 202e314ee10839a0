import { fileOfUrl, pageAliasesOf, pageUrlOf, twinAliasesOf, twinFileOf, twinUrlOf } from '../contract/permalinks.ts';
import { surfaceList, surfaces } from '../contract/surfaces.ts';
import type { Page } from '../page.ts';
import type { CheckInput } from './check.ts';

/** What a GET of a path of the site ends at, redirects from other spellings followed. */
export type Answer =
  | { readonly kind: 'page' | 'twin'; readonly page: Page }
  /** A copied file, an artifact, a page that could not be read, a live or stub operation. */
  | { readonly kind: 'other' };

export const other: Answer = { kind: 'other' };

/** The answers of the site by decoded path. */
export function readAnswers({ pages, files }: Pick<CheckInput, 'pages' | 'files'>): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const add = (answer: Answer, ...urls: readonly string[]): void => {
    for (const url of urls) {
      const path = decodedPath(url)!;
      if (!answers.has(path)) answers.set(path, answer);
    }
  };
  // Everything by its own name before anything by another: `/about/` may be another page than `/about`.
  for (const file of files) {
    const page = byFile.get(file);
    if (page) add({ kind: 'page', page }, page.url);
    else if (!/\.html?$/.test(file)) answers.set(`/${file}`, other);
  }
  const twins = pages.filter((page) => !page.leftOut && files.has(twinFileOf(page.url)));
  for (const page of twins) answers.set(decodedPath(twinUrlOf(page.url))!, { kind: 'twin', page });
  for (const file of files) {
    if (!/\.html?$/.test(file)) continue;
    const page = byFile.get(file);
    const url = pageUrlOf(file);
    add(page ? { kind: 'page', page } : other, url, ...pageAliasesOf(url));
  }
  for (const page of twins) add({ kind: 'twin', page }, ...twinAliasesOf(page.url));
  // The operations of the proxy are promised where the contract is published.
  if (files.has(fileOfUrl(surfaces.getOpenApi.path))) {
    for (const { kind, path } of surfaceList) if (kind === 'live' || kind === 'stub') add(other, path);
  }
  return answers;
}

/** Page by each decoded path that names it or its twin, whether or not they are published. */
export function readNames(pages: readonly Page[]): Map<string, Page> {
  const names = new Map<string, Page>();
  // `docs.html` and `docs/index.html` have one twin, that of the public one.
  const sorted = [...pages.filter(({ leftOut }) => !leftOut), ...pages.filter(({ leftOut }) => leftOut)];
  const add = (url: string, page: Page): void => {
    const path = decodedPath(url)!;
    if (!names.has(path)) names.set(path, page);
  };
  for (const page of sorted) add(page.url, page);
  for (const page of sorted)
    for (const url of [twinUrlOf(page.url), ...pageAliasesOf(page.url), ...twinAliasesOf(page.url)]) add(url, page);
  return names;
}

/** Undefined where the percent-encoding is broken. */
export function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
