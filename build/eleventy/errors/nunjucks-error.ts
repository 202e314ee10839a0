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

interface Unbalanced {
  readonly line: number;
  readonly message: string;
  readonly advice: string;
}

/** The first unbalanced braces, else an unbalanced block, in a family of templates. */
export function unbalancedIn(file: string): (Unbalanced & { readonly file: string }) | undefined {
  for (const each of familyOf(file)) {
    const found = unbalanced(each);
    if (found) return { file: each, ...found };
  }
  return undefined;
}

function unbalanced(file: string): Unbalanced | undefined {
  const text = readSource(file);
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length;
  const open: { line: number; name: string }[] = [];
  const unclosed = ({ line, name }: (typeof open)[number]) => ({
    line,
    message: `a {% ${name} %} is never closed`,
    advice: `add {% end${name} %}`,
  });
  const tags =
    /\{\{(?:"[^"]*"|'[^']*'|(?!\}\})[^"'])*\}\}|(\{\{)|\{%-?\s*(end)?(for|if|block|macro|call|filter|switch|raw|verbatim)\b/g;
  for (const { 1: braces, 2: end, 3: name, index } of text.matchAll(tags)) {
    if (braces)
      return {
        line: lineAt(index),
        message: 'a {{ is never closed',
        advice: `add }}, or a missing quote before it; ${bracesAsText}`,
      };
    const last = open.at(-1);
    if (!end && name) open.push({ line: lineAt(index), name });
    else if (last && last.name === name) open.pop();
    else if (last && open.some((each) => each.name === name)) return unclosed(last);
    else if (name)
      return {
        line: lineAt(index),
        message: `{% end${name} %} closes nothing`,
        advice: `remove it, or add {% ${name} %} before it`,
      };
  }
  const last = open.at(-1);
  return last && unclosed(last);
}

export const bracesAsText = 'to show braces as text, mark them as code, between {% raw %} and {% endraw %}';
