/** An argument of a directive, in its quotes. A backslash that stands for itself is written twice. */
export const argument = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** Stands for a variable of the rules in a value, until that is written. */
export const apacheVariable = (name: string): string => `\u0001${name}\u0002`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no value of a field has them
const variables = /\u0001(\w+)\u0002/g;

/** The value of a field: `%` is written twice there, and only an expression can hold `${`. */
export const fieldValue = (text: string): string =>
  /^expr=|\$\{/.test(text)
    ? `expr=${template(text).replace(variables, '%{reqenv:$1}')}`
    : text.replaceAll('%', '%%').replace(variables, '%{$1}e');

/** The same as what an edit of a field puts there: a URL, in which a brace may be encoded. */
export const replacement = (url: string): string => url.replaceAll('${', '$%7B').replaceAll('$', '\\$').replaceAll('%', '%%');

/** JSON in which no character means anything to the server. */
export const plainJson = (json: string): string =>
  json.replace(/[$%']/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A text in which nothing is a variable, as part of an expression that gives a string: `%{`, `$1`, and `${`, which is a variable
 * of the configuration wherever it stands.
 */
export const template = (text: string): string => text.replace(/[\\$]|(?<=[$%])\{/g, '\\$&');

/** A string of an expression. */
export const expressionString = (text: string): string => `'${template(text).replaceAll("'", "\\'")}'`;

/** A path as it is sent, in a substitution: as itself, and no variable of the rules or of the configuration (`${`). */
export const targetOf = (path: string): string => path.replace(/[\\$%{]/g, '\\$&').replaceAll('"', '\\%22');
