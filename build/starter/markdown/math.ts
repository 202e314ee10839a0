import type { MarkdownIt } from 'markdown-it';
import { UserError } from '../../contract/std/errors.ts';
import { loadOptional } from '../optional-package.ts';
import { placeOfText, sourcePlace } from '../source-place.ts';

interface Temml {
  renderToString(tex: string, options: object): string;
}

/** The data of a page that formulas depend on. */
interface MathEnvironment {
  readonly page?: { readonly inputPath?: string };
  readonly site?: { readonly markdown?: { readonly math?: boolean } };
}

type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1];
type BlockRule = Parameters<MarkdownIt['block']['ruler']['push']>[1];

const isOn = (env: unknown): boolean => (env as MathEnvironment).site?.markdown?.math === true;

/**
 * TeX as MathML, made at build time: `$x$` and `` $`x`$ `` in a line, `$$` or a fence `math` as a block. Only on sites that
 * set `markdown.math`.
 */
export function addMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'math', readInline);
  markdown.block.ruler.before('fence', 'math', readBlock, { alt: ['paragraph', 'blockquote', 'list'] });
  const { rules } = markdown.renderer;
  rules.math_inline = (tokens, at, _, env) => toMathML(tokens[at]!.content, false, env, undefined);
  rules.math_block = (tokens, at, _, env) => `${toMathML(tokens[at]!.content, true, env, tokens[at]!.map?.[0])}\n`;
  const fence = rules.fence!;
  rules.fence = (tokens, at, options, env, self) =>
    tokens[at]!.info.trim() === 'math' && isOn(env)
      ? rules.math_block!(tokens, at, options, env, self)
      : fence(tokens, at, options, env, self);
}

/** A formula. Not a dollar before a space, nor one that closes after a space or before a digit, as in “$5 or $10”. */
const inline = /\$`([^`\n]+)`\$|\$(?![\s$])((?:\\[\s\S]|[^$\\])*?(?:[^\s\\$]|\\\S))\$(?![\d$])/y;

const readInline: InlineRule = (state, silent) => {
  if (state.src[state.pos] !== '$' || !isOn(state.env)) return false;
  inline.lastIndex = state.pos;
  const found = inline.exec(state.src);
  if (!found) return false;
  if (!silent) {
    const token = state.push('math_inline', 'math', 0);
    token.content = found[1] ?? found[2]!;
  }
  state.pos += found[0].length;
  return true;
};

const readBlock: BlockRule = (state, start, end, silent) => {
  if (!isOn(state.env)) return false;
  const lineAt = (line: number): string => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
  if (!lineAt(start).startsWith('$$')) return false;
  for (
    let line = start;
    line < end && (line === start || state.sCount[line]! >= state.blkIndent || lineAt(line) === '');
    line++
  ) {
    const text = lineAt(line).trimEnd();
    if (!text.endsWith('$$') || (line === start && text.length < 4)) continue;
    if (silent) return true;
    const token = state.push('math_block', 'math', 0);
    token.content = state
      .getLines(start, line + 1, state.blkIndent, false)
      .trim()
      .slice(2, -2);
    token.map = [start, line + 1];
    state.line = line + 1;
    return true;
  }
  return false;
};

/** @throws {UserError} with the file, on invalid TeX */
function toMathML(tex: string, displayMode: boolean, env: unknown, line: number | undefined): string {
  const temml = loadOptional<Temml>('temml', '"markdown.math"');
  try {
    const html = temml.renderToString(tex.trim(), { displayMode, annotate: true, throwOnError: true });
    return withoutStyles(html);
  } catch (error) {
    const path = (env as MathEnvironment).page?.inputPath ?? 'a page';
    // An inline formula is located by its text.
    const place = line === undefined ? placeOfText(sourcePlace(path, line), tex) : sourcePlace(path, line);
    const [reason = ''] = (error as Error).message.trim().split('\n');
    throw new UserError(`${place}: formula ${tex.trim()}: ${reason.replace(/:?\s*$/, '')}`);
  }
}

/** Replaces `style`, which a strict policy ignores: by the MathML attribute for colours, a class for boxes; the rest is spacing. */
const withoutStyles = (html: string): string =>
  html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const color = /(?:^|;)color:([^;"]+)/.exec(style)?.[1];
    return color ? ` mathcolor="${color}"` : /border:1px solid/.test(style) ? ' class="boxed"' : '';
  });
