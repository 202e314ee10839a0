/** Characters between the first H1 of a page and a date that belongs to it, the shorter text of both included. */
const nearest = 200;

/** More dates than that of publication and that of a change are a list of other pages. */
const mostTimes = 2;

/** A text before the date of a change. */
const changed = /\b(?:updat|modif|chang|edit|revis|review)/i;

/**
 * Finds the `time` beside the first H1 of a page, as it is read: the day of publication where nothing else says it. The date of a
 * change does not count.
 */
export function createTitleDate() {
  const times: { readonly datetime: string; readonly at: number; readonly isChange: boolean }[] = [];
  let at = 0;
  let title: number | undefined;
  let last = '';
  return {
    text(data: string): void {
      if (data.trim() === '') return;
      last = data;
      at += data.trim().length;
    },
    title(): void {
      title ??= at;
    },
    time(datetime: string): void {
      times.push({ datetime, at, isChange: changed.test(last) });
    },
    found: (): string | undefined =>
      times.length > mostTimes || title === undefined
        ? undefined
        : times.find((time) => !time.isChange && Math.abs(time.at - title!) <= nearest)?.datetime,
  };
}

/** The day in the URL of an article: `/2024/05/12/name/`, `/blog/2024-05-12-name`. */
export function dateInPath(path: string): string | undefined {
  const [, ...parts] = /\/((?:19|20)\d\d)([/-])(\d\d)\2(\d\d)[/-][^/]/.exec(path) ?? [];
  const [year, , month, day] = parts;
  const date = `${year}-${month}-${day}`;
  // There is no 30 February.
  return parts.length > 0 && new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day) ? date : undefined;
}
