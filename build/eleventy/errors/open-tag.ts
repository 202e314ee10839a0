import { createRequire } from 'node:module';
import { firstLineAfter } from '../../page/front-matter.ts';
import { familyOf, type Place, readSource } from './places.ts';

/** The end of its input, where Nunjucks says no line: the innermost tag or braces that are still open there. */
export function placeOfOpening(file: string): Place {
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
