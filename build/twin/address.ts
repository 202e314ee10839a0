import { visibleText } from '../contract/std/visible-text.ts';

/** URLs that run code, contain data, or are only a scheme (`app:`), instead of locating something: no one else can fetch them. */
const nowhere = /^(?:javascript|vbscript|data|blob|about):|^[a-z][a-z\d+.-]*:$/i;

/**
 * The absolute URL for an address on a page: the only way for a URL of a page into a twin or another document.
 *
 * @param written value of an attribute. Controls and surrounding space are removed everywhere, so that no spelling hides a
 *   scheme (URL Standard §4.4 removes tabs and newlines anywhere and other controls at the ends); for NUL see HTML
 *   §13.2.5.36
 * @param base absolute URL of the page
 * @returns undefined for addresses without location (`javascript:`, `data:`, `app:`); invalid URLs unchanged
 */
export function addressOf(written: string, base: string): string | undefined {
  const address = written.replaceAll('\0', '\uFFFD').replace(unfit, '').trim();
  if (nowhere.test(visibleText(address))) return undefined;
  try {
    // A pipe would end a table cell.
    return new URL(address, base).href.replaceAll('|', '%7C');
  } catch {
    return visibleText(address);
  }
}

/** Whether an agent can fetch an address: http(s), or relative. */
export const canBeFetched = (address: string): boolean => /^https?:/i.test(address) || !/^[a-z][a-z\d+.-]*:/i.test(address);

/** Controls, and the characters that conversion reserves (page-reference.ts). */
const unfit = /[\p{Cc}\uFDD0-\uFDEF]/gu;

/** Whether two URLs without fragments are spellings of one page: `/a`, `/a/`, `/a.html`. */
export const isSamePage = (one: string, other: string): boolean => one === other || stemOf(one) === stemOf(other);

/** The common stem of the spellings of a page's URL. */
export const stemOf = (url: string): string => url.replace(/(?:\/index)?(?:\.html?)?\/?$/, '');
