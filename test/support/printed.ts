import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

/** A code block of the documentation. */
export interface PrintedBlock {
  /** Path of its file. */
  readonly page: string;
  /** The info string of the fence, such as `sh`. */
  readonly language: string;
  readonly text: string;
  /** The text of the file after the block. */
  readonly rest: string;
}

const parser = new MarkdownIt({ html: true });

/** Paths of the README and of all sources of documentation pages. */
export const documentation: readonly string[] = [
  'README.md',
  ...readdirSync('site', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(md|njk)$/.test(file) && !file.startsWith('_'))
    .map((file) => join('site', file))
    .sort(),
];

function blocksOf(page: string): PrintedBlock[] {
  const file = readFileSync(page, 'utf8');
  if (page.endsWith('.njk'))
    return [...file.matchAll(/<code class="language-(\w+)">([\s\S]*?)<\/code>/g)].map(
      ({ 0: whole, 1: language = '', 2: text = '', index }) => ({ page, language, text, rest: file.slice(index + whole.length) }),
    );
  const lines = file.split('\n');
  return parser
    .parse(file, {})
    .filter(({ type }) => type === 'fence')
    .map(({ info, content, map }) => ({
      page,
      language: info.split(' ')[0]!,
      text: content,
      rest: lines.slice(map![1]).join('\n').trimStart(),
    }));
}

export const printedBlocks: readonly PrintedBlock[] = documentation.flatMap(blocksOf);

/** The block of a page in `site/docs` that starts with `first`. */
export const printedBlock = (page: string, first: string): string =>
  printedBlocks.find(({ page: file, text }) => new RegExp(`/${page}\\.(?:md|njk)$`).test(file) && text.startsWith(first))!.text;

/** Replaces figures and their units by 0, so that the output of two sites can be compared. */
export const withoutFigures = (output: string): string => output.replace(/\d[\d.,]*(?: [kM]B)?/g, '0').trim();
