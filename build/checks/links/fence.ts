import MarkdownIt from 'markdown-it';

/** A code fence that opens and never closes. */
export interface OpenFence {
  /** 1-based. */
  readonly line: number;
  /** The opening line, without what surrounds it. */
  readonly opening: string;
  /** The first line in it. */
  readonly first: string;
}

/** A text that ends in the closing line of a fence. */
export const lastFence: RegExp = /(^|\n)[ \t>]*(`{3,}|~{3,})[ \t]*\n*$/;

/** Containers that a fence may stand in, at the start of a line: quotes and list items. */
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/**
 * The fences of a Markdown text that no line closes (CommonMark 0.31 §4.5). A quick look at the lines that may be
 * fences comes first; only where they do not pair is the text parsed.
 */
export function unclosedFences(text: string): OpenFence[] {
  return pairUp(text) ? [] : parse(text);
}

/** Whether the lines that look like fences pair up, containers left out of account. */
function pairUp(text: string): boolean {
  let open: { mark: string; indent: string } | undefined;
  for (const line of fenceLines(text)) {
    const container = CONTAINERS.exec(line)![0];
    const [, mark = '', info = ''] = FENCE.exec(line.slice(container.length).trimEnd()) ?? [];
    if (!mark) continue;
    // Another quote or list item than the one it opened in: only the parser knows.
    if (!open) open = { mark, indent: container };
    else if (/[-*+.)]/.test(container)) return false;
    else if (container.replace(/[^>]/g, '') !== open.indent.replace(/[^>]/g, '')) return false;
    else if (mark[0] === open.mark[0] && mark.length >= open.mark.length && !info.trim()) open = undefined;
  }
  return open === undefined;
}

/** The lines that hold three backticks or tildes in a row. */
function* fenceLines(text: string): Generator<string> {
  let backticks = text.indexOf('```');
  let tildes = text.indexOf('~~~');
  while (backticks >= 0 || tildes >= 0) {
    const at = tildes < 0 || (backticks >= 0 && backticks < tildes) ? backticks : tildes;
    const end = text.indexOf('\n', at);
    yield text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
    if (end < 0) return;
    if (backticks >= 0 && backticks < end) backticks = text.indexOf('```', end);
    if (tildes >= 0 && tildes < end) tildes = text.indexOf('~~~', end);
  }
}

const parser = new MarkdownIt({ html: true });

function parse(text: string): OpenFence[] {
  const lines = text.split('\n');
  return parser.parse(text, {}).flatMap(({ type, markup, info, map, content }) => {
    if (type !== 'fence' || !map) return [];
    const [start, end] = map;
    const last = end - 1 > start ? (lines[end - 1] ?? '').replace(CONTAINERS, '').trimEnd() : '';
    const isClosed = last.length >= markup.length && last === markup[0]!.repeat(last.length);
    return isClosed ? [] : [{ line: start + 1, opening: markup + info.trim(), first: content.split('\n', 1)[0]! }];
  });
}
