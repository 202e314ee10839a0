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
