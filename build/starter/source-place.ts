import { readIfThere } from '../files.ts';
import { firstLineAfter } from '../page/front-matter.ts';

/** `site/a.md:12`: a line of the Markdown of a template, which begins after its front matter. */
export function sourcePlace(inputPath: string, line: number | undefined): string {
  const file = inputPath.replace(/^\.\//, '');
  return line === undefined ? file : `${file}:${firstLineAfter(readIfThere(inputPath) ?? '') + line}`;
}
