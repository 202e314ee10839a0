import { problemMarkdown, problemOf, problemType, untypedProblem } from '../../build/contract/problem.ts';
import { type ProblemId, problemTypes } from '../../build/contract/problem-types.ts';
import { type FieldPlaces, type FieldRole, fieldsOf, nowhere } from '../../build/contract/role-fields.ts';
import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { type SurfaceId, surfaces } from '../../build/contract/surfaces.ts';
import { type Fields, toLines } from '../http/field-lines.ts';
import { memoize } from '../http/memoize.ts';
import type { Quota } from '../http/quota.ts';
import type { RequestFacts } from '../http/request.ts';
import { toPathReference } from '../http/request-target.ts';
import { OriginFailure } from '../origin/failure.ts';
import type { Site } from '../origin/origin.ts';
import type { Answer } from './value.ts';

export interface Occurrence {
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  /** Further header fields: Allow, Retry-After, Content-Range, Vary. */
  readonly fields?: Fields;
  /** Role whose fields are sent: a 404 has those of `missing`. */
  readonly role?: FieldRole;
  /** URLs that these fields name. */
  readonly at?: FieldPlaces;
  readonly surface?: SurfaceId | undefined;
  readonly asMarkdown?: boolean | undefined;
  readonly cause?: unknown;
}

const none: readonly string[] = [];

/** A problem as an answer: JSON or Markdown. */
export type ProblemAnswer = Answer & { readonly body: string };

/** The one renderer of failures. Its text is ASCII if the site's own name is. */
export function problemAnswer(
  { target }: Pick<RequestFacts, 'target'>,
  site: Site,
  id: ProblemId,
  {
    detail,
    hint,
    fields = none,
    role = id === 'notFound' ? 'absent' : 'problem',
    at,
    surface,
    asMarkdown,
    cause,
  }: Occurrence = {},
): ProblemAnswer {
  const problem = problemOf(site, id, site.base + toPathReference(target), { detail, hint });
  const type = asMarkdown ? surfaces.getPageMarkdown.mediaType : problemType;
  const shared = at === undefined ? sharedLines(site)(role)(type) : linesOf(site, role, type, at);
  const lines = fields.length ? shared + toLines(fields) : shared;
  return {
    status: problem.status,
    fields: lines,
    body: asMarkdown ? problemMarkdown(problem) : JSON.stringify(problem),
    variant: 'problem',
    surface,
    cause,
  };
}

const linesOf = (site: Site, role: FieldRole, type: string, at: FieldPlaces): string =>
  toLines(['Content-Type', type, ...fieldsOf(site, role, at).flat()]);

/** Lines that all problems of one kind share. */
const sharedLines = memoizeByObject((site: Site) =>
  memoize((role: FieldRole) => memoize((type: string) => linesOf(site, role, type, nowhere))),
);

/** 429, with Retry-After equal to RateLimit-Reset (RFC 6585 §4). */
export function refusalAnswer(request: Pick<RequestFacts, 'target'>, site: Site, { limit, reset, policy }: Quota): ProblemAnswer {
  return problemAnswer(request, site, 'rateLimitExceeded', {
    detail: `${limit} requests in ${policy.slice(policy.indexOf('=') + 1)} seconds are allowed.`,
    hint: `Wait ${reset} seconds, then retry.`,
    fields: ['Retry-After', `${reset}`],
  });
}

/**
 * The problem that a failure of the origin names, or the status from 400 to 599 that an error of the embedder carries; a 500
 * without reason for any other error.
 *
 * @param phrases of statuses that have no problem type
 */
export function failureAnswer(
  request: RequestFacts,
  site: Site,
  error: unknown,
  surface?: SurfaceId,
  phrases: Readonly<Record<number, string | undefined>> = {},
): Answer {
  const failure = error instanceof OriginFailure ? error : undefined;
  const status = statusOf(error);
  const typed = failure?.problem ?? idOf(status);
  const occurrence = {
    detail: failure?.detail,
    fields: failure?.retryAfter === undefined ? none : ['Retry-After', failure.retryAfter],
    surface,
    cause: error,
  };
  const answer = problemAnswer(request, site, typed ?? 'internalError', occurrence);
  if (typed !== undefined || status === undefined) return answer;
  const problem = untypedProblem(site, status, phrases[status] ?? 'Error', site.base + toPathReference(request.target));
  return { ...answer, status, body: JSON.stringify(problem) };
}

/** The status of an error as Express reads it. */
function statusOf(error: unknown): number | undefined {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  const found = status ?? statusCode;
  return Number.isInteger(found) && (found as number) >= 400 && (found as number) <= 599 ? (found as number) : undefined;
}

const idOf = (status: number | undefined): ProblemId | undefined =>
  (Object.keys(problemTypes) as ProblemId[]).find((id) => problemTypes[id].status === status);
