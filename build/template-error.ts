import { readFileSync } from 'node:fs';
import { AuthorError } from './author-error.ts';
import { tidy } from './source.ts';

/** Where and why a template could not be built: for the terminal and for the page that the preview shows. */
export interface TemplateError {
  /** Source file, where it is known. */
  readonly file?: string;
  readonly line?: number;
  /** What is wrong, on one line. */
  readonly message: string;
  /** Lines around the fault, numbered, where file and line are known. */
  readonly excerpt?: string;
}

interface ErrorLink extends Error {
  readonly originalError?: ErrorLink;
  readonly reason?: string;
  readonly mark?: { readonly line: number };
  readonly lineno?: number;
  readonly token?: { getPosition?(): [number, number] };
}

/** What of an error that Eleventy threw helps an author; undefined where it names no template. */
export function readTemplateError(error: unknown): TemplateError | undefined {
  const chain = chainOf(error as ErrorLink);
  const known = chain.find((link): link is ErrorLink & AuthorError => link instanceof AuthorError);
  const text = chain.map(({ message }) => message).join('\n');
  const file =
    /(?:from template|from|for|in) "?(?:template )?"?(\.\/[^\s"(),]+\.\w+)/.exec(text)?.[1] ??
    /"?(\.\/[^\s"(),]+\.\w+)"?/.exec(text)?.[1];
  if (known) return { message: known.lines.join('\n'), ...(file && !known.message.includes(tidy(file)) && { file: tidy(file) }) };
  if (!file) return undefined;
  const line = lineOf(chain, file);
  const message = messageOf(chain.at(-1)!);
  return { file: tidy(file), ...(line && { line }), message, ...(line && excerptOf(file, line)) };
}

/** One line for the terminal: `site/a.md:3: bad front matter: …`. */
export const templateErrorLine = ({ file, line, message }: TemplateError): string =>
  `${file ? `${file}${line ? `:${line}` : ''}: ` : ''}${message}`;

function chainOf(error: ErrorLink): ErrorLink[] {
  const chain: ErrorLink[] = [];
  for (
    let link: ErrorLink | undefined = error;
    link && !chain.includes(link);
    link = link.originalError ?? (link.cause as ErrorLink | undefined)
  )
    chain.push(link);
  return chain;
}

/** 1-based line of the fault in its file: YAML counts from the line after the opening hyphens, templates after the front matter. */
function lineOf(chain: readonly ErrorLink[], file: string): number | undefined {
  for (const link of chain.toReversed()) {
    if (link.mark) return link.mark.line + 1 + 1;
    const inTemplate =
      link.lineno !== undefined
        ? link.lineno + 1
        : (link.token?.getPosition?.()[0] ?? /\[Line (\d+)|line[: ](\d+)/i.exec(link.message)?.slice(1).find(Boolean));
    if (inTemplate !== undefined) return Number(inTemplate) + frontMatterLines(file);
  }
  return undefined;
}

function frontMatterLines(file: string): number {
  const lines = read(file).split('\n');
  return /^---/.test(lines[0] ?? '') ? lines.findIndex((line, at) => at > 0 && /^---\s*$/.test(line)) + 1 : 0;
}

function messageOf(error: ErrorLink): string {
  if (error.reason) return `bad front matter: ${error.reason}`;
  return error.message
    .replace(/^\(.*?\)\s*/s, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\s*\(via .*?\)$/, '')
    .trim();
}

function excerptOf(file: string, line: number): { excerpt?: string } {
  const lines = read(file).split('\n');
  if (line > lines.length) return {};
  const first = Math.max(1, line - 2);
  const shown = lines.slice(first - 1, line + 2);
  return {
    excerpt: shown.map((text, at) => `${first + at === line ? '>' : ' '} ${String(first + at).padStart(4)} | ${text}`).join('\n'),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
