import { visibleText } from '../../contract/std/visible-text.ts';
import { type ContentSettings, contentOf, isMarked, rootName } from '../../page/convert.ts';
import type { Conversion } from '../../page/page.ts';
import type { PageContent } from '../../page/parse-html.ts';
import { type ParityContext, parityOf } from '../../twin/parity/parity.ts';

export type TwinContext = Pick<ParityContext, 'pageUrl' | 'siteUrl'> & ContentSettings;

/**
 * Parity of a page and a twin of any origin. Unlike in a build, where a twin is measured before its template is added, extra
 * words are no loss, and links to a page and to its twin, in any spelling, are equal.
 */
export function foundParity(
  page: PageContent,
  twin: string,
  context: TwinContext,
): Pick<Conversion, 'root' | 'isUnnamed' | 'parity'> {
  const { siteUrl, pageUrl, boilerplate } = context;
  const urlKey = (url: string): string => {
    if (!url.startsWith(`${siteUrl}/`)) return url;
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url.slice(siteUrl.length)) ?? [];
    return siteUrl + bucketOf(path) + rest;
  };
  const text = visibleText(twin).replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '');
  const { root, out, isUnnamed, measured, repeated } = contentOf(page, context);
  return {
    root: rootName(root),
    ...(isUnnamed && { isUnnamed }),
    parity: parityOf(measured, text, {
      siteUrl,
      pageUrl,
      boilerplate,
      repeated,
      converted: { root, out },
      urlKey,
      mayAdd: true,
      isMarked: isMarked(root, context, isUnnamed),
    }),
  };
}

/** A key that all spellings of the URLs of a page and its twin share. */
const bucketOf = (path: string): string => path.replace(/(?:\/index)?\/?(?:\.html?)?(?:\.md)?\/?$/, '');
