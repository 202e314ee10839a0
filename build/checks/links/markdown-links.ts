import { createRequire } from 'node:module';
import type { MarkdownIt } from 'markdown-it';

/** A link or image of a Markdown text or of HTML in it. */
export interface MarkdownLink {
  readonly target: string;
  /** 1-based. */
  readonly line: number;
}

/** Prefixes of link targets, with patterns of the target. */
const openers: readonly [opener: string, target: RegExp][] = [
  ['](', /\s*<?([^\s<>)]*)/y],
  ['<http', /([^<>\s]+)>/y],
  ['href="', /([^"]*)/y],
  ['src="', /([^"]*)/y],
  [']: ', /<?([^\s<>]*)/y],
];

/**
 * Finds all possible link targets in a text, fast. Includes code that looks like a link, unlike {@link readMarkdownLinks}.
 */
export function candidateTargets(text: string, see: (target: string, offset: number) => void): void {
  for (const [opener, pattern] of openers) {
    const back = opener === '<http' ? 4 : 0;
    for (let at = text.indexOf(opener); at >= 0; at = text.indexOf(opener, at + opener.length)) {
      pattern.lastIndex = at + opener.length - back;
      const target = pattern.exec(text)?.[1];
      if (target) see(target, at);
    }
  }
}

/** The links and images of a Markdown text (CommonMark), without front matter. */
export function readMarkdownLinks(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  // Keeps line numbers.
  const body = text
    .replace(/^---\n[\s\S]*?\n---\n/, (front) => front.replace(/[^\n]/g, ''))
    // `[^1]: Word` is a footnote, which CommonMark would read as a link definition.
    .replace(/^( {0,3})\[\^([^\]\s]+)\]:/gm, '$1(^$2):');
  // Tokens of table cells have no line; the token of their row precedes them.
  let line = 1;
  for (const token of parser().parse(body, {})) {
    if (token.map) line = token.map[0] + 1;
    if (token.type === 'html_block') push(links, htmlTargets(token.content), line);
    let below = 0;
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') below++;
      const target = child.attrGet('href') ?? child.attrGet('src');
      if (target !== null) links.push({ target: String(target), line: line + below });
      else if (child.type === 'html_inline') push(links, htmlTargets(child.content), line + below);
    }
  }
  return links;
}

const parser = createMarkdownParser((parser) =>
  Object.assign(parser, { validateLink: () => true, normalizeLink: (url: string) => url }),
);

const htmlTargets = (html: string): string[] =>
  [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target.replaceAll('&amp;', '&'));

function push(links: MarkdownLink[], targets: readonly string[], line: number): void {
  for (const target of targets) links.push({ target, line });
}

const load = createRequire(import.meta.url);

/** A parser of CommonMark, GitHub's tables and HTML, loaded on demand: in most builds never. */
export function createMarkdownParser(adapt: (parser: MarkdownIt) => MarkdownIt = (parser) => parser): () => MarkdownIt {
  let parser: MarkdownIt | undefined;
  return () => {
    parser ??= adapt(new (load('markdown-it') as new (options: object) => MarkdownIt)({ html: true }));
    return parser;
  };
}
