import type { Check } from '../check.ts';

/** What a template engine should have replaced, in text or attributes outside code: `{{ title }}`, `{% if %}`, `<%= x %>`, `[object Object]`. */
export const templateSyntax: Check = {
  name: 'template-syntax',
  severity: 'error',
  summary: 'Text outside code looks like template syntax that was not rendered.',
  *find({ visiblePages }) {
    for (const page of visiblePages) {
      for (const { text, line } of page.facts.templateSyntax)
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
