import { dirname, join } from 'node:path';
import { isFile } from '../../files.ts';
import { firstLineAfter } from '../../page/front-matter.ts';
import { lineHolding, readSource } from './source-excerpt.ts';

/** A place in a template. */
interface TemplatePlace {
  readonly file: string;
  readonly line: number | undefined;
}

/** A template and those that it extends. Nunjucks names only the first, wherever the error is. */
export function familyOf(file: string): string[] {
  const family = [file];
  for (;;) {
    const child = family.at(-1)!;
    const name = /\{%-?\s*extends\s+["']([^"']+)["']/.exec(readSource(child))?.[1];
    const parent = name && fileAbove(dirname(child), name);
    if (!parent || family.includes(parent)) return family;
    family.push(parent);
  }
}

/** A file that is named from a folder or from one above it. */
function fileAbove(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (isFile(path)) return path;
  return folder === '.' || folder === dirname(folder) ? undefined : fileAbove(dirname(folder), name);
}

/** Where a family of templates holds a text: the first place. */
export function placeHolding(file: string, what: string): TemplatePlace {
  const holder = familyOf(file).find((each) => lineHolding(each, what)) ?? file;
  return { file: holder, line: lineHolding(holder, what) };
}

/**
 * Where a template failed while it ran: in the one of its family whose line holds a tag and what the message quotes.
 *
 * @param line of what Nunjucks read, 1-based
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

/** A line of what a template engine read, which is a file without its front matter, as a line of the file. */
export const lineInFile = (file: string, line: number): number => firstLineAfter(readSource(file)) - 1 + line;

interface Unbalanced {
  readonly line: number;
  readonly message: string;
  readonly advice: string;
}

/** What a family of templates opens and never closes, or closes and never opens: braces, else a block. */
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
