import type { CheckName } from '../check-names.ts';
import { type Check, named, runEach, type Severities } from './check.ts';
import type { CheckInput, Finding, Severity } from './finding.ts';
import { existingFile, indexMismatch, leakedDraft } from './indexes.ts';
import { createInspection, type Inspection } from './inspection.ts';
import { deadLink, missingImage, relativeLink } from './links.ts';
import { locate } from './locations/locate.ts';
import { incompleteMarkdown } from './markdown.ts';
import {
  canonicalMismatch,
  emptyPage,
  h1,
  localhostUrl,
  noTwin,
  oversize,
  parity,
  sameDescription,
  similarUrls,
  unclosedFence,
} from './pages.ts';
import { idleFrontMatter, unknownSyntax } from './sources.ts';

/** All checks, in the order of the reference page. */
export const checks = named<Check<Inspection>>({
  'dead-link': deadLink,
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
  'front-matter': idleFrontMatter,
  'unknown-syntax': unknownSyntax,
  'incomplete-markdown': incompleteMarkdown,
});

/** The severities of the checks that run on a kind of site, by name. */
export const severitiesFor = (kind: keyof Severities): Readonly<Partial<Record<CheckName, Severity>>> =>
  Object.fromEntries(
    checks.flatMap(({ name, severity }) => {
      const own = severity[kind] ?? (kind === 'found' ? severity.twin : undefined);
      return own === undefined ? [] : [[name, own]];
    }),
  );

/**
 * Runs the checks of a site, with the severities of its settings.
 *
 * @example runChecks({ site, pages, artifacts, files, sourceText: () => undefined }) // [{ check: 'dead-link', file: 'a.html', … }]
 */
export const runChecks = (input: CheckInput): Finding[] => {
  const { checks: chosen, adopted } = input.site.settings;
  const severities = severitiesFor(adopted ? (input.isFound ? 'found' : 'twin') : 'own');
  const rows = checks.flatMap(({ name, find }) => {
    const severity = severities[name];
    return severity === undefined ? [] : [{ name, severity, find }];
  });
  return runEach(rows, createInspection(input), chosen, (defects) => locate(defects, input));
};
