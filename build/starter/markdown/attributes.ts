import type { MarkdownIt, Token } from 'markdown-it';

type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1];
type CoreRule = Parameters<MarkdownIt['core']['ruler']['push']>[1];

const value = `(?:"[^"]*"|'[^']*'|[^\\s"'{}]+)`;
const names = '(?:loading|decoding|target|rel|download|hreflang|lang|dir|title|role|(?:data|aria)-[\\w-]+)';
const attribute = `(?:\\.[^\\s{}.#"'=]+|#[^\\s{}]+|(?:width|height)=["']?\\d+(?:px)?["']?|${names}=${value})`;
const written = new RegExp(`\\{:?\\s*${attribute}(?:\\s*${attribute})*\\s*\\}`, 'y');
const each = new RegExp(attribute, 'g');

/** Inline elements that directly following attributes belong to. */
const elements = /^(?:image|code_inline|(?:link|strong|em|s|mark)_close)$/;

/**
 * Attributes in braces: `![x](a.png){width=200}`, `**New**{.badge}`, `## Install {#install}`, `A paragraph. {.lead}`; on a
 * line of their own, attributes of the previous block. All other braces are text, as is `\{.x}`.
 */
export function addAttributes(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('html_inline', 'attributes', readAttributes);
  markdown.core.ruler.after('inline', 'attributes', giveAttributes);
}

const readAttributes: InlineRule = (state, silent) => {
  if (state.src[state.pos] !== '{') return false;
  written.lastIndex = state.pos;
  const [found] = written.exec(state.src) ?? [];
  if (!found) return false;
  if (!silent) state.push('attributes', '', 0).content = found;
  state.pos += found.length;
  return true;
};

const giveAttributes: CoreRule = ({ tokens }) => {
  for (let at = 0; at < tokens.length; at++) {
    const { children } = tokens[at]!;
    if (!children?.some(({ type }) => type === 'attributes')) continue;
    for (const [index, token] of children.entries()) {
      if (token.type !== 'attributes') continue;
      const isLast = index === children.length - 1;
      const target = elementBefore(children, index) ?? (isLast ? blockOf(tokens, at, children) : undefined);
      if (target) give(target, token.content);
      // Hidden, but kept in place; without an element it is text.
      token.type = 'text';
      if (target) token.content = '';
    }
    if (children.some(({ type, content }) => type !== 'text' || content !== '')) continue;
    tokens.splice(at - 1, 3);
    at -= 2;
  }
};

/** The opening token of the inline element that ends right before an index. */
function elementBefore(children: readonly Token[], index: number): Token | undefined {
  // An empty text follows a mark of emphasis.
  let end = index - 1;
  while (end >= 0 && children[end]!.type === 'text' && children[end]!.content === '') end--;
  const last = children[end];
  if (!last || !elements.test(last.type)) return undefined;
  return last.nesting === 0 ? last : openingOf(children, end);
}

const openingOf = (tokens: readonly Token[], end: number): Token | undefined =>
  tokens.slice(0, end).findLast(({ level, nesting }) => nesting === 1 && level === tokens[end]!.level);

/** The block that a line ends; for a line of attributes alone, the previous block, or the list that it ends. */
function blockOf(tokens: readonly Token[], at: number, children: Token[]): Token | undefined {
  const own = tokens[at - 1]!;
  const text = children.at(-2);
  const item = own.type === 'paragraph_open' && own.hidden ? tokens[at - 2] : undefined;
  if (!text) {
    const isParagraph = own.type === 'paragraph_open' && !own.hidden;
    const before = isParagraph ? tokens[at - 2] : undefined;
    return before?.nesting === -1 ? openingOf(tokens, at - 2) : undefined;
  }
  if (text.type === 'softbreak') {
    text.type = 'text';
    return item ? tokens.slice(0, at - 2).findLast(({ level, nesting }) => nesting === 1 && level === item.level - 1) : own;
  }
  if (text.type !== 'text' || !(own.type === 'heading_open' || /\s$/.test(text.content))) return undefined;
  text.content = text.content.trimEnd();
  return item ?? own;
}

function give(token: Token, attributes: string): void {
  for (const [one] of attributes.matchAll(each)) {
    const [, name, text = ''] = /^([^=]+)=(.*)$/s.exec(one) ?? [];
    if (one.startsWith('.')) token.attrJoin('class', one.slice(1));
    else if (one.startsWith('#')) token.attrSet('id', one.slice(1));
    else token.attrSet(name!, text.replace(/^(["'])(.*)\1$/s, '$2').replace(/^(\d+)px$/, '$1'));
  }
}
