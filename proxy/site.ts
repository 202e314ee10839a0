import type { Representation } from './origin/origin.ts';
import type { QuotaPolicy } from './quota.ts';

/** An operation on its way out (RFC 9745, RFC 8594). Days are UTC, `YYYY-MM-DD`; paths are of this site. */
export interface Deprecation {
  readonly path: string;
  readonly deprecated: string;
  readonly sunset: string;
  readonly successor?: string | undefined;
  readonly documentation?: string | undefined;
}

/** What the proxy knows of the site that it publishes: read by the origin, replaced whole with a new build. */
export interface Site {
  /** Scheme, host and port, no trailing slash: every absolute link starts with it (design decision 15). */
  readonly url: string;
  readonly name: string;
  readonly quota: QuotaPolicy;
  readonly deprecations: readonly Deprecation[];
  /** Content-Security-Policy of HTML. */
  readonly contentSecurityPolicy: string;
  /** Whether a link may point there: the URL is published. */
  has(path: string): boolean;
  /** The published page whose path is nearest to one that is not, within a bounded cost. */
  nearest(path: string): string | undefined;
  /** `404.html`, for browsers. */
  readonly notFound: Representation | undefined;
}
