/** File of the redirects in the output folder, in the format of Netlify and Cloudflare Pages. Not a URL of the site. */
export const redirectsFile = '_redirects';

/** A rule as the build writes it. */
export const redirectLine = (from: string, to: string): string => `${from} ${to} 301\n`;

/** Limits of a `_redirects` file: the build writes no more, and neither the proxy nor the checks read more. */
export const redirectLimits = {
  /** Length of the file in bytes. */
  bytes: 8 * 1024 * 1024,
  /** Lines that are rules. The build writes two for each old path: the page's and its twin's. */
  rules: 100_000,
} as const;

/**
 * Refuses a file that is too long, before it is read.
 *
 * @param length in bytes; UTF-16 units of a string are never more
 * @throws {RangeError} one line: the limit, and how to fix it
 */
export function checkRedirectsLength(length: number): void {
  if (length > redirectLimits.bytes)
    throw new RangeError(
      `${redirectsFile} is longer than ${redirectLimits.bytes} bytes: remove rules, or move redirects to the server in front`,
    );
}

/**
 * Reads the rules of a `_redirects` file (Netlify's format: `from to [status]`, one to a line, `#` begins a comment) in
 * time linear in its length. Rules with conditions are passed over. What a rule means is up to the caller.
 *
 * @throws {RangeError} one line, when there are more rules or bytes than {@link redirectLimits} allows
 */
export function* redirectRules(text: string): Generator<readonly [from: string, to: string, status: string]> {
  checkRedirectsLength(text.length);
  let rules = 0;
  for (const line of linesOf(text)) {
    const words = line.match(/\S+/g) ?? [];
    const comment = words.findIndex((word) => word.startsWith('#'));
    const [from, to, ...more] = comment < 0 ? words : words.slice(0, comment);
    if (from === undefined || to === undefined) continue;
    if (++rules > redirectLimits.rules)
      throw new RangeError(
        `${redirectsFile} holds more than ${redirectLimits.rules} rules: remove some, or move redirects to the server in front`,
      );
    // A rule for some visitors only (`Country=de`) is not one for all.
    if (!more.some((word) => word.includes('='))) yield [from, to, more[0] ?? '301'];
  }
}

/** A longer line names no path that can be asked for. */
const longestLine = 65_536;

/** The lines of a text that may hold a rule. Without a pattern: of a line of megabytes it would need more stack than there is. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0, at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13 && at < text.length) continue;
    if (at > start && at - start <= longestLine) yield text.slice(start, at);
    start = at + 1;
  }
}
