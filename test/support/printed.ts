import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

/** A block of code that the documentation prints. */
export interface PrintedBlock {
  /** Path of the file that prints it. */
  readonly page: string;
  /** What stands after the fence, such as `sh`. */
  readonly language: string;
  readonly text: string;
  /** The file from the end of the block on. */
  readonly rest: string;
}

const parser = new MarkdownIt({ html: true });

/** Every page of the documentation that has blocks, the README among them. */
export const documentation: readonly string[] = [
  'README.md',
  ...readdirSync('site', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(md|njk)$/.test(file) && !file.startsWith('_'))
    .map((file) => join('site', file))
    .sort(),
];

/** The blocks of a page, in their order. */
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

/** The block of a page of `site/docs` that begins with a text. */
export const printedBlock = (page: string, first: string): string =>
  printedBlocks.find(({ page: file, text }) => new RegExp(`/${page}\\.(?:md|njk)$`).test(file) && text.startsWith(first))!.text;

/** An output without its figures and their units, so that those of two sites are the same. */
export const withoutFigures = (output: string): string => output.replace(/\d[\d.,]*(?: [kM]B)?/g, '0').trim();
