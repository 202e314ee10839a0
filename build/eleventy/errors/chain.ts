import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../../contract/fault.ts';
import { tidy } from '../template-check.ts';
import { exists } from './template-text.ts';

/** An error as Eleventy and the template engines throw it: wrapped several times, each layer with something of its own to say. */
export interface ErrorLink extends Error {
  readonly originalError?: ErrorLink;
  /** js-yaml: what is wrong, and where. */
  readonly reason?: string;
  readonly mark?: { readonly line: number };
  /** Nunjucks: 1-based where the text could not be parsed, 0-based where the template failed as it ran. */
  readonly lineno?: number;
  /** LiquidJS. */
  readonly token?: { readonly file?: string; getPosition?(): [line: number, column: number] };
  readonly code?: string;
}

/** What a rule reads from an error. */
export type Reading = Omit<Fault, 'excerpt'>;

/** Reads one kind of error; undefined where it is of another. */
export type Rule = (chain: readonly ErrorLink[]) => Reading | undefined;

/** An error with its causes, outermost first. */
export function chainOf(error: ErrorLink): ErrorLink[] {
  const chain: ErrorLink[] = [];
  for (
    let link: ErrorLink | undefined = error;
    link instanceof Error && !chain.includes(link);
    link = link.originalError ?? (link.cause as ErrorLink | undefined)
  )
    chain.push(link);
  return chain;
}

/** Whether an error is told already by one that was made of it, as a copy or with more around it. */
export const isCauseOf = (cause: unknown, error: unknown): boolean =>
  chainOf(error as ErrorLink).some((link) => link === cause || link.message.includes(String((cause as Error)?.message)));

/** A fault at its place. */
export const at = (file: string, line: number | undefined, message: string, advice?: string): Reading => ({
  file: tidy(relative('.', file)),
  ...(line && { line }),
  message,
  ...(advice && { advice }),
});

/** Every message of an error, outermost first. */
export const textIn = (chain: readonly ErrorLink[]): string => chain.map(({ message }) => message).join('\n');

/** The template that an error names, the likeliest spelling first. */
export function fileIn(chain: readonly ErrorLink[]): string | undefined {
  const text = textIn(chain);
  const names = [/(?:from template|template|data file|from|for|in) "?(\.\/[^\s"(),]+)/g, /"?(\.\/[^\s"(),]+\.\w+)"?/g].flatMap(
    (pattern) => [...text.matchAll(pattern)].map(([, name]) => name!.replace(/[.,:]+$/, '')),
  );
  const file = names.find(exists);
  return file && tidy(file);
}

/** The first place in the project's own code that an error went through. */
export function frameIn(chain: readonly ErrorLink[]): { file: string; line: number } | undefined {
  const own = fileURLToPath(new URL('../../..', import.meta.url));
  for (const { stack = '' } of chain.toReversed()) {
    for (const [, place, line] of stack.matchAll(/\(?((?:file:\/\/)?\/[^\s():?]+)(?:\?[^\s():]*)?:(\d+):\d+\)?$/gm)) {
      const path = place!.startsWith('file:') ? fileURLToPath(place!) : place!;
      const file = relative('.', path);
      if (!file.startsWith('..') && !file.split(sep).includes('node_modules') && !path.startsWith(own) && exists(file))
        return { file, line: Number(line) };
    }
  }
  return undefined;
}

/** Where the project's own code threw, as an addition to a message. */
export function thrownIn(chain: readonly ErrorLink[]): string {
  const place = frameIn(chain);
  return place ? ` (thrown in ${place.file}:${place.line})` : '';
}
