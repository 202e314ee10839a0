import { createRequire } from 'node:module';
import type { MarkdownIt } from 'markdown-it';

const load = createRequire(import.meta.url);

/** A parser of CommonMark, GitHub's tables and HTML, loaded on demand: in most builds never. */
export function createMarkdownParser(adapt: (parser: MarkdownIt) => MarkdownIt = (parser) => parser): () => MarkdownIt {
  let parser: MarkdownIt | undefined;
  return () => {
    parser ??= adapt(new (load('markdown-it') as new (options: object) => MarkdownIt)({ html: true }));
    return parser;
  };
}
