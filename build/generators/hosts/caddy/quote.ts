/** A token of a Caddyfile in its quotes: backticks, in which nothing is escaped, or quotes if it holds a backtick. */
export const quoted = (text: string): string =>
  text.includes('`') ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `\`${text}\``;

/** A text in which nothing is a placeholder: braces are escaped. Caddy reads no escapes where none opens. */
export const plainPart = (text: string): string => (text.includes('{') ? text.replace(/[{}]/g, '\\$&') : text);
