/** Longest title of a part, in characters. */
const longest = 80;

/** Characters of Markdown that are read: a hostile line is a megabyte of brackets. */
const longestRead = 4_000;

const code = /(?<!`)(`+)(?!`) ?(.*?) ?(?<!`)\1(?!`)/g;
/** A link, or a picture, which may be in a link. */
const link =
  /!?(?<!\\)\[((?:\\.|[^\\[\]]|\[(?:\\.|[^\\[\]])*\])*)\]\((?:<[^>]*>|(?:\\.|[^\\()\s]|\([^()\s]*\))*)(?: "(?:\\.|[^\\"])*")?\)/g;

/** A heading or term in Markdown as title of a part: text on one line, a long signature without its arguments. */
export function plainTitle(markdown: string): string {
  const text = plainLine(markdown);
  if (text.length <= longest) return text;
  const name = text.slice(0, text.indexOf('(') >>> 0).trim();
  const isSignature = name !== '' && name.length <= longest && name.split(' ').length <= mostNames;
  return isSignature ? name : `${text.slice(0, text.lastIndexOf(' ', longest)).slice(0, longest)}…`;
}

/** Most words before the arguments of a signature: `static PyObject *PyFoo_New`. */
const mostNames = 4;

/** Inline Markdown as text on one line. */
export const plainLine = (markdown: string): string =>
  markdown
    .slice(0, longestRead)
    .replace(code, (_, __, text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&'))
    .replace(link, '$1')
    .replace(link, '$1')
    .replace(/(?<!\\)<[^>]*>/g, '')
    .replace(/(?<!\\)\*+|(?<![\\\w])(_+)(?=[^\s_].*?(?<!\\)\1(?!\w))|(?<=\w)(?<!\\)_+(?!\w)/g, '')
    .replace(/\\([!-/:-@[-`{-~]|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
