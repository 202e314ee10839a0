import { closest, distance } from 'fastest-levenshtein';

/** The one of some words that was meant by another, if it is near enough; undefined if none is. */
export function nearestWord(wanted: string, among: readonly string[]): string | undefined {
  if (among.length === 0) return undefined;
  const found = closest(wanted, among);
  return distance(wanted, found) <= Math.max(2, wanted.length / 4) ? found : undefined;
}

/** `; did you mean "name"?`, or nothing. */
export function didYouMean(wanted: string, among: readonly string[]): string {
  const near = nearestWord(wanted, among);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/**
 * What `parseArgs` found wrong with a command line, in one line: `unknown option --prot; did you mean --port?`.
 *
 * @param message of the error that it threw
 * @param options that there are, without hyphens
 */
export function argumentFault(message: string, options: readonly string[]): string {
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  const known = options.map((name) => `--${name}`);
  if (unknown !== undefined) return `unknown option ${unknown}${didYouMean(unknown, known)}`;
  // "Option '--port <value>' argument missing", "Option '--strict' does not take an argument".
  return message.split(/\.\s/)[0]!.replace(/\n[\s\S]*/, '');
}
