import { visibleText } from '../../contract/std/visible-text.ts';
import { rootName } from '../../page/convert.ts';
import type { Conversion } from '../../page/page.ts';
import type { PageContent } from '../../page/parse-html.ts';
import { type ParityContext, parityOf } from '../../twin/parity.ts';
import { Reading, type ReadingSettings } from '../../twin/reading.ts';
import { toMarkdown } from '../../twin/to-markdown.ts';

export type TwinContext = Pick<ParityContext, 'pageUrl' | 'siteUrl'> & ReadingSettings;

/**
 * Parity of a page and a twin of any origin. Unlike in a build, links to a page and to its twin, in any spelling, are equal.
 */
export function foundParity(
  page: PageContent,
  twin: string,
  context: TwinContext,
): Pick<Conversion, 'root' | 'isUnnamed' | 'parity'> {
  const { siteUrl, pageUrl } = context;
  const urlKey = (url: string): string => {
    if (!url.startsWith(`${siteUrl}/`)) return url;
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url.slice(siteUrl.length)) ?? [];
    return siteUrl + bucketOf(path) + rest;
  };
  const text = visibleText(twin).replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '');
  const reading = new Reading(page.document(), context);
  // The rules say what a twin writes in another form: the mark of a footnote, the title of an alert.
  toMarkdown(reading, context);
  return {
    root: rootName(reading.root),
    ...(reading.isUnnamed && { isUnnamed: true }),
    parity: parityOf(reading, text, { siteUrl, pageUrl, urlKey }),
  };
}

/** A key that all spellings of the URLs of a page and its twin share. */
const bucketOf = (path: string): string => path.replace(/(?:\/index)?\/?(?:\.html?)?(?:\.md)?\/?$/, '');
