import { fileOfUrl } from '../../contract/permalinks.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';
import type { Inspection } from '../inspection.ts';
import { lastFence, unclosedFences } from '../links/fence.ts';

/**
 * A fence that never closes swallows what follows it. In a twin; and in a Markdown source, whose twin is then well
 * formed and wrong: there only where the twin ends in a fence, for an unclosed one runs to the end of its container.
 */
export const unclosedFence: Check = {
  name: 'unclosed-fence',
  severity: 'error',
  summary: 'A code fence in a twin or in the Markdown of a page is never closed.',
  find: (inspection) => [...inTwins(inspection), ...inSources(inspection)],
};

const fix = 'Close it with a line of as many backticks or tildes; a fence inside a fence needs a longer one around it.';

function* inTwins({ documents }: Inspection): Generator<Defect> {
  const hasTwins = documents.some(({ page }) => page);
  for (const { file, page, text } of documents) {
    // The text of a site that has twins is made of them.
    if (hasTwins && file === fileOfUrl(surfaces.getLlmsFullTxt.path)) continue;
    if (!text.includes('```') && !text.includes('~~~')) continue;
    for (const { line, opening, first } of unclosedFences(text)) {
      const on = { file, ...(page?.source && { source: page.source }) };
      yield {
        on,
        line,
        tokens: [`${opening}\n${first}`, opening],
        message: `the fence ${opening} is never closed`,
        key: `${file}:${line}`,
        fix,
      };
    }
  }
}

function* inSources({ publicPages, sourceText }: Inspection): Generator<Defect> {
  for (const page of publicPages) {
    const { source, body } = page;
    if (!source?.endsWith('.md') || !lastFence.test(body.slice(-200))) continue;
    for (const { line, opening } of unclosedFences(sourceText(source) ?? '')) {
      yield { on: { file: source }, line, message: `the fence ${opening} is never closed`, key: `${source}:${line}`, fix };
    }
  }
}
