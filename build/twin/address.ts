import { visibleText } from '../contract/std/visible-text.ts';

/** Schemes whose URLs run or hold what they stand for instead of saying where it is: nothing that another reader could fetch. */
const nowhere = /^(?:javascript|vbscript|data|blob|about):/i;

/**
 * The absolute URL that an address on a page stands for: the only way for a URL of a page into a twin or another document.
 *
 * @param written value of an attribute. Control characters and surrounding space do not count, wherever they are, so no
 *   spelling hides a scheme (URL Standard §4.4 drops tabs and newlines anywhere and other controls at the ends); NUL is
 *   what HTML makes of it (HTML §13.2.5.36)
 * @param base absolute URL of the page
 * @returns undefined for what leads nowhere (`javascript:`, `data:`); the address as written where it is no URL
 */
export function addressOf(written: string, base: string): string | undefined {
  const address = written.replaceAll('\0', '\uFFFD').replace(unfit, '').trim();
  if (nowhere.test(visibleText(address))) return undefined;
  try {
    // A pipe would end a table cell, and no URL needs one.
    return new URL(address, base).href.replaceAll('|', '%7C');
  } catch {
    return visibleText(address);
  }
}

/** Whether an agent can fetch what an address names: on the web, or one that is no URL and is written on a page of it. */
export const canBeFetched = (address: string): boolean => /^https?:/i.test(address) || !/^[a-z][a-z\d+.-]*:/i.test(address);

/** Controls, and the characters that conversion uses itself (page-reference.ts). */
const unfit = /[\p{Cc}\uFDD0-\uFDEF]/gu;

/** Whether two URLs without fragments are spellings of one page's: `/a`, `/a/`, `/a.html`. */
export const isSamePage = (one: string, other: string): boolean => one === other || stemOf(one) === stemOf(other);

/** What the spellings of the URL of a page have in common. */
export const stemOf = (url: string): string => url.replace(/(?:\/index)?(?:\.html?)?\/?$/, '');
