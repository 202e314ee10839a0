import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '../../contract/manifest.ts';
import { pageUrlOf, twinFileOf } from '../../contract/permalinks.ts';
import { redirectsFile } from '../../contract/redirects.ts';
import { defaultSiteUrl } from '../../contract/site-url.ts';
import { AuthorError } from '../../contract/user-error.ts';
import { listFiles } from '../../files.ts';
import { scanHtml } from '../../page/html-scan.ts';
import { decodeHtml } from '../../page/parse-html.ts';
import { resolveSettings, type Settings } from '../../settings.ts';
import type { Finding } from '../finding.ts';
import { runChecks } from '../index.ts';
import { type CheckResult, canonicalOf, declaredOrigin, isDocument, readFoundSite } from './found-site.ts';
import { readRedirectsFile } from './redirects-file.ts';

export interface CheckFolderOptions {
  /** Settings of the site, `url` among them; the URL that the site itself gives, where they have none. */
  readonly settings?: Settings;
  readonly progress?: (done: number, all: number) => void;
}

/**
 * Checks a folder of HTML, whoever built it: its pages, and the twins and documents that lie beside them. Nothing is
 * written. Files in the findings are named from the working directory: `dist/docs/a.html`.
 *
 * @throws {AuthorError} where the folder is none or holds no page, or a setting is not valid
 */
export async function checkFolder(
  folder: string,
  { settings: own = {}, progress }: CheckFolderOptions = {},
): Promise<CheckResult> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new AuthorError([`${folder}: not a folder; name the folder of a built site`]);
  const names = listFiles(folder);
  const pages = names.filter((file) => /\.html?$/.test(file));
  if (pages.length === 0) throw new AuthorError([`${folder}: holds no HTML page; name the folder of a built site`]);

  const read = (file: string): string => decodeHtml(readFileSync(join(folder, file)));
  const home = names.includes('index.html') ? read('index.html') : undefined;
  const base = home === undefined ? '' : basePathOf(home);
  const twins = new Set(pages.map((file) => twinFileOf(pageUrlOf(file))));
  const texts = new Map(names.filter((file) => twins.has(file) || isDocument(file)).map((file) => [base + file, read(file)]));
  const notes: string[] = [];
  const url = own.url ?? declaredOrigin(texts, home);
  if (!url)
    notes.push(
      'The site does not say what its URL is: links with a host were taken for links to other sites. Set it with --url.',
    );
  if (base) notes.push(`The site lies below /${base}, as its home page says: its indexes were not compared.`);
  const isOurs = names.includes(manifestFile);
  const settings = resolveSettings(
    // Other people's llms.txt may be a choice of pages.
    { ...own, url: url ?? defaultSiteUrl, checks: { ...(!isOurs && { 'index-mismatch': 'warning' }), ...own.checks } },
    'settings',
  );
  function* html(): Generator<[string, string]> {
    for (const [at, file] of pages.entries()) {
      yield [base + file, read(file)];
      progress?.(at + 1, pages.length);
    }
  }
  const input = readFoundSite(
    {
      html: html(),
      texts,
      files: new Set(names.map((file) => base + file)),
      redirects: names.includes(redirectsFile) ? readRedirectsFile(read(redirectsFile)) : new Map(),
    },
    settings,
    notes,
  );
  const place = (finding: Finding): Finding => ({
    ...finding,
    file: join(folder, finding.file.slice(base.length)).replaceAll('\\', '/'),
  });
  return { findings: runChecks(input).map(place), pages: input.pages.length, notes };
}

/**
 * The path below which a site is published (`project/` of `https://name.github.io/project/`), empty where it is the whole
 * host: the path of the home page's canonical URL, where the links of that page agree.
 */
function basePathOf(home: string): string {
  const canonical = canonicalOf(home);
  if (!canonical || !/^https?:/.test(canonical) || !URL.canParse(canonical)) return '';
  const { pathname } = new URL(canonical);
  if (!/^\/.+\/$/.test(pathname)) return '';
  const rooted = scanHtml(home).references.filter(({ target }) => /^\/(?!\/)/.test(target));
  const below = rooted.filter(({ target }) => target.startsWith(pathname));
  return below.length * 2 >= rooted.length ? decodeURIComponent(pathname.slice(1)) : '';
}
