import { literal } from '../patterns.ts';

/**
 * A quoted token of a Caddyfile: in backticks, without escapes, or in quotes if it contains a backtick, with escaped quotes.
 * `{$` would begin an environment variable in both: the dollar is written as the default of an unset one.
 */
export const quoted = (text: string): string => {
  const token = text.replaceAll('{$', '{{$DIPTYCH_DOLLAR:$}');
  return token.includes('`') ? `"${token.replaceAll('"', '\\"')}"` : `\`${token}\``;
};

/** A text without placeholders: braces are escaped. Caddy reads escapes only before braces. */
export const plainPart = (text: string): string => (text.includes('{') ? text.replace(/[{}]/g, '\\$&') : text);

/** JSON without placeholders, and without backticks, which would end a token. */
export const jsonPart = (json: string): string => plainPart(json.replaceAll('`', '\\u0060'));

const [open, close] = ['\u{e000}', '\u{e001}'];

/** Marks a placeholder of Caddy in a text until {@link filled} writes it; other braces are literal. */
export const placeholder = (name: string): string => open + name + close;

/** A text with placeholders, as a token. */
export const filled = (text: string): string => quoted(plainPart(text).replaceAll(open, '{').replaceAll(close, '}'));

/** A row of a map: a pattern after a tilde, or a text, and its values. */
export const row = (...tokens: readonly string[]): string => tokens.map(quoted).join(' ');

/**
 * A row of a map for one path. A path that resembles a placeholder becomes a pattern; in its values a dollar names a group, and
 * an undefined group keeps a brace from beginning a placeholder.
 */
export const pathRow = (path: string, ...values: readonly string[]): string =>
  /[{}]/.test(path)
    ? // biome-ignore lint/suspicious/noTemplateCurlyInString: it is Caddy's
      row(`~^${literal(path)}$`, ...values.map((value) => value.replaceAll('$', '$$$$').replaceAll('{', () => '{${9}')))
    : [quoted(path), ...values.map(filled)].join(' ');
