import { redirectRules } from '../../contract/redirects.ts';

/**
 * Redirects of a `_redirects` file, as Netlify and Cloudflare Pages read it: `from to [status]` a line. Rewrites (200)
 * count, for something answers there; lines of any other status do not.
 *
 * @throws {RangeError} one line, when the file is longer or holds more rules than is read
 */
export function readRedirectsFile(text: string): Map<string, string> {
  const redirects = new Map<string, string>();
  for (const [from, to, status] of redirectRules(text))
    if (from.startsWith('/') && /^(30[12378]|200)!?$/.test(status) && !redirects.has(from)) redirects.set(from, to);
  return redirects;
}
