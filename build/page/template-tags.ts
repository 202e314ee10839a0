/** An expression that is one string comes first: it may hold braces. */
const tags = /\{\{-?\s*(["'])(?:(?!\1).)*\1\s*-?\}\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/g;
/** What is shown as it stands, and the tags around it. */
const raw = /\{%-?\s*(raw|verbatim)\s*-?%\}[\s\S]*?\{%-?\s*end\1\s*-?%\}/g;
/** What is run in order to show the string in it, and what ends or divides a block, which its first tag answers for. */
const followers = /^\{\{-?\s*(["'])(?:(?!\1).)*\1\s*-?\}\}$|^\{%-?\s*(?:end\w*|else)\b/;

/** Tags of Liquid and Nunjucks that a text runs. */
export const tagsIn = (text: string): string[] => (text.replace(raw, '').match(tags) ?? []).filter((tag) => !followers.test(tag));

/** The path that a tag reads: `a.b` of `{{ a.b | upper }}` and `{% for x in a.b %}`. */
const reads = /^\{\{-?\s*([\w$]+(?:\.[\w$]+)*)|^\{%-?\s*(?:for\s+[\w$,\s()]+?\s+in|if|unless)\s+(?:not\s+)?([\w$]+(?:\.[\w$]+)*)/;
/** Names that a text gives itself. */
const binds = /\{%-?\s*(?:for|set|assign|capture)\s+\(?([\w$]+(?:\s*,\s*[\w$]+)*)/g;

/**
 * The tags of a template that print something: what they read is in its data, or is bound in its text.
 *
 * @param data of the template; what is computed, paginated or collected later counts as there
 */
export function printingTags(text: string, data: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const { pagination, eleventyComputed } = data as { pagination?: { alias?: string }; eleventyComputed?: object };
  const later = new Set([
    ...['collections', 'pagination', pagination?.alias, ...Object.keys(eleventyComputed ?? {})],
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
      const [, printed, asked] = reads.exec(tag) ?? [];
      const path = printed ?? asked;
      return path !== undefined && isThere(path);
    }),
  );
}
