import type { Fault } from '../../contract/fault.ts';
import { AuthorError } from '../../contract/user-error.ts';
import { tidy } from '../template-check.ts';
import { chainOf, type ErrorLink, type Reading, type Rule } from './chain.ts';
import {
  badDate,
  badJson,
  badTags,
  badYaml,
  frontMatterLanguage,
  missingLayout,
  named,
  noExtension,
  outputInTheWay,
  sameOutput,
} from './eleventy-errors.ts';
import { liquid, nunjucks, webc } from './engine-errors.ts';
import { brokenImport, script } from './script-errors.ts';
import { excerptOf, exists, lineHolding } from './template-text.ts';

/**
 * What helps an author of an error that a build threw: where it is, what is wrong, what to do, and the lines around it.
 * One fault for each line of an {@link AuthorError}; of anything else one, in which at least the message is known.
 */
export function readTemplateErrors(error: unknown): Fault[] {
  const chain = chainOf(error as ErrorLink);
  const known = chain.find((link): link is ErrorLink & AuthorError => link instanceof AuthorError);
  const readings = known ? known.lines.map((line) => readLine(line, chain)) : [readChain(chain)];
  return readings.map((reading) => ({ ...reading, ...excerptOf(reading.file, reading.line) }));
}

/** One line for the terminal: `site/a.md:3: bad front matter: …; what to do`. */
export const templateErrorLine = ({ file, line, message, advice }: Fault): string =>
  `${file ? `${file}${line ? `:${line}` : ''}: ` : ''}${message}${advice ? `; ${advice}` : ''}`;

/** The first one that knows the error is asked; from what says most to what says least. */
const rules: readonly Rule[] = [
  sameOutput,
  outputInTheWay,
  noExtension,
  missingLayout,
  badDate,
  badTags,
  badYaml,
  frontMatterLanguage,
  badJson,
  liquid,
  nunjucks,
  webc,
  brokenImport,
  script,
  named,
];

function readChain(chain: readonly ErrorLink[]): Reading {
  for (const rule of rules) {
    const reading = rule(chain);
    if (reading) return reading;
  }
  return { message: String(chain.at(-1)?.message ?? chain[0] ?? 'unknown error').split('\n')[0]! };
}

/** The line of front matter that a message speaks of. */
function lineMeant(file: string, message: string): number | undefined {
  const old = /^redirect_from (\S+)/.exec(message)?.[1];
  if (old) return lineHolding(file, old) ?? lineHolding(file, decodeURI(old));
  return message.includes('permalink') ? lineHolding(file, /^permalink:/) : undefined;
}

/** A line of ours begins with its place, unless only the error around it knows that. */
function readLine(text: string, chain: readonly ErrorLink[]): Reading {
  const [, file, line, message] = /^([^\s:][^:]*?)(?::(\d+))?: (.*)$/s.exec(text) ?? [];
  if (file && message && exists(file)) {
    const found = line ? Number(line) : lineMeant(file, message);
    return { file, ...(found && { line: found }), message };
  }
  const around = /front matter from template (\S+)/.exec(chain.map((link) => link.message).join('\n'))?.[1];
  return around ? { file: tidy(around), line: 1, message: text } : { message: text };
}
