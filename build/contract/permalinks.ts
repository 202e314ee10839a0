/**
 * URL ↔ twin ↔ file.
 *
 * A page's URL says what its output file says: `about.html` → `/about`, `about/index.html` → `/about/`.
 * Its twin lies at one URL, and in one file: `/about` and `/about/` → `/about.md`, `/` → `/index.md`.
 * URLs here are percent-encoded paths that start with one slash; files are decoded paths relative to the
 * output folder, with forward slashes.
 */

/** The page for URLs that do not exist: read by the server, and not a URL itself. */
export const notFoundFile = '404.html';

/** Percent-encodes a decoded path, segment by segment (RFC 3986 §3.3). `about us.html` → `about%20us.html`. */
export const encodePath = (path: string): string =>
  /^[\w.~/-]*$/.test(path) ? path : path.split('/').map(encodeSegment).join('/');

const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/%(3A|40|24|26|2B|2C|3B|3D)/g, (code) => decodeURIComponent(code));

/** The URL of a file as it lies in the output folder: `llms.txt` → `/llms.txt`. */
export const urlOfFile = (file: string): string => `/${encodePath(file)}`;

/** The file that a URL without trailing slash names: `/a%20b.md` → `a b.md`. Throws URIError on a broken encoding. */
export const fileOfUrl = (url: string): string => decodeURIComponent(url.slice(1));

/** The canonical URL of a page's HTML file. `docs/index.html` → `/docs/`, `docs/a.html` → `/docs/a`. */
export function pageUrlOf(file: string): string {
  if (file === 'index.html') return '/';
  if (file.endsWith('/index.html')) return urlOfFile(file.slice(0, -'index.html'.length));
  return urlOfFile(file.replace(/\.html?$/, ''));
}

/** The URL of the twin of a page. `/` → `/index.md`, `/about` and `/about/` → `/about.md`. */
export const twinUrlOf = (pageUrl: string): string => (pageUrl === '/' ? '/index.md' : `${pageUrl.replace(/\/$/, '')}.md`);

/** The URL of the twin by any spelling of the page's URL: `/about.html`, `/about/`, `/about/index.html` → `/about.md`. */
export const twinUrlAt = (path: string): string => twinUrlOf(path.replace(/\/index\.html?$/, '/').replace(/\.html?$/, ''));

/** The file of the twin of a page. `/` → `index.md`, `/docs/` → `docs.md`. */
export const twinFileOf = (pageUrl: string): string => fileOfUrl(twinUrlOf(pageUrl));

/** Other spellings of a page's URL, each of which redirects to it: `/about` ← `/about/`, `/about.html`, `/about/index.html`. */
export function pageAliasesOf(pageUrl: string): string[] {
  if (pageUrl === '/') return ['/index.html', '/index'];
  const stem = pageUrl.replace(/\/$/, '');
  const otherSlash = pageUrl === stem ? `${stem}/` : stem;
  return [otherSlash, `${stem}.html`, `${stem}/index.html`, `${stem}/index`];
}

/** Other spellings of a twin's URL, each of which redirects to it: `/about.md` ← `/about/index.md`, `/about.html.md`, `/about/index.html.md`. */
export function twinAliasesOf(pageUrl: string): string[] {
  if (pageUrl === '/') return ['/index.html.md', '/.md'];
  const stem = pageUrl.replace(/\/$/, '');
  return [`${stem}/index.md`, `${stem}.html.md`, `${stem}/index.html.md`, `${stem}/.md`];
}

/**
 * The canonical URLs that a path may be another spelling of, in the order in which to look them up: the inverse of
 * {@link pageAliasesOf} and {@link twinAliasesOf}, for a reader who has the path and not the page.
 */
export function canonicalsOf(path: string): string[] {
  const twin = /^(.*?)(?:\/index\.html|\/index|\.html|\/)\.md$/.exec(path);
  if (twin) return [twinUrlOf(twin[1] || '/')];
  const page = /^(.*?)(?:\/index\.html|\/index|\.html)$/.exec(path);
  const otherSlash = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  if (!page) return [otherSlash];
  return page[1] ? [page[1], `${page[1]}/`, otherSlash] : ['/', otherSlash];
}

/** The files whose page a URL may be, the inverse of {@link pageUrlOf}: `/docs/` ← `docs/index.html`, `/a` ← `a.html`, `a.htm`. */
export function pageFilesOf(pageUrl: string): string[] {
  const stem = fileOfUrl(pageUrl);
  const files = pageUrl.endsWith('/') ? [`${stem}index.html`] : [`${stem}.html`, `${stem}.htm`];
  return files.filter((file) => pageUrlOf(file) === pageUrl);
}

/** The URLs of the pages whose twin a URL may be, the inverse of {@link twinUrlOf}: `/about.md` ← `/about`, `/about/`. */
export function pageUrlsOf(twinUrl: string): string[] {
  const stem = twinUrl.slice(0, -'.md'.length);
  return stem === '/index' ? ['/'] : [stem, `${stem}/`];
}
