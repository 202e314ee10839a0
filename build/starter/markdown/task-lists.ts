import type { MarkdownIt } from 'markdown-it';

/** `- [ ] open` and `- [x] done`: a checkbox labelled by the text of its item (GFM §5.3). */
export function addTaskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task_lists', ({ tokens, Token }) => {
    for (const [at, { type, children }] of tokens.entries()) {
      const first = type === 'inline' && tokens[at - 2]?.type === 'list_item_open' ? children?.[0] : undefined;
      const [mark, state] = (first?.type === 'text' && /^\[([ xX])\](?:[ \t]+(?=\S)|[ \t]*$)/.exec(first.content)) || [];
      if (!mark || (mark === first!.content && children!.length === 1)) continue;
      first!.content = first!.content.slice(mark.length);
      const [start, end] = [new Token('html_inline', '', 0), new Token('html_inline', '', 0)];
      start.content = `<label class="task"><input type="checkbox" disabled${state === ' ' ? '' : ' checked'}> `;
      end.content = '</label>';
      children!.unshift(start);
      children!.push(end);
    }
  });
}
