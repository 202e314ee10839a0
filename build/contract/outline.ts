/** What the outline of a long page begins with, in its twin. */
export const outlineHead = 'Sections of this page, each a document of its own:';

/** Below the list of the outline: a list that the page begins with would go on with it. */
export const outlineEnd = '---';

/** Characters of what is read first, at most but for a long outline. */
const longest = 20_000;

/** What is read first of the twin of a long page: its outline, and what stands before the first section; undefined: it has no parts. */
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
