import type { MarkdownIt, Token } from 'markdown-it';
import { loadOptional } from '../optional-package.ts';

/** The data of a page that short codes depend on. */
interface EmojiEnvironment {
  readonly site?: { readonly markdown?: { readonly emoji?: boolean } };
}

/** `:tada:` → 🎉, on sites that set `markdown.emoji`. */
export function addEmoji(markdown: MarkdownIt): void {
  let known: Readonly<Record<string, string>> | undefined;
  const replace = (token: Token): void => {
    token.content = token.content.replace(/:([\w+-]+):/g, (code, name: string) =>
      Object.hasOwn(known!, name) ? known![name]! : code,
    );
  };
  markdown.core.ruler.push('emoji', ({ tokens, env }) => {
    if ((env as EmojiEnvironment).site?.markdown?.emoji !== true) return;
    known ??= loadOptional<{ default: Record<string, string> }>(
      'markdown-it-emoji/lib/data/full.mjs',
      '"markdown.emoji"',
    ).default;
    for (const { children } of tokens) for (const token of children ?? []) if (token.type === 'text') replace(token);
  });
}
