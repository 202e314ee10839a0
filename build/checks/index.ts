import { type Check, named, runEach } from './check.ts';
import type { CheckInput, Finding } from './finding.ts';
import { createInspection, type Inspection } from './inspection.ts';
import { locate } from './locations/locate.ts';
import { canonicalMismatch } from './rules/canonical-mismatch.ts';
import { deadLink } from './rules/dead-link.ts';
import { emptyPage } from './rules/empty-page.ts';
import { existingFile } from './rules/existing-file.ts';
import { idleFrontMatter } from './rules/front-matter.ts';
import { h1 } from './rules/headings.ts';
import { indexMismatch } from './rules/index-mismatch.ts';
import { leakedDraft } from './rules/leaked-draft.ts';
import { localhostUrl } from './rules/localhost-url.ts';
import { missingImage } from './rules/missing-image.ts';
import { noTwin } from './rules/no-twin.ts';
import { oversize } from './rules/oversize.ts';
import { parity } from './rules/parity.ts';
import { relativeLink } from './rules/relative-link.ts';
import { unclosedFence } from './rules/unclosed-fence.ts';
import { unknownSyntax } from './rules/unknown-syntax.ts';
import { adoptedSeverities, foundSeverities } from './severities.ts';

/** All checks, in the order of the reference page. */
export const checks = named<Check<Inspection>>({
  'dead-link': deadLink,
  'missing-image': missingImage,
  parity,
  'no-twin': noTwin,
  'empty-page': emptyPage,
  'unclosed-fence': unclosedFence,
  'relative-link': relativeLink,
  h1,
  oversize,
  'leaked-draft': leakedDraft,
  'index-mismatch': indexMismatch,
  'canonical-mismatch': canonicalMismatch,
  'existing-file': existingFile,
  'localhost-url': localhostUrl,
  'front-matter': idleFrontMatter,
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
