import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isFile } from '../../files.ts';
import { firstLineAfter } from '../../page/front-matter.ts';
import { lineHolding, readSource } from './source-excerpt.ts';

interface TemplatePlace {
  readonly file: string;
  readonly line: number | undefined;
}

/** A template and its ancestors by `extends`. Nunjucks names only the first, wherever the error is. */
function familyOf(file: string): string[] {
  const family = [file];
  for (;;) {
    const child = family.at(-1)!;
    const name = /\{%-?\s*extends\s+["']([^"']+)["']/.exec(readSource(child))?.[1];
    const parent = name && fileAbove(dirname(child), name);
    if (!parent || family.includes(parent)) return family;
    family.push(parent);
  }
}

/** A file by its name relative to a folder or one above it. */
function fileAbove(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (isFile(path)) return path;
  return folder === '.' || folder === dirname(folder) ? undefined : fileAbove(dirname(folder), name);
}

/** The first location of a text in a family of templates. */
export function placeHolding(file: string, what: string): TemplatePlace {
  const holder = familyOf(file).find((each) => lineHolding(each, what)) ?? file;
  return { file: holder, line: lineHolding(holder, what) };
}

/**
 * The location of a runtime error: in the family of the template, a line with a tag and the text that the message quotes.
 *
 * @param line in Nunjucks' input, 1-based
 */
export function placeOfFailure(file: string, line: number, message: string): TemplatePlace {
  const quoted = [...message.matchAll(/`([^`]+)`|"([^"]+)"/g)].flatMap(([, code, text]) => code ?? text ?? []);
  const words = quoted.flatMap((part) => part.match(/[A-Za-z_]\w*/g) ?? []);
  const holder = familyOf(file).find((each) => {
    const text = readSource(each).split('\n')[lineInFile(each, line) - 1] ?? '';
    return /\{[{%]/.test(text) && words.every((word) => text.includes(word));
  });
  return { file: holder ?? file, line: lineInFile(holder ?? file, line) };
}

/** Converts a line in the input of a template engine, which lacks front matter, to a line of the file. */
export const lineInFile = (file: string, line: number): number => firstLineAfter(readSource(file)) - 1 + line;

/** The end of its input, where Nunjucks says no line: the innermost tag or braces that are still open there. */
export function placeOfOpening(file: string): TemplatePlace {
  const nunjucks = nunjucksOfEleventy();
  for (const each of nunjucks ? familyOf(file) : []) {
    const lines = readSource(each).split('\n');
    const first = firstLineAfter(lines.join('\n'));
    for (let line = lines.length; line >= first; line--)
      if (/\{[{%#]/.test(lines[line - 1]!) && endsOpen(nunjucks!, lines.slice(line - 1).join('\n'))) return { file: each, line };
  }
  return { file, line: undefined };
}

/** What of Nunjucks reads a template: Eleventy's own. */
interface Nunjucks {
  readonly parser: { parse(text: string, extensions: readonly object[]): unknown };
  readonly nodes: { readonly Output: new (line: number, column: number, children: readonly unknown[]) => object };
}
interface Parser {
  nextToken(): { readonly type: string; readonly value: string; readonly lineno: number; readonly colno: number };
  peekToken(): { readonly type: string } | null;
  advanceAfterBlockEnd(name: string): void;
}

/** Undefined if it cannot be found from here, as where the package is a link: the error has no line then. */
function nunjucksOfEleventy(): Nunjucks | undefined {
  for (const name of packages)
    try {
      return createRequire(createRequire(import.meta.url).resolve('@11ty/eleventy'))(name) as Nunjucks;
    } catch {
      // The next name.
    }
  return undefined;
}

/** Nunjucks of Eleventy 3 and 4. */
const packages = ['nunjucks', '@11ty/nunjucks'];

/** Whether Nunjucks reads a text to its end, and misses something there. */
function endsOpen({ parser, nodes }: Nunjucks, text: string): boolean {
  /** Tags of the site, such as shortcodes, with any arguments. */
  const ofSite = {
    tags: [...text.matchAll(/\{%-?\s*(\w+)/g)].flatMap(([, tag]) => (ownTag.test(tag!) ? [] : tag)),
    parse(reading: Parser) {
      const { value, lineno, colno } = reading.nextToken();
      for (let next = reading.peekToken(); next && next.type !== 'block-end'; next = reading.peekToken()) reading.nextToken();
      reading.advanceAfterBlockEnd(value);
      return new nodes.Output(lineno, colno, []);
    },
  };
  try {
    parser.parse(text, [ofSite]);
    return false;
  } catch (error) {
    return (error as { readonly lineno?: number }).lineno === undefined;
  }
}

const ownTag =
  /^(?:(?:end)?(?:if|for|block|macro|call|filter|switch|raw|verbatim|set)|else|elif|elseif|case|default|extends|include|import|from|ifAsync|asyncEach|asyncAll|endeach|endall)$/;

export const bracesAsText = 'to show braces as text, mark them as code, between {% raw %} and {% endraw %}';
