import { readMarkdownLinks } from '../../checks/links/markdown-links.ts';

/** A sitemap without the lines of some pages; the pages below them move up, and headings without pages go. */
export function indexWithout(text: string, isOut: (target: string) => boolean): string {
  /** Of the items that a line lies in, whether each stays. */
  const above: { indent: number; stays: boolean }[] = [];
  const lines = text.split('\n').flatMap((line) => {
    const [, indent] = /^( *)- /.exec(line) ?? [];
    if (indent === undefined) {
      above.length = 0;
      return [line];
    }
    while (above.length > 0 && above.at(-1)!.indent >= indent.length) above.pop();
    const stays = !readMarkdownLinks(line.trim())
      .slice(0, 1)
      .some(({ target }) => isOut(target));
    const depth = above.filter((item) => item.stays).length;
    above.push({ indent: indent.length, stays });
    return stays ? ['  '.repeat(depth) + line.trim()] : [];
  });
  return lines.join('\n').replace(/^## .*\n+(?=## |$(?![\s\S]))/gm, '');
}
