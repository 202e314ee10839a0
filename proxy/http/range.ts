import parseRange from 'range-parser';

/** One part of a representation: byte positions, inclusive. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range field (RFC 9110 §14.2). One satisfiable range of bytes gives a part; whatever is odd (another unit,
 * several ranges, a broken one, a suffix longer than the whole) asks for the whole, for a server may ignore Range.
 *
 * @param size length of the representation in bytes
 * @returns `unsatisfiable` only for a well-formed range that begins past the end
 */
export function partOf(range: string, size: number): Part | 'whole' | 'unsatisfiable' {
  if (range.length > 64 || range.includes(',') || size === 0) return 'whole';
  const ranges = parseRange(size, range);
  if (ranges === -2) return 'whole';
  if (ranges === -1) return /^bytes\s*=\s*\d+\s*-/i.test(range) && !reversed(range) ? 'unsatisfiable' : 'whole';
  const [only] = ranges;
  return ranges.type.toLowerCase() === 'bytes' && only ? { start: only.start, end: only.end } : 'whole';
}

/** `bytes=9-5` is invalid, not unsatisfiable (RFC 9110 §14.1.1). */
function reversed(range: string): boolean {
  const [, first, last] = /(\d+)\s*-\s*(\d+)/.exec(range) ?? [];
  return first !== undefined && last !== undefined && Number(last) < Number(first);
}
