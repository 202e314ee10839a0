/** Plain text as one line of Markdown: what CommonMark would read as markup is escaped. */
export const markdownText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, (character, at: number, whole: string) =>
      character === '_' && /\w/.test(whole[at - 1] ?? ' ') && /\w/.test(whole[at + 1] ?? ' ') ? character : `\\${character}`,
    );

/** Plain text as the text of a link: like {@link markdownText}, with parentheses for brackets, which break index parsers. */
export const linkText = (text: string): string => markdownText(text.replace(/\[/g, '(').replace(/\]/g, ')'));

/** One line of an index: `- [title](url): description`. */
export const indexLine = (title: string, url: string, description: string): string =>
  `- [${linkText(title)}](${url.replace(/\(/g, '%28').replace(/\)/g, '%29')})${description ? `: ${markdownText(description)}` : ''}`;
