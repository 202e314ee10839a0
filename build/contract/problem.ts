import { type LinkedSite, link } from './links.ts';
import { twinUrlOf } from './permalinks.ts';
import { type ProblemId, problemPathOf, problemTypes } from './problem-types.ts';
import { contractPages, surfaces } from './surfaces.ts';

/** The media type of a problem document (RFC 9457 §3). */
export const problemType = 'application/problem+json';

/** A problem document (RFC 9457) with the members that are always present. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly hint: string;
  readonly feedback?: string;
}

/** The document of a problem: details of the occurrence, with defaults from its type. */
export function problemOf(
  { url, feedback }: Pick<LinkedSite, 'url' | 'feedback'>,
  id: ProblemId,
  instance: string,
  { detail, hint }: { readonly detail?: string | undefined; readonly hint?: string | undefined } = {},
): Problem {
  const { title, status, meaning, hint: usual } = problemTypes[id];
  return {
    type: url + problemPathOf(id),
    title,
    status,
    detail: detail ?? meaning,
    instance,
    hint: hint ?? usual,
    ...(feedback && { feedback }),
  };
}

/** The document of a failure that has a status and no type of ours (RFC 9457 §4.2.1). */
export const untypedProblem = (
  { feedback }: Pick<LinkedSite, 'feedback'>,
  status: number,
  title: string,
  instance: string,
): Problem => ({
  type: 'about:blank',
  title,
  status,
  detail: `The request was refused with status ${status}.`,
  instance,
  hint: status < 500 ? 'Change the request, then retry.' : 'Retry later.',
  ...(feedback && { feedback }),
});

export function notFoundHint(site: LinkedSite): string | undefined {
  const index = [surfaces.getSitemapMd.path, surfaces.getLlmsTxt.path].find((path) => site.has(path));
  return index === undefined ? undefined : `See ${site.url}${index} for every public page.`;
}

/** What a 404 says where the twin of a page would be. */
export const missingTwinDetail = (page: string, reason: string): string => `${page} has no Markdown: ${reason}.`;

/** Details of the 501 for an unknown method, at any path (RFC 9110 §15.6.2). */
export const unknownMethod = { detail: 'The service does not know this method.', hint: 'Use GET.' };

/** Details of the 501 of a documented endpoint that is not live, with Link values. */
export function stubOccurrence(site: LinkedSite): { detail: string; hint: string | undefined; links: string[] } {
  const instructions = twinUrlOf(contractPages.agentInstructions, site.has);
  const isPublished = site.has(instructions);
  return {
    detail: 'Agent registration is not live: nothing is issued. Public content needs no credential.',
    hint: isPublished ? `Read ${site.url}${instructions}` : undefined,
    links: isPublished ? [link(site.url + instructions, 'help', 'text/markdown')] : [],
  };
}

export const healthText = (status: 'ok' | 'degraded', name: string): string => JSON.stringify({ status, service: name });
