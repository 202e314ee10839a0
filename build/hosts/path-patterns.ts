import { notFoundFile } from '../contract/permalinks.ts';
import { unpublished } from '../contract/published-files.ts';
import type { SiteFacts } from '../contract/site-facts.ts';

/*
 * Request paths as regular expressions (PCRE), for servers that decide by patterns. See `normalPath` of the proxy.
 */

/** A path as it stands in a regular expression. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A segment as it is sent that names something: no dots alone, nothing that a decoder would take for a separator. */
const segment = "(?!(?:\\.|%2e){1,2}(?:[/?\\s]|$))(?:[\\w.~!$&'()*+,;=:@-]|%(?!0|1|2f|5c|7f)[\\da-f]{2})++";
/** A path of the site as it is sent, without its first slash. */
export const sentPath = `(?:(?:${segment}/)*+(?:${segment})?)`;
/** Before the path, where a client sends the whole URL. */
export const sentOrigin = '(?:https?://[^/?#\\s]*)?';

/** Other spellings of a page that end in this. */
export const pageAlias = '(?:/index\\.html|/index|\\.html)$';
/** Those of a page that is no index of its folder. */
export const fileAlias = ({ htmlUrls }: Pick<SiteFacts, 'htmlUrls'>): string =>
  htmlUrls ? '(?:/index\\.html|/index)?$' : pageAlias;
/** What the URL of such a page ends in. */
export const pageEnding = ({ htmlUrls }: Pick<SiteFacts, 'htmlUrls'>): '' | '.html' => (htmlUrls ? '.html' : '');
/** Other spellings of a twin that end in this. */
export const twinAlias = '(?:/index\\.html|/index|\\.html|/)\\.md$';

/** How the path of a part of a long page ends, after what it is a part of. */
export const partEnding = '\\.parts/[^/]+\\.md$';

/** The URL at which the page for missing pages would be. */
export const notFoundStem = `/${notFoundFile.replace(/\.html$/, '')}`;
/** Decoded paths of files that are not published. */
export const hidden: readonly string[] = [
  '/$',
  '\\.html?$',
  '^/(?!\\.well-known(?:/|$))\\.',
  '^/.*/\\.',
  `^/(?:${[...unpublished].map(literal).join('|')})$`,
];
/** Accept-Encoding that takes Brotli before anything else. */
export const takesBrotli = '(?:^|,)[ \\t]*br[ \\t]*(?:;[ \\t]*q=1(?:\\.0{0,3})?[ \\t]*)?(?:,|$)';
export const takesGzip = '(?:^|,)[ \\t]*gzip[ \\t]*(?:;[ \\t]*q=(?:1(?:\\.0{0,3})?|0\\.\\d{0,2}[1-9]\\d{0,2})[ \\t]*)?(?:,|$)';
