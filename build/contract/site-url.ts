import { proxySettings } from './proxy-settings.ts';

/** What the URL of a site must be, for messages. */
export const siteUrlForm = 'an http(s) URL without path, query, fragment or trailing slash, like "https://example.com"';

/** Whether a string is the URL of a site, scheme and host only: `https://example.com`. */
export function isSiteUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, username } = new URL(text);
  return /^https?:$/.test(protocol) && origin === text && username === '';
}

/** Where a site is served that names no URL: the proxy on this machine. */
export const localSiteUrl = (port: number): string => `http://localhost:${port || proxySettings.port.default}`;

export const defaultSiteUrl = localSiteUrl(proxySettings.port.default);
