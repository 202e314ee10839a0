/** The expected form of a site URL, for messages. */
export const siteUrlForm = 'an http(s) URL without query or fragment, like "https://example.com" or "https://example.com/docs"';

/** A site URL as people write it, without the slash at its end. */
export const withoutEndSlash = (url: string): string => url.replace(/\/$/, '');

/** Whether a string is the URL of a site: `https://example.com`, or below a path `https://example.com/docs`. */
export function isSiteUrl(text: string): boolean {
  const url = parseUrl(text);
  if (!url) return false;
  const { protocol, origin, pathname, username } = url;
  const base = pathname === '/' ? '' : pathname;
  return /^https?:$/.test(protocol) && origin + base === text && username === '' && /^(?:\/[\w.~%-]+)*$/.test(base);
}

/** Normalizes a site URL: `example.com`, `https://EXAMPLE.com/`, `https://münchen.example`. */
export function siteUrlMeant(text: string): string | undefined {
  const parsed = parseUrl(/^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(text) ? `https://${text}` : text);
  const url = parsed && parsed.origin + withoutEndSlash(parsed.pathname);
  return url && isSiteUrl(url) ? url : undefined;
}

/** The base path of a site, without trailing slash: `/docs` for `https://example.com/docs`, empty at the root. */
export const basePathOf = (siteUrl: string): string => withoutEndSlash(new URL(siteUrl).pathname);

/**
 * An absolute URL as a path within the site, with query and fragment: `/about#team`. Undefined for URLs outside the site, also
 * on the same host.
 */
export function pathWithin(siteUrl: string, url: string): string | undefined {
  if (!url.startsWith(siteUrl)) return undefined;
  const rest = url.slice(siteUrl.length);
  if (rest === '' || rest.startsWith('?') || rest.startsWith('#')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}

/** Default port of the proxy and of a preview. */
export const defaultPort = 8080;

/** The URL of a site that names none: the proxy on this machine. */
export const localSiteUrl = (port: number): string => new URL(`http://localhost:${port || defaultPort}`).origin;

export const defaultSiteUrl = localSiteUrl(defaultPort);

/** Whether a site URL is local: such a build cannot be published. */
export const isLocalUrl = (url: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(new URL(url).hostname);

/** Warns that root files of a site below a path are not discoverable (RFC 9309 §2.3, RFC 8615 §3); undefined at the root. */
export function notAtRoot(siteUrl: string): string | undefined {
  const base = basePathOf(siteUrl);
  if (base === '') return undefined;
  return `The site lies below ${base}: crawlers read robots.txt, and programs /.well-known/, at the root of ${new URL(siteUrl).origin} only; its pages link to what they need`;
}

/**
 * A URL, absolute or relative to a base; undefined if it is invalid (WHATWG URL §4.4).
 *
 * Not by `URL.canParse`: in Node 20, once optimised by V8, it takes Latin-1 for UTF-8 and rejects text with an umlaut.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
