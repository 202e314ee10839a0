import { literal } from '../path-patterns.ts';

/**
 * A token of a Caddyfile in its quotes: backticks, in which nothing is escaped, or quotes if it holds a backtick, in which only
 * a quote is. `{$` would open a variable of the environment in either: the dollar is the default of one that nobody sets.
 */
export const quoted = (text: string): string => {
  const token = text.replaceAll('{$', '{{$DIPTYCH_DOLLAR:$}');
  return token.includes('`') ? `"${token.replaceAll('"', '\\"')}"` : `\`${token}\``;
};

/** A text in which nothing is a placeholder: braces are escaped. Caddy reads no escapes where none opens. */
export const plainPart = (text: string): string => (text.includes('{') ? text.replace(/[{}]/g, '\\$&') : text);

/** JSON in which nothing is a placeholder, and no backtick ends a token. */
export const jsonPart = (json: string): string => plainPart(json.replaceAll('`', '\\u0060'));

/**
 * A row of a map for one path, and the URL that it leads to. A path that Caddy would take for a placeholder is a pattern; in
 * what that leads to, a dollar names a group, and nothing escapes a brace.
 */
export const rowOf = (path: string, url: string): readonly [key: string, value: string] =>
  /[{}]/.test(path)
    ? [`~^${literal(path)}$`, url.replace(/[{}]/g, encodeURIComponent).replaceAll('$', '$$$$')]
    : [path, plainPart(url)];
