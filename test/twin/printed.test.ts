import { expect, it } from 'vitest';
import { toMarkdown } from '../../build/commands/to-markdown.ts';
import { printedBlocks } from '../support/printed.ts';

const blocks = printedBlocks.filter(({ page }) => page.endsWith('docs/twins.md'));
/** Printed HTML, and the Markdown below it. */
const pairs = blocks.flatMap(({ language, text }, at) => (language === 'html' ? [[text, blocks[at + 1]!.text] as const] : []));

it('has a pair for each kind of content', () => expect(pairs).toHaveLength(9));

it.each(pairs)('%s', (html, markdown) => {
  const page = `<!doctype html><html lang="en"><title>T</title><main>${html}</main></html>`;
  expect(toMarkdown(page, { url: 'https://www.example.com/shears' }).markdown).toBe(`# T\n\n${markdown}`);
});
