/** First line of the outline in the twin of a long page. */
export const outlineHead = 'Sections of this page, each a document of its own:';

/** Ends the list of the outline: a list at the beginning of the page would continue it. */
export const outlineEnd = '---';

/** Longest beginning of a twin, in characters, unless its outline is longer. */
const longest = 20_000;

/** The beginning of the twin of a long page: its outline, and the text before the first section; undefined without parts. */
export function firstReadOf(twin: string): string | undefined {
  const head = twin.indexOf(`\n\n${outlineHead}\n\n`);
  const end = head === -1 ? -1 : twin.indexOf(`\n\n${outlineEnd}\n`, head);
  if (end === -1 || /^## /m.test(twin.slice(0, head))) return undefined;
  let at = end + outlineEnd.length + 3;
  for (let isCode = false; at < twin.length; ) {
    const next = twin.indexOf('\n', at) + 1 || twin.length;
    const line = twin.slice(at, next);
    if (/^\s*(?:`{3}|~{3})/.test(line)) isCode = !isCode;
    else if (!isCode && /^#{1,6} /.test(line)) break;
    if (next > Math.max(longest, end + 5)) break;
    at = next;
  }
  return `${twin
    .slice(0, at)
    .replace(new RegExp(`\\s+${outlineEnd}\\s*$`), '')
    .trimEnd()}\n`;
}
