/**
 * A date of front matter as W3C datetime: YAML reads `2026-11-21` as midnight UTC, which is meant as a day.
 * Texts are kept as they are.
 */
export function dayOf(date: Date | string | undefined): string {
  if (!(date instanceof Date)) return date ?? '';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}
