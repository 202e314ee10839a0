/** Known methods: 405 where one does not apply; any other method is a 501 (RFC 9110 §15.6.2). */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Methods of the service as a whole: the answer to `OPTIONS *`. */
export const serverMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

export const readMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Longest request target in octets (RFC 9112 §3 asks for at least 8000). */
export const targetLimit = 8192;

/** A rate limit: `limit` requests in `window` seconds. */
export interface QuotaPolicy {
  readonly limit: number;
  /** Length of the window in seconds. */
  readonly window: number;
}

export const defaultQuota: QuotaPolicy = { limit: 120, window: 60 };

/** The four rate limit fields (draft-ietf-httpapi-ratelimit-headers-06). */
export const quotaFields = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const;
