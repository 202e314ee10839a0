import { literal } from '../patterns.ts';

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

const [open, close] = ['\u{e000}', '\u{e001}'];

/** A placeholder of Caddy's in a text, until {@link filled} puts it there: what else looks like one is plain. */
export const placeholder = (name: string): string => open + name + close;

/** A text that names placeholders, as a token. */
export const filled = (text: string): string => quoted(plainPart(text).replaceAll(open, '{').replaceAll(close, '}'));

/** A row of a map as it stands: a pattern behind a tilde, or a text, and its values. */
export const row = (...tokens: readonly string[]): string => tokens.map(quoted).join(' ');

/**
 * A row of a map for one path. A path that Caddy would take for a placeholder is a pattern; in what that leads to, a dollar names
 * a group, and the group that there is not keeps a brace from opening a placeholder.
 */
export const pathRow = (path: string, ...values: readonly string[]): string =>
  /[{}]/.test(path)
    ? // biome-ignore lint/suspicious/noTemplateCurlyInString: it is Caddy's
      row(`~^${literal(path)}$`, ...values.map((value) => value.replaceAll('$', '$$$$').replaceAll('{', () => '{${9}')))
    : [quoted(path), ...values.map(filled)].join(' ');
