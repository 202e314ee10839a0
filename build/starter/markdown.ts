import MarkdownItClass, { type MarkdownIt, type Token } from 'markdown-it';
import { slugOf } from './slug.ts';

/**
 * The starter's Markdown: CommonMark with tables and HTML. Every heading has an id to link to; tables and code
 * stand in boxes that scroll by keyboard where they are wider than the page (WCAG 2.1.1).
 */
export function createMarkdown(): MarkdownIt {
  const markdown = new MarkdownItClass({ html: true });
  markdown.core.ruler.push('heading_ids', ({ tokens }) => addHeadingIds(tokens));
  const { rules } = markdown.renderer;
  rules.table_open = (tokens, at) =>
    `<div class="table" role="group" aria-label="${markdown.utils.escapeHtml(labelOf(tokens, at))}" tabindex="0">\n<table>\n`;
  rules.table_close = () => '</table>\n</div>\n';
  const fence = rules.fence!;
  rules.fence = (...parts) => fence(...parts).replace('<pre>', '<pre tabindex="0">');
  return markdown;
}

function addHeadingIds(tokens: readonly Token[]): void {
  const taken = new Map<string, number>();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open' || token.attrGet('id')) continue;
    const slug = slugOf(textOf(tokens[at + 1]));
    const before = taken.get(slug) ?? 0;
    taken.set(slug, before + 1);
    token.attrSet('id', before ? `${slug}-${before + 1}` : slug);
  }
}

/** A scrolling table is named after its columns. */
const labelOf = (tokens: readonly Token[], at: number): string => {
  const end = tokens.findIndex((token, index) => index > at && token.type === 'thead_close');
  const heads = tokens.slice(at, end).filter((token) => token.type === 'inline');
  return `Table: ${heads.map(textOf).filter(Boolean).join(', ')}`;
};

const textOf = (inline: Token | undefined): string =>
  (inline?.children ?? []).map((token) => (token.type === 'html_inline' ? '' : token.content)).join('');
