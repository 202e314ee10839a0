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

/** Code with colours, a title, marked and numbered lines: classes only, the text unchanged but for comments that mark lines. */
export function addCodeBlocks(markdown: MarkdownIt): void {
  const { escapeHtml, unescapeAll } = markdown.utils;
  markdown.renderer.rules.fence = (tokens, at) => {
    const { content, info } = tokens[at]!;
    const { language, title, marked, firstNumber } = readInfo(unescapeAll(info).trim());
    // Code in Markdown shows how marks are written.
    const { code, marks } = /^(?:md|markdown)$/.test(language) ? unmarked(content) : readMarks(content);
    for (const line of marked) marks.set(line, [...(marks.get(line) ?? []), { kind: 'highlight', comment: '' }]);
    const pieces = highlight(code, language);
    const numbered = firstNumber !== undefined;
    const lineHtml = (line: readonly CodePiece[], own: readonly Mark[]): string => {
      const names = ['line', ...own.map(({ kind }) => lineClasses[kind])].join(' ');
      // What a mark means is for agents in its comment, and for people in the style of its line.
      const comment = escapeHtml(own.map(({ comment }) => comment).join(''));
      const forAgents = comment && `<span data-markdown-only data-pagefind-ignore hidden>${comment}</span>`;
      return `<span class="${names}">${toHtml(line).replace(/\n?$/, (end) => forAgents + end)}</span>`;
    };
    const html =
      marks.size > 0 || numbered
        ? linesOf(pieces)
            .map((line, index) => lineHtml(line, marks.get(index + 1) ?? []))
            .join('')
        : toHtml(pieces);
    // The first number is in a class, because style sheets cannot read an attribute as a counter.
    const classes = [language && `language-${language}`, numbered && 'numbered'].filter(Boolean).join(' ');
    const block = `<pre tabindex="0"><code${classes ? ` class="${escapeHtml(classes)}"` : ''}>${html}</code></pre>\n`;
    // The head of the block: its title, and its language, which the style sheet shows so that it is no content.
    const named = language ? ` data-language="${escapeHtml(language)}"` : '';
    if (title) return `<figure class="code"${named}>\n<figcaption>${escapeHtml(title)}</figcaption>\n${block}</figure>\n`;
    return language ? `<div class="code"${named}>\n${block}</div>\n` : block;
  };

  // Indented code, which has no language.
  markdown.renderer.rules.code_block = markdown.renderer.rules.fence;

  const toHtml = (pieces: readonly CodePiece[]): string =>
    pieces.map(({ text, kind }) => (kind ? `<span class="${kind}">${escapeHtml(text)}</span>` : escapeHtml(text))).join('');
}

/** Classes of lines, by the marks of their comments. */
const lineClasses = {
  '++': 'added',
  '--': 'removed',
  highlight: 'marked',
  focus: 'focused',
  error: 'faulty',
  warning: 'doubtful',
} as const;

interface Mark {
  readonly kind: keyof typeof lineClasses;
  /** Empty if the mark means nothing to an agent. */
  readonly comment: string;
}

const markComment =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)[ \t]*\[!code[ \t]+(\+\+|--|highlight|focus|error|warning)(?::(\d+))?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;

const unmarked = (code: string) => ({ code, marks: new Map<number, readonly Mark[]>() });

/**
 * Marks of lines in comments at their ends, which are removed: `// [!code ++]`, `# [!code focus:3]` for three lines. On a line of
 * its own, a comment marks the lines that follow.
 */
function readMarks(content: string): { code: string; marks: Map<number, readonly Mark[]> } {
  if (!content.includes('[!code')) return unmarked(content);
  const { marks } = unmarked(content);
  const lines: string[] = [];
  for (const line of content.split('\n')) {
    const [comment, kind, count] = (markComment.exec(line) ?? []) as [string?, Mark['kind']?, string?];
    const rest = comment === undefined ? line : line.slice(0, line.length - comment.length);
    const isAlone = comment !== undefined && rest === '';
    if (!isAlone) lines.push(rest);
    const first = lines.length + (isAlone ? 1 : 0);
    for (let at = first; kind && at < first + Math.min(Number(count ?? 1), 1000); at++)
      marks.set(at, [
        ...(marks.get(at) ?? []),
        { kind, comment: /highlight|focus/.test(kind) ? '' : ` ${comment!.trim().replace(/:\d+\]/, ']')}` },
      ]);
  }
  return { code: lines.join('\n'), marks };
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
