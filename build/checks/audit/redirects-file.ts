/**
 * The redirects of a `_redirects` file, as Netlify and Cloudflare Pages read it: one `from to [status]` per line. Rewrites
 * (200) count, because something answers there. Lines with any other status are ignored.
 */
export function readRedirectsFile(text: string): Map<string, string> {
  const redirects = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [from, to, status = '301'] = line
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (from?.startsWith('/') && to && /^(30[12378]|200)!?$/.test(status) && !redirects.has(from)) redirects.set(from, to);
  }
  return redirects;
}
