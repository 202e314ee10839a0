import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Fault, UserError } from '../../contract/std/errors.ts';
import { jsonAdvice, jsonFaultOf } from '../../contract/std/words.ts';
import { isFile } from '../../files.ts';
import { frontMatterOf, isUnclosed, unclosed } from '../../page/front-matter.ts';
import { fileAndFolder } from '../../publish/ledger.ts';
import { tidy } from '../template-check.ts';
import { placeOfOpening } from './open-tag.ts';
import {
  adviceForLayout,
  excerptOf,
  lineHolding,
  lineInFile,
  placeHolding,
  placeInData,
  placeOfFailure,
  readSource,
} from './places.ts';

/** An error of Eleventy or a template engine. It may wrap others, with different details. */
interface EngineError extends Error {
  readonly originalError?: EngineError;
  readonly code?: string;
  /** js-yaml: the message, and the line below the opening hyphens. */
  readonly reason?: string;
  readonly mark?: { readonly line: number };
  /** Nunjucks: 1-based if the template could not be parsed, 0-based if it failed while it ran. */
  readonly lineno?: number;
  /** LiquidJS. */
  readonly token?: { readonly file?: string; getPosition?(): [line: number, column: number] };
}

/** An error with its causes, outermost first, and their combined details. */
interface Chain {
  readonly errors: readonly EngineError[];
  readonly text: string;
  readonly file: string | undefined;
  /** The first line of the innermost message. */
  readonly cause: string;
}

/**
 * Location, message, advice and excerpt of a build error: one fault for each line of an {@link UserError}, one for any other
 * error. Unknown errors keep their own message.
 */
export function readTemplateErrors(error: unknown): Fault[] {
  const chain = chainOf(error as EngineError);
  const known = chain.errors.find((each): each is EngineError & UserError => each instanceof UserError);
  const faults = known ? known.lines.map((line) => readLine(line, chain)) : [readChain(chain)];
  return faults.map((fault) => ({ ...fault, ...excerptOf(fault.file, fault.line) }));
}

/** One line for the terminal: `site/a.md:3: bad front matter: …; what to do`. */
export const templateErrorLine = ({ file, line, message, advice }: Fault): string =>
  `${file ? `${file}${line ? `:${line}` : ''}: ` : ''}${message}${advice ? `; ${advice}` : ''}`;

function chainOf(error: EngineError): Chain {
  const errors: EngineError[] = [];
  for (
    let each: unknown = error;
    each instanceof Error && !errors.includes(each);
    each = (each as EngineError).originalError ?? each.cause
  )
    errors.push(each);
  const text = errors.map(({ message }) => message).join('\n');
  const names = [
    /(?:from template|template|data file|from|for|in) "?(\.\/[^\s"(),]+)/g,
    /"?(\.\/[^\s"(),]+\.\w+)"?/g,
    /'([^']+\.\w+)'/g,
  ];
  const file = names
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => tidy(name!.replace(/[.,:]+$/, ''))))
    .find(isFile);
  return {
    errors,
    text,
    file,
    cause: String(errors.at(-1)?.message ?? error ?? 'unknown error')
      .trim()
      .split('\n')[0]!,
  };
}

/** Whether an error was already reported by one that was derived from it, as a copy or wrapped. */
export const isCauseOf = (cause: unknown, error: unknown): boolean =>
  chainOf(error as EngineError).errors.some(
    (each) => each === cause || each.message.includes(String((cause as Error | undefined)?.message)),
  );

function readChain(chain: Chain): Fault {
  for (const read of [sameOutput, blockedOutput, missingLayout, badYaml, badJson, liquid, nunjucks, script]) {
    const fault = read(chain);
    if (fault) return fault;
  }
  const { file, cause } = chain;
  return file ? at(file, lineMeant(file, cause), withoutFolder(cause)) : { message: cause };
}

/** Our lines begin with their location, unless only the wrapping error knows it. */
function readLine(text: string, chain: Chain): Fault {
  const [, file, line, message] = /^([^\s:][^:]*?)(?::(\d+))?: (.*)$/s.exec(text) ?? [];
  if (file && message && isFile(file)) return at(file, line ? Number(line) : lineMeant(file, message), message);
  const around = /front matter from template (\S+)/.exec(chain.text)?.[1];
  if (around) return at(around, 1, text);
  // An exception in a filter: Nunjucks knows no line, but the message quotes the argument.
  const rendered = nunjucksOf(chain)?.file;
  const quoted = /"([^"]+)"/.exec(text)?.[1];
  const place = rendered && quoted ? placeHolding(rendered, quoted) : undefined;
  return place ? at(place.file, place.line, text) : { message: text };
}

function lineMeant(file: string, message: string): number | undefined {
  const old = /^redirect_from (\S+?):?\s/.exec(message)?.[1];
  if (old) return lineHolding(file, old) ?? lineHolding(file, decodeURI(old));
  const key = /permalink|(?<=`)(?:date|tags)(?=`)|(?<=Unsupported )date/.exec(message)?.[0];
  return key === undefined ? undefined : lineHolding(file, new RegExp(`^${key}:`));
}

const at = (file: string, line: number | undefined, message: string, advice?: string): Fault => ({
  file: tidy(relative('.', file)),
  ...(line && { line }),
  message,
  ...(advice && { advice }),
});

function sameOutput({ text }: Chain): Fault | undefined {
  const [, output, list] = /multiple input files are writing to `([^`]+)`.*?\n([\s\S]*)/.exec(text) ?? [];
  if (!output || !list) return undefined;
  const files = [...list.matchAll(/^\s*\d+\. (\S.*)$/gm)].map(([, file]) => tidy(file!)).sort();
  return {
    message: `${files.join(' and ')} both write "${withoutFolder(output)}"`,
    advice: 'rename one or change its permalink',
  };
}

/** An output is a file, and another output needs a folder of that name. */
function blockedOutput({ errors, file }: Chain): Fault | undefined {
  const error = errors.find(({ code }) => code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST');
  const output = /'([^']+)'/.exec(error?.message ?? '')?.[1];
  if (!output || !file) return undefined;
  const message = fileAndFolder(withoutFolder(output));
  return { file, message, advice: 'change its permalink' };
}

function missingLayout({ text }: Chain): Fault | undefined {
  const [, layout, name] = /layout that does not exist: (\S+)(?: \(via `layout: ([^`]+)`\))?/.exec(text) ?? [];
  const file = /for the "([^"]+)" template/.exec(text)?.[1];
  if (!layout) return undefined;
  const message = `there is no layout "${name ?? layout}"`;
  const advice = adviceForLayout(tidy(layout), name ?? layout);
  if (!file) return { message, advice };
  const line = lineHolding(file, new RegExp(`^["']?layout["']?\\s*:.*${(name ?? layout).replace(/\W/g, '\\$&')}`));
  const [, data, lineOfData] = (line ? undefined : /^(.*):(\d+)$/.exec(placeInData(tidy(file), 'layout') ?? '')) ?? [];
  return data ? at(data, Number(lineOfData), message, advice) : at(file, line, message, advice);
}

function badYaml({ errors, file }: Chain): Fault | undefined {
  const error = errors.find(({ mark, reason }) => mark && reason);
  if (!error || !file) return undefined;
  const text = readSource(file);
  // Without its closing hyphens the page's text is parsed as YAML, too, with misleading errors.
  if (isUnclosed(text)) return at(file, 1, ...unclosed);
  const glued = /^([A-Za-z]\w*):([^\s/].*)$/m.exec(frontMatterOf(text));
  if (glued && /multiline key|implicit/.test(error.reason!)) {
    const [written, key, value] = glued;
    return at(
      file,
      lineHolding(file, written),
      `front matter "${written}" sets nothing`,
      `put a space after the colon: "${key}: ${value}"`,
    );
  }
  const line = Math.min(error.mark!.line + 1, text.split('\n').length);
  return at(
    file,
    line,
    `bad front matter: ${error.reason}`,
    'quote a value that holds a colon, close quotes and brackets, indent with spaces',
  );
}

function badJson({ errors, file }: Chain): Fault | undefined {
  const error = errors.find((each) => each instanceof SyntaxError && /JSON/.test(each.message));
  if (!error || !file) return undefined;
  const { line, what } = jsonFaultOf(readSource(file), error);
  return at(file, line, `not valid JSON: ${what}`, jsonAdvice);
}

function liquid({ errors, file: named }: Chain): Fault | undefined {
  const error = errors.find(({ token }) => token?.getPosition);
  const file = error?.token?.file ?? named;
  if (!error || !file) return undefined;
  const message = error.message
    .replace(/, file:.*$/s, '')
    .replace(/^ENOENT: Failed to lookup ("[^"]+") in .*$/s, 'there is no include $1');
  const advice = /\binclude\b/.test(message) ? includeAdvice : /\btag\b/.test(message) ? bracesAsText : undefined;
  return at(file, lineInFile(file, error.token!.getPosition!()[0]), message, advice);
}

/** The error of Nunjucks, and the rendered template that it names. */
function nunjucksOf({ errors }: Chain): { readonly error: EngineError; readonly file: string } | undefined {
  const error = errors.find(({ name }) => name === 'Template render error');
  const file = [...(error?.message ?? '').matchAll(/^ ?\((.+?)\)/gm)].at(-1)?.[1];
  return error && file && isFile(file) ? { error, file } : undefined;
}

function nunjucks(chain: Chain): Fault | undefined {
  const { errors, cause } = chain;
  const { error, file } = nunjucksOf(chain) ?? {};
  if (!error || !file) return undefined;
  const last = error.message.trimEnd().split('\n').at(-1)!;
  const quoted = last.trim().replace(/^(?:(?:Template render error|\w*Error): )+/, '');
  const [, kind, name] = /^(filter|template) not found: (\S+)/.exec(quoted) ?? [];
  if (kind && name) {
    const place = placeHolding(file, name);
    if (kind === 'filter')
      return at(place.file, place.line, `there is no filter "${name}"`, 'check its spelling, or add it in the configuration');
    const line = readSource(place.file).split('\n')[(place.line ?? 1) - 1];
    return /\bextends\b/.test(line ?? '')
      ? at(place.file, place.line, `there is no layout "${name}"`, adviceForLayout(tidy(includesOf(place.file) + name), name))
      : at(place.file, place.line, `there is no include "${name}"`, includeAdvice);
  }
  const isParsing = errors.some(({ stack = '' }) => /nunjucks\/src\/(parser|lexer|compiler)\.js/.test(stack));
  const message = quoted.includes(cause) || isParsing ? quoted : `${quoted}: ${cause}`;
  if (isParsing && error.lineno) return at(file, lineInFile(file, error.lineno), message, `correct it; ${bracesAsText}`);
  if (isParsing) {
    const opening = placeOfOpening(file);
    return at(opening.file, opening.line, 'a tag, or {{, opens here and is never closed', `close it; ${bracesAsText}`);
  }
  const place = error.lineno ? placeOfFailure(file, error.lineno + 1, message) : { file, line: undefined };
  const isCall = /^Unable to call/.test(message);
  return at(place.file, place.line, message, isCall ? 'correct the name, or call it only where there is one' : undefined);
}

const includeAdvice = 'write its path below the folder of includes';
const bracesAsText = 'to show braces as text, mark them as code, between {% raw %} and {% endraw %}';

/** The folder of includes above a layout, with trailing slash: names of layouts are relative to it. */
const includesOf = (layout: string): string => /^(?:.*\/)?_includes\//.exec(layout)?.[0] ?? `${dirname(layout)}/`;

/** Code of the project that threw: the configuration, data files, JavaScript templates, collections. */
function script({ errors, cause }: Chain): Fault | undefined {
  const packageFolder = fileURLToPath(new URL('../../..', import.meta.url));
  for (const { stack = '' } of errors.toReversed()) {
    for (const [, place, line] of stack.matchAll(/\(?((?:file:\/\/)?\/[^\s():?]+)(?:\?[^\s():]*)?:(\d+):\d+\)?$/gm)) {
      const path = place!.startsWith('file:') ? fileURLToPath(place!) : place!;
      const file = relative('.', path);
      if (!file.startsWith('..') && !file.split(sep).includes('node_modules') && !path.startsWith(packageFolder) && isFile(file))
        return at(file, Number(line), cause);
    }
  }
  return undefined;
}

/** Removes the temporary build folder from a message or path. */
const withoutFolder = (text: string): string =>
  text.replace(/(?:[^\s'"`]*\/)?(?:\.[^\s/]+\.next|\.diptych\/preview\/\d+)\//g, '');
