import { collapsed } from '../contract/std/words.ts';

/** Characters between the first H1 of a page and a date that belongs to it, the shorter text of both included. */
const nearest = 200;

/** More dates than two, of publication and of a change, belong to a list of other pages. */
const mostTimes = 2;

/** A text before the date of a change. */
const changed = /\b(?:updat|modif|chang|edit|revis|review)/i;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const month = `(?<month>${months.join('|')})[a-z]*\\.?`;
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const year = '(?<year>(?:19|20)\\d\\d)';
const posted = '^(?:(?:posted|published)(?: on)?:? )?';
/** A text that is only a day: `8 June 2023`, `Posted on June 8, 2023`, `2023 June 08`, `2023-06-08`. */
const writtenDays = [
  `${day} ${month},? ${year}`,
  `${month} ${day},? ${year}`,
  `${year} ${month} ${day}`,
  `${year}-(?<number>\\d\\d)-${day}`,
].map((form) => new RegExp(`${posted}${form}$`, 'i'));
/** Longest such text, in characters. */
const longestDay = 40;

interface Found {
  readonly date: string;
  /** Characters before it. */
  readonly at: number;
  /** Headings of other pages before it, such as in a list of articles. */
  readonly entries: number;
  /** Whether it dates a change, or the page that an item of a list leads to. */
  readonly isOther: boolean;
}

/**
 * Finds the date beside the first H1 of a page, as it is read: the day of publication where nothing else says it. Without such a
 * `time` it may be a text that is only a day, in English or ISO 8601, directly before or after an H1 that is no link. The date of a
 * change does not count, nor does the date of another page: below a heading that is a link, or in a list item that begins with a link.
 */
export function createTitleDate() {
  const times: Found[] = [];
  let written: string | undefined;
  let [at, entries] = [0, 0];
  let title: Omit<Found, 'date' | 'isOther'> | undefined;
  /** The last texts. */
  let [last, beforeLast] = ['', ''];
  let isTitleLast = false;
  let isTitleLinked = false;
  /** Where the last heading, link and list item began. */
  let [headingAt, linkAt, itemAt] = [-1, -1, -1];
  let isOfItem = false;
  return {
    text(data: string): void {
      const words = data.trim();
      if (words === '') return;
      if (isTitleLast) written ??= dayIn(words);
      isTitleLast = false;
      [last, beforeLast] = [words, last];
      at += words.length;
    },
    title(): void {
      if (title) return;
      title = { at, entries };
      isTitleLinked = linkAt === at;
      const start = at - last.length;
      const isOther = isTitleLinked || linkAt === start || headingAt === start || changed.test(beforeLast);
      written = isOther ? undefined : dayIn(last);
    },
    heading(): void {
      isTitleLast = false;
      headingAt = at;
      if (linkAt === at) entries++;
    },
    link(): void {
      isTitleLast = false;
      linkAt = at;
      if (headingAt === at) entries++;
      if (title?.at === at) [isTitleLinked, written] = [true, undefined];
      if (itemAt === at) isOfItem = true;
    },
    item(isOpen: boolean): void {
      itemAt = isOpen ? at : -1;
      isOfItem = false;
    },
    titleEnd(): void {
      isTitleLast = !isTitleLinked;
      // Of the first H1 only.
      isTitleLinked = true;
    },
    time(datetime: string): void {
      times.push({ date: datetime, at, entries, isOther: isOfItem || changed.test(last) });
    },
    found(): string | undefined {
      if (times.length > mostTimes || title === undefined) return written;
      const { at, entries } = title;
      const isBeside = (time: Found): boolean => time.entries === entries && Math.abs(time.at - at) <= nearest;
      return times.find((time) => !time.isOther && isBeside(time))?.date ?? written;
    },
  };
}

function dayIn(text: string): string | undefined {
  if (text.length > longestDay) return undefined;
  for (const form of writtenDays) {
    const { year, month, number, day } = form.exec(collapsed(text))?.groups ?? {};
    if (year) return existing(year, number ?? `${months.indexOf(month!.slice(0, 3).toLowerCase()) + 1}`, day!);
  }
  return undefined;
}

/** The day in the URL of an article: `/2024/05/12/name/`, `/blog/2024-05-12-name`. */
export function dateInPath(path: string): string | undefined {
  const [, ...parts] = /\/((?:19|20)\d\d)([/-])(\d\d)\2(\d\d)[/-][^/]/.exec(path) ?? [];
  const [year, , month, day] = parts;
  return parts.length > 0 ? existing(year!, month!, day!) : undefined;
}

/** A day as ISO 8601, if there is such a day: no 30 February. */
function existing(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day) ? date : undefined;
}
