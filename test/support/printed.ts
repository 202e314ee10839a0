import { readFileSync } from 'node:fs';

/** The fenced block of a page of the documentation that begins with a text. */
export const printedBlock = (page: string, first: string): string =>
  readFileSync(`site/docs/${page}.md`, 'utf8')
    .split(/^```.*\n/m)
    .find((block) => block.startsWith(first))!;

/** An output without its figures and their units, so that those of two sites are the same. */
export const withoutFigures = (output: string): string => output.replace(/\d[\d.,]*(?: [kM]B)?/g, '0').trim();
