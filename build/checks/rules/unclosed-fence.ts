import { bodyTextOf } from '../../page/page.ts';
import type { Check } from '../check.ts';
import { documentsOf } from '../links/documents.ts';
import { lastFence, unclosedFences } from '../links/fence.ts';

/**
 * An unclosed fence swallows the following text, in a twin or in a Markdown source. The twin of such a source is well formed and
 * wrong: it ends in a fence. Other sources are not parsed.
 */
export const unclosedFence: Check = {
  severity: 'error',
  summary: 'A code fence in a twin or in the Markdown of a page is never closed.',
  *find(inspection) {
    const { publicPages, sourceText } = inspection;
    for (const { path, body, isMarkdown } of documentsOf(inspection))
      for (const { line, opening } of isMarkdown ? unclosedFences(body) : [])
        yield { on: { file: path }, line, key: `${path}:${line}`, ...explain(opening) };
    for (const page of publicPages) {
      const { source } = page;
      if (!source?.endsWith('.md') || !lastFence.test(bodyTextOf(page).slice(-200))) continue;
      for (const { line, opening } of unclosedFences(sourceText(source) ?? ''))
        yield { on: { file: source }, line, key: `${source}:${line}`, ...explain(opening) };
    }
  },
};

const explain = (opening: string): { message: string; fix: string } => ({
  message: `the fence ${opening} is never closed`,
  fix: 'Close it with a line of as many backticks or tildes; a fence inside a fence needs a longer one around it.',
});
