/** A rate limit: `limit` requests in `window` seconds. */
export interface QuotaPolicy {
  readonly limit: number;
  /** Length of the window in seconds. */
  readonly window: number;
}

export const defaultQuota: QuotaPolicy = { limit: 120, window: 60 };

/** The four rate limit fields (draft-ietf-httpapi-ratelimit-headers-06). */
export const quotaFields = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const;
