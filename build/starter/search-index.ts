import { pageUrlOf } from '../contract/permalinks.ts';
import { countsOf } from '../contract/std/collections.ts';
import { UserError } from '../contract/std/errors.ts';
import { textOf } from '../contract/std/html-text.ts';
import { writeArtifacts } from '../files.ts';
import { importIfThere } from './optional-package.ts';

/** The part of Pagefind's API that makes an index in memory. */
interface Pagefind {
  createIndex(): Promise<{ errors: string[]; index: PagefindIndex }>;
  close(): Promise<void>;
}
interface PagefindIndex {
  addHTMLFile(file: { url: string; content: string }): Promise<{ errors: string[] }>;
  getFiles(): Promise<{ errors: string[]; files: { path: string; content: Uint8Array }[] }>;
}

/** Files of Pagefind's user interface, which the starter does not load. */
const unused = /(?:-ui|-highlight|-component)[.\w-]*$/;

/** A file of an index, by its path below {@link indexFolder}. */
type IndexFile = Awaited<ReturnType<PagefindIndex['getFiles']>>['files'][number];

/** A template's output, as Eleventy reports it. */
interface Rendered {
  readonly url: string | false;
  readonly content: unknown;
}

const indexFolder = 'pagefind/';

/**
 * Writes the search index of a site into its output folder.
 *
 * @returns whether Pagefind is installed
 * @throws {UserError} as {@link indexOf} does
 */
export async function writeSearchIndex(results: readonly Rendered[], folder: string): Promise<boolean> {
  const files = await indexOf(results);
  writeArtifacts(folder, files?.map(({ path, content }) => ({ path: indexFolder + path, body: content })) ?? []);
  return files !== undefined;
}

/** The search of a preview, whose index is made at the first search after a build. */
export function createPreviewSearch() {
  const pages = new Map<string | false, Rendered>();
  let files: Promise<IndexFile[] | undefined> | undefined;
  return {
    /** @param isWhole whether these are all pages, not only changed ones */
    rendered(results: readonly Rendered[], isWhole: boolean): void {
      if (isWhole) pages.clear();
      for (const page of results) pages.set(page.url, page);
      files = undefined;
    },
    /** @param path without leading slash */
    async file(path: string): Promise<Uint8Array | undefined> {
      if (!path.startsWith(indexFolder)) return undefined;
      files ??= indexOf([...pages.values()]);
      return (await files)?.find((file) => indexFolder + file.path === path)?.content;
    },
  };
}

/**
 * Makes the index of a site, with the pages whose layout has `data-pagefind-body`.
 *
 * @returns undefined if Pagefind is not installed
 * @throws {UserError} if it cannot read the pages
 */
async function indexOf(results: readonly Rendered[]): Promise<IndexFile[] | undefined> {
  const pagefind = await importIfThere<Pagefind>('pagefind');
  if (!pagefind) return undefined;
  const { index, errors } = await pagefind.createIndex();
  try {
    const pages = results.filter(
      (page): page is { url: string; content: string } =>
        page.url !== false && typeof page.content === 'string' && page.content.includes('data-pagefind-body'),
    );
    for (const { url, content } of pages.sort((a, b) => (a.url < b.url ? -1 : 1))) {
      const added = await index.addHTMLFile({ url: url.endsWith('.html') ? pageUrlOf(url.slice(1), false) : url, content });
      errors.push(...added.errors);
    }
    const made = await index.getFiles();
    errors.push(...made.errors);
    if (errors.length > 0) throw new UserError(errors.map((error) => `search: ${error}`));
    const words = { path: 'words.json', content: Buffer.from(JSON.stringify(wordsOf(pages.map(({ content }) => content)))) };
    return [...made.files.filter(({ path }) => !unused.test(path)), words];
  } finally {
    await pagefind.close();
  }
}

/** Most words of a site that a mistyped one is compared with. */
const mostWords = 20_000;

/** The words of pages, most frequent first, with which a browser corrects a slip. */
function wordsOf(pages: readonly string[]): string[] {
  const words = pages.flatMap((html) => {
    const text = textOf(/<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? '').toLowerCase();
    return text.match(/\p{L}[\p{L}\p{N}]{3,}/gu) ?? [];
  });
  return [...countsOf(words)]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, mostWords)
    .map(([word]) => word);
}
