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
  const start = end + outlineEnd.length + 3;
  const most = Math.max(longest, start);
  const whole = start + endOfSection(twin.slice(start), 6);
  const at = whole <= most ? whole : twin.lastIndexOf('\n', most - 1) + 1;
  return `${twin
    .slice(0, at)
    .replace(new RegExp(`\\s+${outlineEnd}\\s*$`), '')
    .trimEnd()}\n`;
}

/** Where a section is in a document, in characters, without inner sections. */
interface Range {
  readonly from: number;
  readonly to: number | undefined;
}

/** Characters of a section that are looked at. */
const sectionLimit = 20_000;

/** What a document says about itself: front matter, its heading, a note. */
const opening = /^(?:---\n[\s\S]*?\n---\n+)?(?:#{1,6} .*\n+)?(?:> (?:For the complete index of|Part of \[).*\n+)?/;

/**
 * The text of a section, up to an outline. One without an end, such as the beginning of a page whose sections are in parts, ends
 * at the next heading; one that is empty goes on with its inner sections.
 */
export function sectionText(document: string, { from, to = document.length }: Range): string {
  const [rest] = document.slice(from, from + sectionLimit).split(outlineHead) as [string];
  const own = rest.slice(0, to - from).replace(opening, '');
  const text = own.slice(0, endOfSection(own, 6)).trim() || rest.replace(opening, '').trim();
  // The name of a result is cut.
  return `${/^#{1,6} .{80,}\n+/.exec(rest)?.[0] ?? ''}${text}`;
}

/** The section at a place with its heading and inner sections. */
export function wholeSection(document: string, { from, to }: Range): string {
  const rest = document.slice(from);
  const level = /^#+/.exec(rest)?.[0].length;
  const first = rest.indexOf('\n') + 1 || rest.length;
  const length = level === undefined ? (to ?? document.length) - from : first + endOfSection(rest.slice(first), level);
  return `${rest.slice(0, length).trim()}\n`;
}

/** Where the next heading of at most a level is. */
function endOfSection(text: string, level: number): number {
  const heading = new RegExp(`^#{1,${level}} `);
  let [at, fence] = [0, ''];
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '' && heading.test(line)) return at;
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    at += line.length + 1;
  }
  return text.length;
}
