import { problemTypes } from '../contract/problem-types.ts';
import { redirectLine, redirectsFile } from '../contract/redirects.ts';
import type { Artifact } from '../files.ts';
import type { Site } from '../page/site.ts';
import { jsonArtifact, surfaceArtifact } from './surface-artifact.ts';

/** The health document as a file, for static hosts: always "ok". The proxy computes its own. */
export const health =
  (id: 'getHealth' | 'getHealthAlias') =>
  (site: Site): Artifact[] => [jsonArtifact(id, { status: 'ok', service: site.name }, 0)];

/** `/problems.md`: every problem type under its slug, the fragment of its URI (RFC 9457 §4). */
export function problems(): Artifact[] {
  const types = Object.values(problemTypes).map(
    ({ slug, title, status, meaning, hint }) => `## ${slug}\n\n**${title}**, status ${status}. ${meaning}\n\nWhat to do: ${hint}`,
  );
  const opening = 'Every error of this site is a problem document (RFC 9457). Its `type` leads to one of these headings.';
  return [surfaceArtifact('getProblems', `# Problems\n\n${opening}\n\n${types.join('\n\n')}\n`)];
}

/** `_redirects`: a line for each old path of a page and one for its twin; no file without redirects. */
export function redirects(site: Site): Artifact[] {
  if (site.redirects.size === 0) return [];
  const lines = [...site.redirects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, to]) => redirectLine(from, to));
  return [{ path: redirectsFile, mediaType: 'text/plain; charset=utf-8', body: lines.join('') }];
}
