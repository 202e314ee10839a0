import { indexLinks } from '../../build/contract/links.ts';
import { memoizeByObject } from '../../build/contract/memoize-by-object.ts';
import { problemFields, problemOf, problemType } from '../../build/contract/problem.ts';
import { type ProblemId, problemTypes } from '../../build/contract/problem-types.ts';
import type { SurfaceId } from '../../build/contract/surfaces.ts';
import { type Fields, toLines } from '../http/field-lines.ts';
import type { Quota } from '../http/quota.ts';
import type { RequestFacts } from '../http/request.ts';
import { toPathReference } from '../http/request-target.ts';
import { OriginFailure } from '../origin/failure.ts';
import type { Site } from '../origin/origin.ts';
import { documentFields } from './fields.ts';
import type { Answer } from './value.ts';

/** What an occurrence knows besides its type. */
export interface Occurrence {
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  /** Further header fields: Allow, Retry-After, Content-Range, Vary. */
  readonly fields?: Fields;
  /** Values of Link. A 404 has its own: the indexes of the site. */
  readonly links?: readonly string[];
  readonly surface?: SurfaceId | undefined;
  readonly cause?: unknown;
}

const none: readonly string[] = [];

/** A problem as an answer: JSON text. */
export type ProblemAnswer = Answer & { readonly body: string };

/** The one renderer of failures. Its text is ASCII unless a host's own name is not. */
export function problemAnswer(
  { target }: Pick<RequestFacts, 'target'>,
  site: Site,
  id: ProblemId,
  { detail, hint, fields = none, links = none, surface, cause }: Occurrence = {},
): ProblemAnswer {
  const problem = problemOf(site, id, site.base + toPathReference(target), { detail, hint });
  const shared = sharedLines(site)[id === 'notFound' ? 'notFound' : 'any'];
  const own = links.length ? ['Link', links.join(', '), ...fields] : fields;
  const lines = own.length ? shared + toLines(own) : shared;
  return { status: problem.status, fields: lines, body: JSON.stringify(problem), variant: 'problem', surface, cause };
}

/** What the problems of one site have in common. */
const sharedLines = memoizeByObject((site: Site) => {
  const any = toLines([...documentFields(site, problemType, 'none'), ...problemFields]);
  const links = indexLinks(site);
  // What is not there may be there as HTML for a browser; and where to look.
  return { any, notFound: any + toLines([...(links.length ? ['Link', links.join(', ')] : []), 'Vary', 'Accept']) };
});

/** 429, with Retry-After equal to RateLimit-Reset (RFC 6585 §4). */
export function refusalAnswer(request: Pick<RequestFacts, 'target'>, site: Site, { limit, reset, policy }: Quota): ProblemAnswer {
  return problemAnswer(request, site, 'rateLimitExceeded', {
    detail: `${limit} requests in ${policy.slice(policy.indexOf('=') + 1)} seconds are allowed.`,
    hint: `Wait ${reset} seconds, then retry.`,
    fields: ['Retry-After', `${reset}`],
  });
}

/** A failure of the origin as the problem that it names, anything else as a 500 that does not say why. */
export function failureAnswer(request: RequestFacts, site: Site, error: unknown, surface?: SurfaceId): Answer {
  const failure = error instanceof OriginFailure ? error : undefined;
  return problemAnswer(request, site, failure?.problem ?? clientFaultOf(error) ?? 'internalError', {
    detail: failure?.detail,
    fields: failure?.retryAfter === undefined ? none : ['Retry-After', failure.retryAfter],
    surface,
    cause: error,
  });
}

/** What a host's own middleware found wrong with the request, if it says so by a status as Express does. */
function clientFaultOf(error: unknown): ProblemId | undefined {
  const { status } = (error ?? {}) as { status?: unknown };
  const ids = Object.keys(problemTypes) as ProblemId[];
  return ids.find((id) => problemTypes[id].status === status && problemTypes[id].status < 500);
}
