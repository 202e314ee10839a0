import type { BuildHooks } from './build-hooks.ts';
import type { TemplateData } from './configuration.ts';
import { tidy } from './template-check.ts';

/**
 * Whether a page waits for its day: with `--date`, one that is dated later; without it, one that names its day with
 * `publishAt`. No clock decides what is published. Says of each such page that it waits, and of one whose date is to come
 * that it does not.
 *
 * @param data of the template
 * @param readsPublishAt whether `publishAt` is ours: on a site that only has the plugin it is its owner's
 */
export function isHeldBack(data: TemplateData, { date: until, today, note }: BuildHooks, readsPublishAt: boolean): boolean {
  const publishAt = readsPublishAt ? timeOf(data.publishAt) : undefined;
  const time = publishAt ?? timeOf(data.date);
  if (time === undefined) return false;
  const file = tidy(data.page.inputPath);
  const day = new Date(time).toISOString().slice(0, 10);
  const isLater = until !== undefined && time > endOf(until);
  if (isLater || (until === undefined && publishAt !== undefined)) {
    note?.(`${file}: held back; it is published by a build with --date ${day} or later`);
    return true;
  }
  if (until === undefined && today !== undefined && time > endOf(today))
    note?.(`${file}: its date, ${day}, is to come, and it is published now; to hold it back, build with --date ${today}`);
  return false;
}

const endOf = (day: string): number => Date.parse(`${day}T23:59:59.999Z`);

/** Undefined for no date, or a word by which Eleventy looks one up. */
function timeOf(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
