import { problemTypes } from '../contract/problem-types.ts';
import type { Artifact } from '../files.ts';
import { surfaceArtifact } from './surface-artifact.ts';

/** `/problems.md`: every problem type under its slug, the fragment of its URI (RFC 9457 §4). */
export function problems(): Artifact[] {
  const types = Object.values(problemTypes).map(
    ({ slug, title, status, meaning, hint }) => `## ${slug}\n\n**${title}**, status ${status}. ${meaning}\n\nWhat to do: ${hint}`,
  );
  const opening = 'Every error of this site is a problem document (RFC 9457). Its `type` leads to one of these headings.';
  return [surfaceArtifact('getProblems', `# Problems\n\n${opening}\n\n${types.join('\n\n')}\n`)];
}
