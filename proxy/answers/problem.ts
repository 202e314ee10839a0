import { problemOf, problemType, untypedProblem } from '#contract/problem';
import { type ProblemId, problemTypes } from '#contract/problem-types';
import { type FieldPlaces, type FieldRole, fieldsOf, noPlaces } from '#contract/role-fields';
import type { SurfaceId } from '#contract/surfaces';
import type { Fields } from '../http/fields.ts';
import type { Quota } from '../http/quota.ts';
import type { RequestFacts } from '../http/request.ts';
import { toPathReference } from '../http/request-target.ts';
import { OriginFailure } from '../origin/failure.ts';
import type { Site } from '../origin/origin.ts';
import type { Answer } from './value.ts';

export interface Occurrence {
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  /** Further fields: Allow, Retry-After, Content-Range, Vary. */
  readonly fields?: Fields | undefined;
  /** Role whose fields are sent: a 404 has the fields of `absent`. */
  readonly role?: FieldRole;
  /** URLs that these fields name. */
  readonly places?: FieldPlaces;
  readonly surface?: SurfaceId | undefined;
  readonly cause?: unknown;
}

/** A problem as an answer: always JSON. */
export type ProblemAnswer = Answer & { readonly content: string };

type Target = Pick<RequestFacts, 'target'>;

/** The one renderer of failures. Its text is ASCII if the site's own name is. */
export function problemAnswer({ target }: Target, site: Site, id: ProblemId, occurrence: Occurrence = {}): ProblemAnswer {
  const { detail, hint, fields = [], places = noPlaces, surface, cause } = occurrence;
  const { role = id === 'notFound' ? 'absent' : 'problem' } = occurrence;
  const problem = problemOf(site, id, site.base + toPathReference(target), { detail, hint });
  return {
    status: problem.status,
    fields: [['Content-Type', problemType], ...fieldsOf(site, role, places), ...fields],
    content: JSON.stringify(problem),
    variant: 'problem',
    surface,
    cause,
  };
}

/** 429, with Retry-After equal to RateLimit-Reset (RFC 6585 §4). */
export function refusalAnswer(request: Target, site: Site, { limit, reset, policy }: Quota): ProblemAnswer {
  return problemAnswer(request, site, 'rateLimitExceeded', {
    detail: `${limit} requests in ${policy.slice(policy.indexOf('=') + 1)} seconds are allowed.`,
    hint: `Wait ${reset} seconds, then retry.`,
    fields: [['Retry-After', `${reset}`]],
  });
}

/**
 * The problem that a failure of the origin names, or the status from 400 to 599 that an error of the embedder carries; a 500
 * without reason for any other error.
 *
 * @param phrases of statuses that have no problem type
 */
export function failureAnswer(
  request: Target,
  site: Site,
  error: unknown,
  surface?: SurfaceId,
  phrases: Readonly<Record<number, string | undefined>> = {},
): ProblemAnswer {
  const failure = error instanceof OriginFailure ? error : undefined;
  const status = statusOf(error);
  const typed = failure?.problem ?? idOf(status);
  const answer = problemAnswer(request, site, typed ?? 'internalError', {
    detail: failure?.detail,
    fields: failure?.retryAfter === undefined ? [] : [['Retry-After', failure.retryAfter]],
    surface,
    cause: error,
  });
  if (typed !== undefined || status === undefined) return answer;
  const problem = untypedProblem(site, status, phrases[status] ?? 'Error', site.base + toPathReference(request.target));
  return { ...answer, status, content: JSON.stringify(problem) };
}

/** The status of an error as Express reads it. */
function statusOf(error: unknown): number | undefined {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  const found = status ?? statusCode;
  return Number.isInteger(found) && (found as number) >= 400 && (found as number) <= 599 ? (found as number) : undefined;
}

const idOf = (status: number | undefined): ProblemId | undefined =>
  (Object.keys(problemTypes) as ProblemId[]).find((id) => problemTypes[id].status === status);
