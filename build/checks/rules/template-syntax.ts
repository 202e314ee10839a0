import type { Check } from '../check.ts';

/** Text or an attribute outside code that a template engine should have replaced: `{{ title }}`, `{% if %}`, `<%= x %>`, `[object Object]`. */
export const templateSyntax: Check = {
  name: 'template-syntax',
  severity: 'error',
  summary: 'Text outside code looks like template syntax that was not rendered.',
  find: ({ visiblePages }) =>
    visiblePages.flatMap((page) =>
      page.facts.templateSyntax.map(({ text, line }) => ({
        on: page,
        line,
        tokens: [text],
        message: `"${text.replace(/\s+/g, ' ').slice(0, 120)}" looks like template syntax that was not rendered`,
        fix: 'Correct the template; where the text is meant, mark it as code.',
      })),
    ),
};
