import { lineHolding } from '../eleventy/errors/places.ts';
import { readIfThere } from '../files.ts';
import { firstLineAfter } from '../page/front-matter.ts';

/** `site/a.md:12`: a line of the Markdown of a template, which begins after its front matter. */
export function sourcePlace(inputPath: string, line: number | undefined): string {
  const file = inputPath.replace(/^\.\//, '');
  return line === undefined ? file : `${file}:${firstLineAfter(readIfThere(inputPath) ?? '') + line}`;
}

/** `site/a.md:12`: the first line of a file with a text; only the file, for what a layout or an include has. */
export function placeOfText(file: string, what: string | RegExp): string {
  const line = lineHolding(file, what);
  return line === undefined ? file : `${file}:${line}`;
}
