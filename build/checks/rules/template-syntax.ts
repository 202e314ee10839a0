import type { Check } from '../check.ts';
import { condensed, markdownOf } from '../places/spelling.ts';

/**
 * Text or an attribute outside code that a template engine should have replaced: `{{ title }}`, `{% if %}`, `<%= x %>`,
 * `[object Object]`. Not what the Markdown file of the page holds as it is shown: its author wrote that.
 */
export const templateSyntax: Check = {
  name: 'template-syntax',
  severity: 'error',
  summary: 'Text outside code looks like template syntax that was not rendered.',
  *find({ visiblePages, sourceText }) {
    for (const page of visiblePages) {
      const { templateSyntax: found } = page.facts;
      const written = found.length > 0 ? condensed(markdownOf(page, sourceText) ?? '') : '';
      for (const { text, line } of found)
        if (!written.includes(condensed(text)))
          yield {
            on: page,
            line,
            tokens: [text],
            message: `"${text.replace(/\s+/g, ' ').slice(0, 120)}" looks like template syntax that was not rendered`,
            fix: 'Correct the template; if the text is meant, mark it as code.',
          };
    }
  },
};
