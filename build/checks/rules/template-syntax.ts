import type { Check } from '../check.ts';
import { condensed } from '../locations/spelling.ts';

/**
 * Template syntax left in text or attributes outside code: `{{ title }}`, `{% if %}`, `<%= x %>`, `[object Object]`. Not if
 * a source contains it that is text or data, and no template.
 */
export const templateSyntax: Check = {
  severity: 'error',
  summary: 'Text outside code looks like template syntax that was not rendered.',
  *find({ visiblePages, sourceText }) {
    // A page with excerpts of others repeats their text.
    const textOf = (source: string): string => (isText.test(source) ? condensed(sourceText(source) ?? '') : '');
    let written: string[] | undefined;
    const isWritten = (text: string): boolean => {
      written ??= Array.from(new Set(visiblePages.map(({ source = '' }) => source)), textOf);
      return written.some((source) => source.includes(text));
    };
    for (const page of visiblePages) {
      for (const { text, line } of page.facts.templateSyntax)
        if (!isWritten(condensed(text)))
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

const isText = /\.(?:md|ya?ml|json)$/;
