import { parseUrl } from './std/parse-url.ts';

/** What the URL of a site must be, for messages. */
export const siteUrlForm =
  'an http(s) URL without query, fragment or trailing slash, like "https://example.com" or "https://example.com/docs"';

/** Whether a string is the URL of a site: `https://example.com`, or below a path `https://example.com/docs`. */
export function isSiteUrl(text: string): boolean {
  const url = parseUrl(text);
  if (!url) return false;
  const { protocol, origin, pathname, username } = url;
  const base = pathname === '/' ? '' : pathname;
  return /^https?:$/.test(protocol) && origin + base === text && username === '' && /^(?:\/[\w.~%-]+)*$/.test(base);
}

/** The URL of a site that a text means: `example.com`, `https://EXAMPLE.com/` and `https://münchen.example` have one spelling each. */
export function siteUrlMeant(text: string): string | undefined {
  const parsed = parseUrl(/^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(text) ? `https://${text}` : text);
  const url = parsed && parsed.origin + parsed.pathname.replace(/\/$/, '');
  return url && isSiteUrl(url) ? url : undefined;
}

/** The path below which a site lies, without trailing slash: `/docs` of `https://example.com/docs`, empty at the root. */
export const basePathOf = (siteUrl: string): string => new URL(siteUrl).pathname.replace(/\/$/, '');

/**
 * An absolute URL as a path within the site, with its query and fragment: `/about#team`. Undefined for a URL of elsewhere,
 * which another path of the same host is, too.
 */
export function pathWithin(siteUrl: string, url: string): string | undefined {
  if (!url.startsWith(siteUrl)) return undefined;
  const rest = url.slice(siteUrl.length);
  if (rest === '' || rest.startsWith('?') || rest.startsWith('#')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}

/** Where the proxy and a preview listen by default. */
export const defaultPort = 8080;

/** Where a site is served that names no URL: the proxy on this machine. */
export const localSiteUrl = (port: number): string => new URL(`http://localhost:${port || defaultPort}`).origin;

export const defaultSiteUrl = localSiteUrl(defaultPort);

/** Whether a site URL is of this machine: such a build cannot be published. */
export const isLocalUrl = (url: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(new URL(url).hostname);

/** What of a site below a path nobody finds by itself (RFC 9309 §2.3, RFC 8615 §3); undefined for a site at the root. */
export function notAtRoot(siteUrl: string): string | undefined {
  const base = basePathOf(siteUrl);
  if (base === '') return undefined;
  return `The site lies below ${base}: crawlers read robots.txt, and programs /.well-known/, at the root of ${new URL(siteUrl).origin} only; its pages link to what they need`;
}
