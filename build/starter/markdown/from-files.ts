import { realpathSync } from 'node:fs';
import { dirname, extname, resolve, sep } from 'node:path';
import type { MarkdownIt } from 'markdown-it';
import { UserError } from '../../contract/std/errors.ts';
import { isFile, readIfThere } from '../../files.ts';
import { firstLineAfter } from '../../page/front-matter.ts';
import { sourcePlace } from '../source-place.ts';

type BlockRule = Parameters<MarkdownIt['block']['ruler']['push']>[1];
type BlockState = Parameters<BlockRule>[0];

/** `<<< @/file.js#region{2,4-6} [label]`. */
const snippet = /^<<<\s+([^\s#{]+)(?:#([\w-]+))?\s*(?:\{([^}]*)\})?\s*(?:\[([^\]]+)\])?\s*$/;
/** `<!--@include: file.md#region{3,9}-->`. */
const inclusion = /^<!--\s*@include:\s*([^\s#{]+?)(?:#([\w-]+))?\s*(?:\{(\d*),(\d*)\})?\s*-->\s*$/;

interface Environment {
  readonly page?: { readonly inputPath?: string };
  /** Files that are being included, outermost first. */
  readonly including?: readonly string[];
}

/**
 * Code and text from other files, as VitePress has it: `<<< @/examples/first.js` and `<!--@include: parts/note.md-->`. `@/` is the
 * folder of the site; nothing outside of it is read.
 *
 * @param onRead called with each file that a page needs
 */
export function addFromFiles(markdown: MarkdownIt, onRead: (file: string) => void): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  const read = (state: BlockState, line: number, path: string, region?: string): { file: string; text: string } => {
    const { page, including = [] } = state.env as Environment;
    const place = sourcePlace(page?.inputPath ?? 'site', including.length > 0 ? undefined : line);
    const file = fileAt(path, including.at(-1) ?? page?.inputPath ?? 'site/index.md', place);
    onRead(file);
    const text = readIfThere(file)!.replace(/\r\n?/g, '\n');
    return { file, text: region === undefined ? text : regionOf(text, region, `${place}: ${path}`) };
  };

  const readSnippet: BlockRule = (state, line, _end, silent) => {
    const [found, path, region, marks, label] = snippet.exec(lineOf(state, line)) ?? [];
    if (!found || silent) return found !== undefined;
    const token = state.push('fence', 'code', 0);
    token.info = `${extname(path!).slice(1)}${marks ? ` {${marks}}` : ''} [${label ?? path!.replace(/^.*\//, '')}]`;
    token.content = `${withoutIndent(read(state, line, path!, region).text).trimEnd()}\n`;
    token.markup = '```';
    token.map = [line, line + 1];
    state.line = line + 1;
    return true;
  };

  const include: BlockRule = (state, line, _end, silent) => {
    const [found, path, region, first, last] = inclusion.exec(lineOf(state, line)) ?? [];
    if (!found || silent) return found !== undefined;
    const { file, text } = read(state, line, path!, region);
    const { page, including = [] } = state.env as Environment;
    if (including.includes(file))
      throw new UserError(`${sourcePlace(page?.inputPath ?? 'site', undefined)}: ${path} includes itself`);
    const lines = text.split('\n').slice(region === undefined && !first && !last ? firstLineAfter(text) - 1 : 0);
    const part = lines.slice(Number(first || 1) - 1, last ? Number(last) : undefined).join('\n');
    const start = state.tokens.length;
    Object.assign(state.env as object, { including: [...including, file] });
    state.md.block.parse(part, state.md, state.env, state.tokens);
    Object.assign(state.env as object, { including });
    for (const token of state.tokens.slice(start)) {
      token.level += state.level;
      // Its lines are not lines of the page.
      token.map = [line, line + 1];
    }
    state.line = line + 1;
    return true;
  };
  markdown.block.ruler.before('fence', 'snippet', readSnippet, { alt });
  markdown.block.ruler.before('html_block', 'include', include, { alt });
}

const lineOf = (state: BlockState, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);

/** @throws {UserError} if there is no such file in the site, links followed */
function fileAt(path: string, from: string, place: string): string {
  const file = resolve(path.startsWith('@/') ? `site/${path.slice(2)}` : `${dirname(from)}/${path}`);
  if (!isFile(file)) throw new UserError(`${place}: ${path}: there is no such file; "@/" is the folder site/`);
  if (!realpathSync(file).startsWith(realpathSync('site') + sep))
    throw new UserError(`${place}: ${path} lies outside of the folder site/; only files within it are read`);
  return file;
}

/** The lines between `#region name` and `#endregion`, in comments of any language. */
function regionOf(text: string, name: string, place: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => new RegExp(`#?region\\s+${name}\\b`).test(line));
  if (start < 0) throw new UserError(`${place}: there is no "#region ${name}" in it`);
  const end = lines.findIndex((line, at) => at > start && /#?endregion\b/.test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

function withoutIndent(text: string): string {
  const indents = text.split('\n').flatMap((line) => (line.trim() ? /^[ \t]*/.exec(line)![0].length : []));
  const least = Math.min(...indents);
  return text.replace(new RegExp(`^[ \\t]{${Number.isFinite(least) ? least : 0}}`, 'gm'), '');
}
