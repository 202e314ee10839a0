import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOfUrl, pagesAmong, pageUrlOf, twinUrlOf } from '../../contract/permalinks.ts';
import { redirectRules, redirectsFile } from '../../contract/redirects.ts';
import { hashOf, listBuiltSite, readIfThere, readManifest } from '../../files.ts';
import { decodeHtml } from '../../page/parse-html.ts';
import { filesOfScripts } from '../engine/published.ts';
import type { FoundSite } from './found-site.ts';
import { declaredUrl, isDocument } from './read-found-site.ts';

/**
 * A folder of HTML from any generator. Nothing is written. Findings name files relative to the working directory:
 * `dist/docs/a.html`.
 *
 * @param given the URL that the caller says
 * @throws {UserError} if it is not a folder or has no page
 */
export function openFolder(folder: string, given?: string): FoundSite {
  const built = readManifest(folder);
  const { files: names, pages, links } = listBuiltSite(folder);
  const read = (file: string): string => decodeHtml(readFileSync(join(folder, file)));
  const isPage = pagesAmong(new Set(names), false);
  const twins = new Set(pages.map((file) => fileOfUrl(twinUrlOf(pageUrlOf(file, false), isPage))));
  const texts = new Map(names.filter((file) => twins.has(file) || isDocument(file)).map((file) => [file, read(file)]));
  const url = given ?? declaredUrl(built, texts, names.includes('index.html') ? read('index.html') : undefined);
  const { files = {}, withoutTwin = [] } = built;
  return {
    built,
    url,
    pages,
    read,
    texts,
    files: new Set([...names, ...filesOfScripts(readIfThere('package.json'), folder)]),
    failures: withoutTwin.filter(({ file }) => names.includes(file) || links.includes(file)),
    isUntouched: (file) => files[file]?.hash === hashOf(readFileSync(join(folder, file))),
    redirects: names.includes(redirectsFile) ? readRedirectsFile(read(redirectsFile)) : new Map(),
    nameOf: (file) => join(folder, file).replaceAll('\\', '/'),
    notes: url
      ? []
      : ['The site does not say what its URL is, so links with a host were treated as links to other sites. Set it with --url.'],
  };
}

/**
 * The redirects of a `_redirects` file, as Netlify and Cloudflare Pages read it: one `from to [status]` per line. Rewrites
 * (200) count, because they answer. Lines with any other status are ignored.
 *
 * @throws {RangeError} one line, if the file exceeds the limits
 */
export function readRedirectsFile(text: string): Map<string, string> {
  const redirects = new Map<string, string>();
  for (const [from, to, status] of redirectRules(text))
    if (from.startsWith('/') && /^(30[12378]|200)!?$/.test(status) && !redirects.has(from)) redirects.set(from, to);
  return redirects;
}
