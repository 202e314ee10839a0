import { type QuotaPolicy, quotaFields } from '#contract/requests';
import type { Field } from './fields.ts';

export type { QuotaPolicy };

/** The quota of a client after the current request (draft-ietf-httpapi-ratelimit-headers-06). */
export interface Quota {
  readonly limit: number;
  /** Requests left in the window, never negative. */
  readonly remaining: number;
  /** Seconds until the window resets, an integer from 1 to the length of the window. */
  readonly reset: number;
  /** `<limit>;w=<seconds>`, as in the header. */
  readonly policy: string;
  /** The quota is used up and enforced: answer 429. */
  readonly refused: boolean;
}

export const policyField = ({ limit, window }: QuotaPolicy): string => `${limit};w=${window}`;

/** The quota of a client in a window. */
export const quotaAfter = ({ limit, window }: QuotaPolicy, used: number, secondsLeft: number, isEnforced: boolean): Quota => ({
  limit,
  remaining: Math.max(0, limit - used),
  reset: Math.min(window, Math.max(1, Math.ceil(secondsLeft))),
  policy: policyField({ limit, window }),
  refused: used > limit && isEnforced,
});

const [limitField, remainingField, resetField, policyName] = quotaFields;

/** The RateLimit fields of an answer; Remaining and Reset only where requests are counted. */
export function quotaPairs({ limit, remaining, reset, policy }: Pick<Quota, 'limit' | 'policy'> & Partial<Quota>): Field[] {
  const counted: Field[] =
    remaining === undefined
      ? []
      : [
          [remainingField, `${remaining}`],
          [resetField, `${reset}`],
        ];
  return [[limitField, `${limit}`], ...counted, [policyName, policy]];
}

/** The client of a request, as a limiter identifies it. */
export interface Client {
  /** The peer address, `socket.remoteAddress`. */
  readonly address: string | undefined;
  /** X-Forwarded-For; a limiter reads it only through configured trusted hops. */
  readonly forwardedFor: string | undefined;
  /** Counted, never refused: `/robots.txt` and health. */
  readonly exempt: boolean;
}

/** Counts requests by client. A count in memory is synchronous, in a shared store a promise that never rejects. */
export interface RateLimiter {
  count(client: Client): Quota | Promise<Quota>;
  /** Applies the policy of a new build; open windows keep their length. */
  setPolicy(policy: QuotaPolicy): void;
  /** Whether the shared store answers; absent without one. */
  readonly isShared?: boolean | undefined;
  /** Settles when the library of a shared store is loaded; rejects if it is not installed. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}
