import { unpublished } from '../contract/published-files.ts';
import type { SiteFacts } from '../contract/site-facts.ts';

/*
 * Request paths as regular expressions (PCRE), for servers that decide by patterns. See `normalPath` of the proxy.
 */

/** A path as it stands in a regular expression. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A segment as it is sent that names something: no dots alone, nothing that a decoder would take for a separator. */
const segment = "(?!(?:\\.|%2e){1,2}(?:[/?\\s]|$))(?:[\\w.~!$&'()*+,;=:@-]++|%(?!0|1|2f|5c|7f)[\\da-f]{2})++";
/** A path of the site as it is sent, without its first slash. */
export const sentPath = `(?:(?:${segment}/)*+(?:${segment})?)`;
/** Before the path, where a client sends the whole URL. */
export const sentOrigin = '(?:https?://[^/?#\\s]*)?';

/** Other spellings of a page that is no index of its folder end in this. */
export const fileAlias = ({ htmlUrls }: Pick<SiteFacts, 'htmlUrls'>): string =>
  htmlUrls ? '(?:/index\\.html?|/index|\\.htm)?$' : '(?:/index\\.html?|/index|\\.html?)$';
/** What the URL of such a page ends in. */
export const pageEnding = ({ htmlUrls }: Pick<SiteFacts, 'htmlUrls'>): '' | '.html' => (htmlUrls ? '.html' : '');
/** Decoded paths, without their slash, of files that the build keeps for hosts. */
export const unpublishedPaths = [...unpublished].map(literal).join('|');
