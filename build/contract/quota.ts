/** The rule by which clients are counted: `limit` requests in `window` seconds. */
export interface QuotaPolicy {
  readonly limit: number;
  /** Length of the window in seconds. */
  readonly window: number;
}

/** The quota of a site that names none. */
export const defaultQuota: QuotaPolicy = { limit: 120, window: 60 };

/** The four fields of every response (draft-ietf-httpapi-ratelimit-headers-06). */
export const quotaFields = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const;
