import type { ProblemId } from '../../build/contract/problem-types.ts';

/** An origin cannot answer, and says as which problem. `message` is for the log, `detail` for the client. */
export class OriginFailure extends Error {
  readonly problem: ProblemId;
  readonly detail: string | undefined;
  /** Value of Retry-After, where the origin gave one or the proxy knows one. */
  readonly retryAfter: string | undefined;

  constructor(problem: ProblemId, message: string, occurrence: { detail?: string; retryAfter?: string; cause?: unknown } = {}) {
    super(message, { cause: occurrence.cause });
    this.name = 'OriginFailure';
    this.problem = problem;
    this.detail = occurrence.detail;
    this.retryAfter = occurrence.retryAfter;
  }
}
