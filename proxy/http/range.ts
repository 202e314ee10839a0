/** A byte range, positions inclusive. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range field (RFC 9110 §14.2). One satisfiable byte range gives a part. Anything else (another unit, several
 * ranges, a broken one, a suffix longer than the whole) gives the whole, because a server may ignore Range.
 *
 * @param size length of the representation in bytes
 * @returns `unsatisfiable` only for a well-formed range that begins past the end
 */
export function partOf(range: string, size: number): Part | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range.slice(0, 65)) ?? [];
  if (first === undefined || last === undefined || range.length > 64 || size === 0) return 'whole';
  if (first === '') {
    const length = Number(last);
    return length > 0 && length <= size ? { start: size - length, end: size - 1 } : 'whole';
  }
  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  // `bytes=9-5` is invalid, not unsatisfiable (RFC 9110 §14.1.1).
  if (end < start) return 'whole';
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable';
}
