import type { MarkdownIt } from 'markdown-it';
import { type CodePiece, highlight } from './highlight.ts';

/** What stands behind the language of a fence: ```` ```js title="a.js" {2,4-6} lineNumbers ````. */
interface FenceInfo {
  readonly language: string;
  readonly title?: string | undefined;
  readonly marked: ReadonlySet<number>;
  /** Number of the first line; undefined if lines have none. */
  readonly firstNumber?: number | undefined;
}

/** Code with colours, a title, marked and numbered lines: all of it in classes, the text as the author wrote it. */
export function addCodeBlocks(markdown: MarkdownIt): void {
  const { escapeHtml, unescapeAll } = markdown.utils;
  markdown.renderer.rules.fence = (tokens, at) => {
    const { content, info } = tokens[at]!;
    const { language, title, marked, firstNumber } = readInfo(unescapeAll(info).trim());
    const pieces = highlight(content, language);
    const numbered = firstNumber !== undefined;
    const html =
      marked.size > 0 || numbered
        ? linesOf(pieces)
            .map((line, index) => `<span class="line${marked.has(index + 1) ? ' marked' : ''}">${toHtml(line)}</span>`)
            .join('')
        : toHtml(pieces);
    // A counter starts at a number that a class names: an attribute of its own could not be read by a style sheet.
    const classes = [language && `language-${language}`, numbered && 'numbered'].filter(Boolean).join(' ');
    const code = `<pre tabindex="0"><code${classes ? ` class="${escapeHtml(classes)}"` : ''}>${html}</code></pre>\n`;
    return title ? `<figure class="code">\n<figcaption>${escapeHtml(title)}</figcaption>\n${code}</figure>\n` : code;
  };

  // Indented code, which names no language.
  markdown.renderer.rules.code_block = markdown.renderer.rules.fence;

  const toHtml = (pieces: readonly CodePiece[]): string =>
    pieces.map(({ text, kind }) => (kind ? `<span class="${kind}">${escapeHtml(text)}</span>` : escapeHtml(text))).join('');
}

function readInfo(info: string): FenceInfo {
  const [, language = '', rest = ''] = /^([^\s{]*)\s*(.*)$/s.exec(info) ?? [];
  const title = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(rest);
  const bare = title ? rest.replace(title[0], ' ') : rest;
  return {
    language: language.replace(/:line-numbers$/, ''),
    title: title?.[1] ?? title?.[2] ?? title?.[3],
    marked: numbersIn(/\{([\d,\s-]*)\}/.exec(bare)?.[1] ?? ''),
    firstNumber:
      /:line-numbers$/.test(language) || /(?:^|\s)(?:lineNumbers|showLineNumbers|line-numbers)(?=\s|$)/.test(bare)
        ? 1
        : undefined,
  };
}

/** `2,4-6` → 2, 4, 5, 6. A range that no code is long enough for is cut. */
function numbersIn(list: string): Set<number> {
  const numbers = new Set<number>();
  for (const part of list.split(',')) {
    const [, from, to = from] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part) ?? [];
    for (let line = Number(from); line <= Math.min(Number(to), 100_000); line++) numbers.add(line);
  }
  return numbers;
}

/** The pieces of each line, its line break at its end. */
function linesOf(pieces: readonly CodePiece[]): CodePiece[][] {
  const lines: CodePiece[][] = [[]];
  for (const { text, kind } of pieces)
    for (const part of text.split(/(?<=\n)/)) {
      if (lines.at(-1)!.at(-1)?.text.endsWith('\n')) lines.push([]);
      if (part) lines.at(-1)!.push({ text: part, kind });
    }
  return lines;
}
