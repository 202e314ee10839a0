/** Template tags. First an expression that is one string, which may contain braces. */
const tags = /\{\{-?\s*(["'])(?:(?!\1).)*\1\s*-?\}\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/g;
/** Raw blocks, with their tags. */
const raw = /\{%-?\s*(raw|verbatim)\s*-?%\}[\s\S]*?\{%-?\s*end\1\s*-?%\}/g;
/** Tags that only show a string, and tags that end or divide a block, which is judged by its first tag. */
const followers = /^\{\{-?\s*(["'])(?:(?!\1).)*\1\s*-?\}\}$|^\{%-?\s*(?:end\w*|else)\b/;

/** Active tags of Liquid and Nunjucks in a text. */
export const tagsIn = (text: string): string[] => (text.replace(raw, '').match(tags) ?? []).filter((tag) => !followers.test(tag));

/** The path in a tag: `a.b` of `{{ (a.b) | upper }}` and `{% for x in a.b %}`. */
const reads =
  /^\{\{-?\s*\(*([\w$]+(?:\.[\w$]+)*)|^\{%-?\s*(?:for\s+[\w$,\s()]+?\s+in|if|unless)\s+(?:not\s+)?([\w$]+(?:\.[\w$]+)*)/;
/** A tag that starts with a string, and the name of another. */
const says = /^\{\{-?\s*\(*["']|^\{%-?\s*([\w$]+)/;
/** Names bound in a text. */
const binds = /\{%-?\s*(?:for|set|assign|capture)\s+\(?([\w$]+(?:\s*,\s*[\w$]+)*)/g;

/**
 * The tags of a template that print something: a string, a shortcode, or a path that is in its data or bound in its text.
 *
 * @param shortcodes names of the site's own
 * @param data of the template; computed, paginated and collected data counts as present
 */
export function printingTags(
  text: string,
  data: Readonly<Record<string, unknown>>,
  shortcodes: ReadonlySet<string>,
): ReadonlySet<string> {
  const { pagination, eleventyComputed } = data as { pagination?: { alias?: string }; eleventyComputed?: object };
  const later = new Set([
    ...['collections', 'page', 'pagination', pagination?.alias, ...Object.keys(eleventyComputed ?? {})],
    ...[...text.matchAll(binds)].flatMap(([, names]) => names!.split(/\s*,\s*/)),
  ]);
  const isThere = (path: string): boolean => {
    const [root, ...rest] = path.split('.');
    if (later.has(root)) return true;
    const value = [root!, ...rest].reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);
    return value !== undefined && value !== null && value !== '';
  };
  return new Set(
    tagsIn(text).filter((tag) => {
      const said = says.exec(tag);
      if (said && (said[1] === undefined || shortcodes.has(said[1]))) return true;
      const [, printed, asked] = reads.exec(tag) ?? [];
      const path = printed ?? asked;
      return path !== undefined && isThere(path);
    }),
  );
}
