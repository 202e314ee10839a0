/**
 * What to do about a value of the wrong type, if quotes are the cause: `: quote it, "2024"`. Empty if they are not.
 *
 * @param wanted type that the value should have
 * @param written how it stands in the file, if that is known
 */
export function wrongQuotes(wanted: 'string' | 'number' | 'boolean', found: unknown, written?: string): string {
  const scalar = typeof found === 'number' || typeof found === 'boolean' || found instanceof Date;
  if (wanted === 'string' && scalar) return `: quote it, ${JSON.stringify(written ?? String(found))}`;
  if (typeof found !== 'string') return '';
  const isMeant = wanted === 'number' ? /^-?\d+(\.\d+)?$/.test(found) : /^(true|false)$/.test(found);
  return wanted !== 'string' && isMeant ? `: remove the quotes, ${found}` : '';
}
