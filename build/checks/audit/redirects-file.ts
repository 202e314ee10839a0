/**
 * Redirects of a `_redirects` file, as Netlify and Cloudflare Pages read it: `from to [status]` a line. Rewrites (200)
 * count, for something answers there; lines of any other status do not.
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
