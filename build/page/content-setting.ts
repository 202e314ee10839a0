import picomatch from 'picomatch';
import { groupBy } from '../contract/std/collections.ts';
import { UsageError } from '../contract/std/errors.ts';
import { counted } from '../contract/std/words.ts';
import type { PageFailure } from './messages.ts';
import type { ReadPage } from './page.ts';
import { isSelector } from './parse-html.ts';

/** CSS selector of the content, for every page or by glob of files; the first matching glob applies. */
export type ContentSetting = string | Readonly<Record<string, string>>;

/** The selector for the page of one file. */
export const contentFor = (content: ContentSetting | undefined, file: string): string | undefined =>
  typeof content === 'object' ? content[globFor(content, file) ?? ''] : content;

const globFor = (content: object, file: string): string | undefined =>
  Object.keys(content).find((glob) => picomatch.isMatch(file, glob));

/** The fault of an invalid selector; undefined if all are valid. */
export function contentFault(content: ContentSetting | undefined): string | undefined {
  const all = typeof content === 'string' ? { '': content } : (content ?? {});
  const [glob, wrong] = Object.entries(all).find(([, selector]) => !isSelector(selector)) ?? [];
  const where = glob ? `of ${JSON.stringify(glob)}, ` : '';
  return wrong === undefined
    ? undefined
    : `${where}${JSON.stringify(wrong)} is not a CSS selector; expected one like "main" or "#content"`;
}

/**
 * A line for each selector that matches nothing on some pages, with their number, and for each glob without a page; undefined
 * if there are none.
 *
 * @throws {UsageError} if one matches nothing on any of its pages, or no glob has a page
 */
export function contentReach(content: ContentSetting, read: readonly (ReadPage | PageFailure)[]): string | undefined {
  const pages = read.filter((page): page is ReadPage => !('failure' in page));
  if (typeof content === 'string') return reachOf(content, pages);
  const groups = groupBy(pages, ({ file }) => globFor(content, file));
  const lines = Object.entries(content).flatMap(([glob, selector]) => {
    const option = glob === '**' ? selector : `${glob}=${selector}`;
    return (groups.has(glob) ? reachOf(option, groups.get(glob)!) : withoutPage(option, glob, pages)) ?? [];
  });
  if (!Object.keys(content).some((glob) => groups.has(glob))) throw new UsageError(lines.join('; '));
  return lines.length > 0 ? lines.join('\n') : undefined;
}

function reachOf(option: string, all: readonly ReadPage[]): string | undefined {
  // Excluded pages, and those measured before, were not converted.
  const pages = all.filter(({ root }) => root !== undefined);
  const where = `--content ${JSON.stringify(option)}: names nothing on`;
  const missed = pages.filter(({ isUnnamed }) => isUnnamed);
  const [first] = missed;
  if (first === undefined) return undefined;
  if (missed.length < pages.length)
    return `${where} ${missed.length} of ${counted(pages.length, 'page')}, such as ${first.file}; their content was looked for`;
  const on = pages.length > 1 ? `any of ${counted(pages.length, 'page')}` : 'the only page';
  throw new UsageError(`${where} ${on}; expected a selector of an element of ${first.file}`);
}

/** A folder may be empty for a time: the other pages get their twins. */
function withoutPage(option: string, glob: string, pages: readonly ReadPage[]): string {
  const taken = pages.find(({ file }) => picomatch.isMatch(file, glob));
  const why = taken
    ? `an earlier glob has all its pages, such as ${taken.file}; name it first`
    : `the glob matches no page; globs name files of the folder, such as ${pages[0]?.file}`;
  return `--content ${JSON.stringify(option)}: ${why}`;
}
