/** Alternative URLs of a twin that redirect to it: `/about.md` ← `/about/index.md`, `/about.html.md`, `/about/index.html.md`. */
export function twinAliasesOf(pageUrl: string): string[] {
  if (pageUrl === '/') return ['/index.html.md', '/.md'];
  const stem = pageUrl.replace(/(?:\/|\.html?)$/, '');
  return [`${stem}/index.md`, `${stem}.html.md`, `${stem}/index.html.md`, `${stem}/.md`];
}
