import { type Check, named, runEach } from './check.ts';
import type { CheckInput, Finding } from './finding.ts';
import { createInspection, type Inspection } from './inspection.ts';
import { locate } from './locations/locate.ts';
import { blockedByPolicy } from './rules/blocked-by-policy.ts';
import { canonicalMismatch } from './rules/canonical-mismatch.ts';
import { codeBraces } from './rules/code-braces.ts';
import { deadLink } from './rules/dead-link.ts';
import { description } from './rules/description.ts';
import { duplicateDescription, duplicateTitle } from './rules/duplicate.ts';
import { emptyPage } from './rules/empty-page.ts';
import { existingFile } from './rules/existing-file.ts';
import { idleFrontMatter } from './rules/front-matter.ts';
import { h1, headingLevels } from './rules/headings.ts';
import { hiddenText } from './rules/hidden-text.ts';
import { imageAlt } from './rules/image-alt.ts';
import { indexMismatch } from './rules/index-mismatch.ts';
import { jsonLd } from './rules/json-ld.ts';
import { leakedDraft } from './rules/leaked-draft.ts';
import { localhostUrl } from './rules/localhost-url.ts';
import { maxTokens } from './rules/max-tokens.ts';
import { missingImage } from './rules/missing-image.ts';
import { mixedContent } from './rules/mixed-content.ts';
import { noTwin } from './rules/no-twin.ts';
import { orphan } from './rules/orphan.ts';
import { oversize } from './rules/oversize.ts';
import { parity } from './rules/parity.ts';
import { relativeLink } from './rules/relative-link.ts';
import { tableCells } from './rules/table-cells.ts';
import { templateSyntax } from './rules/template-syntax.ts';
import { unclosedFence } from './rules/unclosed-fence.ts';
import { unknownSyntax } from './rules/unknown-syntax.ts';
import { adoptedSeverities, foundSeverities } from './severities.ts';

/** All checks, in the order of the reference page. */
export const checks = named<Check<Inspection>>({
  'dead-link': deadLink,
  'missing-image': missingImage,
  'image-alt': imageAlt,
  parity,
  'no-twin': noTwin,
  'empty-page': emptyPage,
  'unclosed-fence': unclosedFence,
  'relative-link': relativeLink,
  h1,
  'heading-levels': headingLevels,
  'duplicate-title': duplicateTitle,
  'duplicate-description': duplicateDescription,
  description,
  oversize,
  'max-tokens': maxTokens,
  'leaked-draft': leakedDraft,
  'index-mismatch': indexMismatch,
  'canonical-mismatch': canonicalMismatch,
  'existing-file': existingFile,
  orphan,
  'json-ld': jsonLd,
  'template-syntax': templateSyntax,
  'code-braces': codeBraces,
  'mixed-content': mixedContent,
  'blocked-by-policy': blockedByPolicy,
  'localhost-url': localhostUrl,
  'front-matter': idleFrontMatter,
  'hidden-text': hiddenText,
  'table-cells': tableCells,
  'unknown-syntax': unknownSyntax,
});

const checksOf = (severities: typeof adoptedSeverities): typeof checks =>
  checks.flatMap((check) => {
    const severity = severities[check.name];
    return severity ? { ...check, severity } : [];
  });

export const runChecks = (input: CheckInput): Finding[] => {
  const { checks: severities, adopted } = input.site.settings;
  const rows = adopted ? checksOf(input.isFound ? foundSeverities : adoptedSeverities) : checks;
  return runEach(rows, createInspection(input), severities, (defects) => locate(defects, input));
};
