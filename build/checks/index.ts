import { type CheckName, type Severity, type SiteCheck, severitiesFor } from '../check-rows.ts';
import type { CheckInput, Defect, Finding } from './finding.ts';
import { existingFile, indexMismatch, leakedDraft, oversize } from './indexes.ts';
import { createInspection, type Inspection } from './inspection.ts';
import { deadLink, missingAnchor, missingImage, relativeLink } from './links.ts';
import { frontMatterMistakes, incompleteMarkdown, unclosedFence, unknownSyntax } from './markdown.ts';
import { canonicalMismatch, emptyPage, h1, localhostUrl, noTwin, parity, sameDescription, similarUrls } from './pages.ts';
import { locate } from './where.ts';

/** Finds one kind of defect in its subject: the output of a build, or the answers of a site. Pure. */
export type Find<Subject> = (subject: Subject) => Iterable<Defect>;

const finders: Readonly<Record<SiteCheck, Find<Inspection>>> = {
  'dead-link': deadLink,
  'missing-anchor': missingAnchor,
  'missing-image': missingImage,
  parity,
  'same-description': sameDescription,
  'no-twin': noTwin,
  'empty-page': emptyPage,
  'unclosed-fence': unclosedFence,
  'relative-link': relativeLink,
  h1,
  oversize,
  'leaked-draft': leakedDraft,
  'index-mismatch': indexMismatch,
  'canonical-mismatch': canonicalMismatch,
  'similar-urls': similarUrls,
  'existing-file': existingFile,
  'localhost-url': localhostUrl,
  'front-matter': frontMatterMistakes,
  'unknown-syntax': unknownSyntax,
  'incomplete-markdown': incompleteMarkdown,
};

/** Runs the checks that have a severity, which the settings override; checks that are off do not run. */
export function runEach<Subject>(
  finders: Readonly<Partial<Record<CheckName, Find<Subject>>>>,
  severities: Readonly<Partial<Record<CheckName, Severity>>>,
  subject: Subject,
  input: CheckInput,
): Finding[] {
  return Object.entries(finders).flatMap(([name, find]) => {
    const check = name as CheckName;
    const chosen = input.site.settings.checks[check];
    const usual = severities[check];
    if (chosen === 'off' || usual === undefined) return [];
    return locate([...find(subject)], input).map(({ severity, ...finding }) => ({
      check,
      severity: chosen ?? severity ?? usual,
      ...finding,
    }));
  });
}

/**
 * Runs the checks of a site, with the severities of its settings.
 *
 * @example runChecks({ site, pages, artifacts, files, sourceText: () => undefined }) // [{ check: 'dead-link', file: 'a.html', … }]
 */
export const runChecks = (input: CheckInput): Finding[] =>
  runEach(
    finders,
    severitiesFor(input.site.settings.adopted ? (input.isFound ? 'found' : 'twin') : 'own'),
    createInspection(input),
    input,
  );
