import { redirectRules } from '../../contract/redirects.ts';

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
