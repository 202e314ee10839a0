import type { MarkdownIt, Token } from 'markdown-it';

/** A picture alone in a paragraph, with a title, becomes a figure with that caption: `![Alt](/a.png "Caption")`. */
export function addFigures(markdown: MarkdownIt): void {
  markdown.core.ruler.push('figures', ({ tokens, env, Token }) => {
    for (const [at, token] of tokens.entries()) {
      const image = token.type === 'paragraph_open' && !token.hidden ? imageAlone(tokens[at + 1]) : undefined;
      const title = image?.attrGet('title');
      if (!image || !title) continue;
      image.attrs = image.attrs!.filter(([name]) => name !== 'title');
      const caption = `\n<figcaption>${markdown.renderInline(String(title), { ...env, footnotes: undefined })}</figcaption>\n`;
      token.tag = 'figure';
      tokens[at + 2]!.tag = 'figure';
      const html = new Token('html_inline', '', 0);
      html.content = caption;
      tokens[at + 1]!.children!.push(html);
    }
  });
}

/** The picture of a paragraph without other content, optionally in a link. */
function imageAlone(inline: Token | undefined): Token | undefined {
  const children = inline?.children ?? [];
  const inner = children.length === 3 && children[0]!.type === 'link_open' ? children.slice(1, 2) : children;
  return inner.length === 1 && inner[0]!.type === 'image' ? inner[0] : undefined;
}
