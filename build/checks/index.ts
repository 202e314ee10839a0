import type { Check, CheckInput, Finding } from './check.ts';
import { deadLink } from './dead-link.ts';
import { description } from './description.ts';
import { duplicateDescription } from './duplicate-description.ts';
import { duplicateTitle } from './duplicate-title.ts';
import { locate } from './findings.ts';
import { idleFrontMatter } from './front-matter.ts';
import { h1 } from './h1.ts';
import { headingLevels } from './heading-levels.ts';
import { imageAlt } from './image-alt.ts';
import { indexMismatch } from './index-mismatch.ts';
import { createInspection } from './inspection.ts';
import { jsonLd } from './json-ld.ts';
import { leakedDraft } from './leaked-draft.ts';
import { localhostUrl } from './localhost-url.ts';
import { missingImage } from './missing-image.ts';
import { mixedContent } from './mixed-content.ts';
import { noTwin } from './no-twin.ts';
import { orphan } from './orphan.ts';
import { oversize } from './oversize.ts';
import { parity } from './parity.ts';
import { relativeLink } from './relative-link.ts';
import { tableCells } from './table-cells.ts';
import { templateSyntax } from './template-syntax.ts';
import { unclosedFence } from './unclosed-fence.ts';

/** Every check, in the order of the reference page. */
export const checks: readonly Check[] = [
  deadLink,
  missingImage,
  imageAlt,
  parity,
  noTwin,
  unclosedFence,
  relativeLink,
  h1,
  headingLevels,
  duplicateTitle,
  duplicateDescription,
  description,
  oversize,
  leakedDraft,
  indexMismatch,
  orphan,
  jsonLd,
  templateSyntax,
  mixedContent,
  localhostUrl,
  idleFrontMatter,
  tableCells,
];

/** Runs the checks with the severities of the settings; a check that is off does not run. */
export function runChecks(input: CheckInput): Finding[] {
  const { checks: severities } = input.site.settings;
  const inspection = createInspection(input);
  return checks.flatMap(({ name, severity, find }) => {
    const chosen = severities[name];
    if (chosen === 'off') return [];
    return locate(find(inspection), input).map(({ severity: own, ...finding }) => ({
      check: name,
      severity: chosen ?? own ?? severity,
      ...finding,
    }));
  });
}
