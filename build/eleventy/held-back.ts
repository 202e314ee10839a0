import type { BuildHooks } from './build-hooks.ts';
import type { TemplateData } from './configuration.ts';
import { tidy } from './template-check.ts';

/**
 * Whether a page is held back: with `--date`, pages with a later date. The clock decides nothing. Notes each held-back page, and
 * each published page with a future date.
 *
 * @param data of the template
 */
export function isHeldBack(data: TemplateData, { date: until, today, note }: BuildHooks): boolean {
  const time = timeOf(data.date);
  if (time === undefined) return false;
  const file = tidy(data.page.inputPath);
  const day = new Date(time).toISOString().slice(0, 10);
  if (until !== undefined && time > endOf(until)) {
    note?.(`${file}: held back; it is published by a build with --date ${day} or later`);
    return true;
  }
  if (until === undefined && today !== undefined && time > endOf(today))
    note?.(`${file}: its date, ${day}, is to come, and it is published now; to hold it back, build with --date ${today}`);
  return false;
}

const endOf = (day: string): number => Date.parse(`${day}T23:59:59.999Z`);

/** Undefined without date, or for a keyword for which Eleventy looks one up. */
function timeOf(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
