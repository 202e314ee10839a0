import { UsageError } from '../contract/std/errors.ts';
import { counted } from '../contract/std/words.ts';
import type { PageFailure } from './messages.ts';
import type { Page } from './page.ts';
import { isSelector } from './parse-html.ts';

/** @throws {UsageError} if `--content` is given and is no CSS selector */
export function checkContent(selector: string | undefined): void {
  if (selector !== undefined && !isSelector(selector))
    throw new UsageError(`--content: ${JSON.stringify(selector)} is not a CSS selector; expected one like "main" or "#content"`);
}

/**
 * On how many pages `--content` names nothing, in one line; undefined where it names something on each.
 *
 * @throws {UsageError} if it names nothing on any
 */
export function contentReach(selector: string, read: readonly (Page | PageFailure)[]): string | undefined {
  const pages = read.filter((page): page is Page => !('failure' in page || page.root === undefined));
  const missed = pages.filter(({ isUnnamed }) => isUnnamed);
  const [first] = missed;
  if (first === undefined) return undefined;
  const where = `--content ${JSON.stringify(selector)}: names nothing on`;
  if (missed.length === pages.length)
    throw new UsageError(`${where} any of ${counted(pages.length, 'page')}; expected a selector of an element of ${first.file}`);
  return `${where} ${missed.length} of ${counted(pages.length, 'page')}, such as ${first.file}; their content was looked for`;
}
