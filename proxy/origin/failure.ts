import type { ProblemId } from '#contract/problem-types';

/** A failure of an origin, with the problem to answer. `message` is for the log, `detail` for the client. */
export class OriginFailure extends Error {
  readonly problem: ProblemId;
  readonly detail: string | undefined;
  /** Value of Retry-After, from the origin or the proxy. */
  readonly retryAfter: string | undefined;

  constructor(problem: ProblemId, message: string, occurrence: { detail?: string; retryAfter?: string; cause?: unknown } = {}) {
    super(message, { cause: occurrence.cause });
    this.name = 'OriginFailure';
    this.problem = problem;
    this.detail = occurrence.detail;
    this.retryAfter = occurrence.retryAfter;
  }
}

/** The failure of a file that has other bytes than at its first reading. */
export const replaced = (message: string): OriginFailure =>
  new OriginFailure('unavailable', message, {
    detail: 'The site is being replaced by a newer build.',
    retryAfter: '1',
  });
