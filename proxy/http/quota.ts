import { type QuotaPolicy, quotaFields } from '../../build/contract/quota.ts';

export type { QuotaPolicy };

/** What one client has left after the request that was just counted (draft-ietf-httpapi-ratelimit-headers-06). */
export interface Quota {
  readonly limit: number;
  /** Requests left in the window, never negative. */
  readonly remaining: number;
  /** Seconds until the window resets, an integer from 1 to the length of the window. */
  readonly reset: number;
  /** `<limit>;w=<seconds>`, ready for the header. */
  readonly policy: string;
  /** The quota is used up and the limiter enforces it: answer 429. */
  readonly refused: boolean;
}

/** `<limit>;w=<seconds>` of a policy. */
export const policyField = ({ limit, window }: QuotaPolicy): string => `${limit};w=${window}`;

const [limitField, remainingField, resetField, policyFieldName] = quotaFields;

/** The RateLimit fields of an answer, as lines: what is left only where somebody counts. */
export const quotaLines = ({ limit, remaining, reset, policy }: Pick<Quota, 'limit' | 'policy'> & Partial<Quota>): string =>
  `${limitField}: ${limit}\r\n${remaining === undefined ? '' : `${remainingField}: ${remaining}\r\n${resetField}: ${reset}\r\n`}${policyFieldName}: ${policy}\r\n`;

/** Whom to count: what a limiter makes its key of. */
export interface Client {
  /** The address of the peer, `socket.remoteAddress`. */
  readonly address: string | undefined;
  /** The value of X-Forwarded-For; a limiter reads it only through configured trusted hops. */
  readonly forwardedFor: string | undefined;
  /** `/robots.txt` and health are counted and never refused. */
  readonly exempt: boolean;
}

/** Counts requests by client. Counting in memory answers at once, a shared store by a promise that never rejects. */
export interface RateLimiter {
  count(client: Client): Quota | Promise<Quota>;
  /** A new build may bring a new policy; counts that are running keep their window. */
  setPolicy(policy: QuotaPolicy): void;
  /** Whether the shared store answers; absent where there is none. */
  readonly isShared?: boolean | undefined;
  /** Settles when a shared store's library is loaded; rejects where it is not installed, and counting is local then. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}
