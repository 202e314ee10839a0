import { readMarkdownLinks } from '../../checks/links/markdown-links.ts';

/** Removes pages from a sitemap; pages below them move up, and headings without pages are removed. */
export function indexWithout(text: string, isOut: (target: string) => boolean): string {
  /** Whether each enclosing item stays. */
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
