/** A quoted argument of a directive, with escaped backslashes. */
export const argument = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** Placeholder for a variable in a value, until the value is written. */
export const apacheVariable = (name: string): string => `\u0001${name}\u0002`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no field value contains them
const variables = /\u0001(\w+)\u0002/g;

/** The value of a field: `%` is doubled, and `${` is only possible in an expression. */
export const fieldValue = (text: string): string =>
  /^expr=|\$\{/.test(text)
    ? `expr=${template(text).replace(variables, '%{reqenv:$1}')}`
    : text.replaceAll('%', '%%').replace(variables, '%{$1}e');

/** The same as replacement in an edit of a field: a URL, in which braces may be encoded. */
export const replacement = (url: string): string => url.replaceAll('${', '$%7B').replaceAll('$', '\\$').replaceAll('%', '%%');

/** JSON without characters that are special to the server. */
export const plainJson = (json: string): string =>
  json.replace(/[$%']/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A text without variables, inside a string expression: escapes `%{`, `$1`, and `${`, which is a variable of the configuration
 * everywhere.
 */
export const template = (text: string): string => text.replace(/[\\$]|(?<=[$%])\{/g, '\\$&');

export const expressionString = (text: string): string => `'${template(text).replaceAll("'", "\\'")}'`;

/** A path as received, in a substitution: without variables of rules or of the configuration (`${`). */
export const targetOf = (path: string): string => path.replace(/[\\$%{]/g, '\\$&').replaceAll('"', '\\%22');
