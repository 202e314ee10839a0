import { pageUrlOf } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { writeArtifacts } from '../files.ts';
import { importOptional } from './optional-package.ts';

/** The part of Pagefind's API that makes an index in memory. */
interface Pagefind {
  createIndex(): Promise<{ errors: string[]; index: PagefindIndex }>;
  close(): Promise<void>;
}
interface PagefindIndex {
  addHTMLFile(file: { url: string; content: string }): Promise<{ errors: string[] }>;
  getFiles(): Promise<{ errors: string[]; files: { path: string; content: Uint8Array }[] }>;
}

/** Files of Pagefind's own user interface, which the starter does not load. */
const unused = /(?:-ui|-highlight|-component)[.\w-]*$/;

/**
 * Writes the search index of a site into `pagefind/` of its output folder. A page is in it if its layout says so with
 * `data-pagefind-body`.
 *
 * @throws {UserError} if Pagefind is not installed, or cannot read the pages
 */
export async function writeSearchIndex(
  results: readonly { url: string | false; content: unknown }[],
  folder: string,
): Promise<void> {
  const pagefind = await importOptional<Pagefind>('pagefind', '"search"');
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
    const files = made.files.filter(({ path }) => !unused.test(path));
    writeArtifacts(
      folder,
      files.map(({ path, content }) => ({ path: `pagefind/${path}`, mediaType: 'application/octet-stream', body: content })),
    );
  } finally {
    await pagefind.close();
  }
}
