import type { MarkdownIt } from 'markdown-it';
import { type CodePiece, highlight } from './highlight.ts';

/** The info string of a fence: ```` ```js title="a.js" {2,4-6} lineNumbers ````. */
interface FenceInfo {
  readonly language: string;
  readonly title?: string | undefined;
  readonly marked: ReadonlySet<number>;
  /** Number of the first line; undefined without line numbers. */
  readonly firstNumber?: number | undefined;
}

/** Code with colours, a title, marked and numbered lines: classes only, the text unchanged. */
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
    // The first number is in a class, because style sheets cannot read an attribute as a counter.
    const classes = [language && `language-${language}`, numbered && 'numbered'].filter(Boolean).join(' ');
    const code = `<pre tabindex="0"><code${classes ? ` class="${escapeHtml(classes)}"` : ''}>${html}</code></pre>\n`;
    // The head of the block: its title, and its language, which the style sheet shows so that it is no content.
    const named = language ? ` data-language="${escapeHtml(language)}"` : '';
    if (title) return `<figure class="code"${named}>\n<figcaption>${escapeHtml(title)}</figcaption>\n${code}</figure>\n`;
    return language ? `<div class="code"${named}>\n${code}</div>\n` : code;
  };

  // Indented code, which has no language.
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

/** `2,4-6` → 2, 4, 5, 6. Ranges are cut to the longest possible code. */
function numbersIn(list: string): Set<number> {
  const numbers = new Set<number>();
  for (const part of list.split(',')) {
    const [, from, to = from] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part) ?? [];
    for (let line = Number(from); line <= Math.min(Number(to), 100_000); line++) numbers.add(line);
  }
  return numbers;
}

/** The pieces of each line, with its line break. */
function linesOf(pieces: readonly CodePiece[]): CodePiece[][] {
  const lines: CodePiece[][] = [[]];
  for (const { text, kind } of pieces)
    for (const part of text.split(/(?<=\n)/)) {
      if (lines.at(-1)!.at(-1)?.text.endsWith('\n')) lines.push([]);
      if (part) lines.at(-1)!.push({ text: part, kind });
    }
  return lines;
}
