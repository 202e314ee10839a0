import { visibleText } from '../../contract/std/visible-text.ts';
import { type ContentSettings, contentOf, isMarked, rootName } from '../../page/convert.ts';
import type { Conversion } from '../../page/page.ts';
import type { PageContent } from '../../page/parse-html.ts';
import { type ParityContext, parityOf } from '../../twin/parity/parity.ts';

/** Where a page and its twin come from. */
export type TwinContext = Pick<ParityContext, 'pageUrl' | 'siteUrl'> & ContentSettings;

/**
 * How much of a page the twin holds that was found beside it, whatever made it. Other than in a build, where a twin is
 * measured before its frame is put around it, words of its own are no loss; and a link to a page and one to its twin,
 * in any spelling, are the same.
 */
export function foundParity(
  page: PageContent,
  twin: string,
  context: TwinContext,
): Pick<Conversion, 'root' | 'isUnnamed' | 'parity'> {
  const { siteUrl, pageUrl, frame } = context;
  const urlKey = (url: string): string => {
    if (!url.startsWith(`${siteUrl}/`)) return url;
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url.slice(siteUrl.length)) ?? [];
    return siteUrl + bucketOf(path) + rest;
  };
  const text = visibleText(twin).replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '');
  const { root, isUnnamed, measured, repeated } = contentOf(page, context);
  return {
    root: rootName(root),
    ...(isUnnamed && { isUnnamed }),
    parity: parityOf(measured, text, {
      siteUrl,
      pageUrl,
      frame,
      repeated,
      urlKey,
      mayAdd: true,
      isMarked: isMarked(root, context, isUnnamed),
    }),
  };
}

/** What the spellings of the URLs of a page and of its twin have in common. */
const bucketOf = (path: string): string => path.replace(/(?:\/index)?\/?(?:\.html?)?(?:\.md)?\/?$/, '');
