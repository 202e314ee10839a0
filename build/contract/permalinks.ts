/**
 * URL ↔ twin ↔ file: the only copy of these rules.
 *
 * A page's URL follows its output file: `about.html` → `/about`, `about/index.html` → `/about/`. With `htmlUrls`, all pages
 * but the indexes of folders keep `.html`: `/about.html`.
 * Its twin has one URL and one file: `/about`, `/about.html` and `/about/` → `/about.md`, `/` → `/index.md`. If both
 * `/about` (or `/about.html`) and `/about/` are pages, the twin of `/about/` is `/about/index.md`.
 * URLs here are percent-encoded paths that start with one slash. Files are decoded paths relative to the
 * output folder, with forward slashes.
 */

/** Whether a file of the output is a page. */
export const isPageFile = (file: string): boolean => /\.html?$/.test(file);
/** The 404 page: read by the server, without a URL of its own. */
export const notFoundFile = '404.html';

/**
 * The 404 pages of languages, by the URL of their folder: `/de/` → `de/404.html`. One with a twin is a page about that error.
 */
export const notFoundFiles = (files: ReadonlySet<string> | ReadonlyMap<string, unknown>): ReadonlyMap<string, string> =>
  new Map(
    [...files.keys()].flatMap((file) => {
      const folder = file.endsWith(`/${notFoundFile}`) ? file.slice(0, -notFoundFile.length) : undefined;
      const isOwn = folder && !folder.slice(0, -1).includes('/') && !files.has(file.replace(/html$/, 'md'));
      return isOwn ? [[`/${encodePath(folder)}`, file] as const] : [];
    }),
  );

/** Percent-encodes a decoded path, segment by segment (RFC 3986 §3.3). `about us.html` → `about%20us.html`. */
export const encodePath = (path: string): string =>
  /^[\w.~/-]*$/.test(path) ? path : path.split('/').map(encodeSegment).join('/');

const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/%(3A|40|24|26|2B|2C|3B|3D)/g, (code) => decodeURIComponent(code));

/** Percent-decodes a string; a string with broken encoding is returned unchanged. */
export const decodeLoosely = (text: string): string => decodedPath(text) ?? text;

/** The URL of a file of the output folder: `llms.txt` → `/llms.txt`. */
export const urlOfFile = (file: string): string => `/${encodePath(file)}`;

/** The file at a URL without trailing slash: `/a%20b.md` → `a b.md`. @throws {URIError} if the encoding is broken */
export const fileOfUrl = (url: string): string => (url.includes('%') ? decodeURIComponent(url.slice(1)) : url.slice(1));

/** A decoded URL path; undefined if its percent-encoding is broken. */
export function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * The canonical URL of a page's HTML file. `docs/index.html` → `/docs/`, `docs/a.html` → `/docs/a`.
 *
 * @param htmlUrls whether page URLs keep the extension: `docs/a.html` → `/docs/a.html`; default false
 */
export function pageUrlOf(file: string, htmlUrls: boolean | undefined): string {
  if (isIndexFile(file)) return urlOfFile(file.slice(0, -'index.html'.length));
  return urlOfFile(htmlUrls ? file : file.replace(/\.html?$/, ''));
}

/** The part that all forms of a page's URL share: `/about`, `/about.html`, `/about/` → `/about`; `/` → empty. */
export const stemOfPage = (pageUrl: string): string => pageUrl.replace(/(?:\.html?|\/)$/, '');

/** Whether a file is the index of its folder, whose URL always ends in a slash. */
export const isIndexFile = (file: string): boolean => file === 'index.html' || file.endsWith('/index.html');

/** Whether a URL leads to a page of the site. */
export type IsPage = (url: string) => boolean;

/** The pages of a site, by its files alone. */
export const pagesAmong =
  (files: { has(file: string): boolean }, htmlUrls: boolean | undefined): IsPage =>
  (url) =>
    pageFilesOf(url, htmlUrls).some((file) => file !== notFoundFile && files.has(file));

/**
 * The URL of the twin of a page. `/` → `/index.md`. `/about`, `/about.html` and `/about/` → `/about.md` for the first of them
 * that is a page; else `/about/` → `/about/index.md`. Always `/docs/index/` → `/docs/index/index.md`.
 */
export function twinUrlOf(pageUrl: string, isPage: IsPage): string {
  const stem = stemOfPage(pageUrl);
  if (stem === pageUrl) return `${pageUrl}.md`;
  const isFolder = pageUrl.endsWith('/');
  const rivals = [stem, ...asFiles(stem)];
  const isTaken = rivals.slice(0, isFolder ? 3 : rivals.indexOf(pageUrl)).some(isPage);
  if (isFolder) return stem === '' || stem.endsWith('/index') || isTaken ? `${pageUrl}index.md` : `${stem}.md`;
  return isTaken ? `${pageUrl}.md` : `${stem}.md`;
}

/** The URL of a page by the URL of its file: `/about.html` → `/about`, `/about/index.html` → `/about/`. */
export const pageUrlAt = (path: string): string => path.replace(/\/index\.html?$/, '/').replace(/\.html?$/, '');

/** The URL of the twin by any spelling of the page's URL: `/about.html`, `/about/`, `/about/index.html` → `/about.md`. */
export const twinUrlAt = (path: string, isPage: IsPage): string => twinUrlOf(pageUrlAt(path), isPage);

/** The URL of a part of a page: `/api.md`, `request` → `/api.parts/request.md`. Beside the twin, where no page of its folder can be. */
export const partUrlOf = (twinUrl: string, name: string): string =>
  `${twinUrl.slice(0, -'.md'.length)}.parts/${encodePath(name)}.md`;

/** Other spellings of a page's URL, which redirect to it: `/about` ← `/about/`, `/about.html`, `/about.htm`, `/about/index.html`. */
export function pageAliasesOf(pageUrl: string): string[] {
  if (pageUrl === '/') return ['/index.html', '/index.htm', '/index'];
  const stem = stemOfPage(pageUrl);
  const all = [`${stem}/`, stem, ...asFiles(stem), ...asFiles(`${stem}/index`), `${stem}/index`];
  return all.filter((url) => url !== pageUrl);
}

/** The canonical URLs that a path may be another spelling of, in lookup order: the inverse of {@link pageAliasesOf}, also for twins. */
export function canonicalsOf(path: string): string[] {
  const [, stemOfTwin, ending] = /^(.*?)(\/index\.html|\/index|\.html|\/)\.md$/.exec(path) ?? [];
  if (stemOfTwin !== undefined)
    return [...(ending === '.html' ? [] : [`${stemOfTwin}/index.md`]), ...(stemOfTwin ? [`${stemOfTwin}.md`] : [])];
  const [, stem, suffix] = /^(.*?)(\/index\.html?|\/index|\.html?)$/.exec(path) ?? [];
  const isFolder = path.endsWith('/');
  const otherSlash = isFolder ? path.slice(0, -1) : `${path}/`;
  if (stem === undefined) return isFolder ? [otherSlash, ...asFiles(otherSlash)] : [...asFiles(path), otherSlash];
  if (stem === '') return ['/', otherSlash, ...asFiles(path)];
  const all = suffix!.startsWith('.') ? [stem, ...asFiles(stem), `${stem}/`] : [`${stem}/`, stem, ...asFiles(stem)];
  return [...all.filter((url) => url !== path), otherSlash];
}

/** The spellings of a page URL with an extension. */
const asFiles = (stem: string): string[] => [`${stem}.html`, `${stem}.htm`];

/** The files that a page URL may belong to: the inverse of {@link pageUrlOf}. `/docs/` ← `docs/index.html`, `/a` ← `a.html`, `a.htm`. */
export function pageFilesOf(pageUrl: string, htmlUrls: boolean | undefined): string[] {
  const stem = fileOfUrl(pageUrl);
  const files = pageUrl.endsWith('/') ? [`${stem}index.html`] : htmlUrls ? [stem] : [`${stem}.html`, `${stem}.htm`];
  return files.filter((file) => isPageFile(file) && pageUrlOf(file, htmlUrls) === pageUrl);
}

/** The pages that a twin URL may belong to: `/about.md` ← `/about`, `/about.html`, `/about/`; also `/docs/index.md` ← `/docs/`. */
export function pageUrlsOf(twinUrl: string): string[] {
  const stem = twinUrl.slice(0, -'.md'.length);
  return [...(stem.endsWith('/index') ? [stem.slice(0, -'index'.length)] : []), stem, ...asFiles(stem), `${stem}/`];
}

/** The page of a twin URL, the inverse of {@link twinUrlOf}; undefined if no page has this twin. */
export const pageOfTwin = (twinUrl: string, isPage: IsPage): string | undefined =>
  pageUrlsOf(twinUrl).find((url) => isPage(url) && twinUrlOf(url, isPage) === twinUrl);
