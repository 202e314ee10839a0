/** Product names of browsers, which programs also send. */
const engines =
  /^(?:mozilla|applewebkit|khtml|gecko|chrome|chromium|safari|mobile|version|firefox|opera|presto|trident|[a-z]*browser|(?:cr|fx|edg|op|oph?r)i?os|edge?a?|opr|opt|vivaldi|ucweb|ubuntu|gsa)$/i;

/** Name for all browsers. */
export const browsers = 'Browsers';

/**
 * The name of a program from its `User-Agent` (RFC 9110 §10.1.5), without version: the product after `compatible;` or before
 * the URL of its page, else the first product that is no browser's. Only letters, digits and `._-`.
 *
 *     Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)
 *                                                                    ^^^^^^^^^
 */
export function agentName(userAgent: string): string {
  const [, stated = ''] =
    /\bcompatible;\s*(?!MSIE)([\w.-]+)/i.exec(userAgent) ?? /([A-Za-z][\w.-]*)(?:\/[\d.]+)?;? \+?https?:/.exec(userAgent) ?? [];
  if (stated !== '') return stated;
  const products = userAgent.replace(/\([^()]*\)/g, ' ').match(/(?<![^\s;,])[A-Za-z][\w.-]*(?=[/\s;,]|$)/g) ?? [];
  const program = products.find((product) => !engines.test(product));
  return program ?? (products.length > 0 ? browsers : '');
}
