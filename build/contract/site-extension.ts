import type { Deprecation } from './deprecation.ts';
import type { QuotaPolicy } from './quota.ts';

/** The member of openapi.json in which the build tells the proxy about the site. */
export const siteExtension = 'x-diptych';

/** The value of that member. */
export interface SiteExtension {
  readonly rateLimit: QuotaPolicy;
  readonly deprecations: readonly Deprecation[];
  /** Content-Security-Policy of HTML, if it is not the strict one. */
  readonly contentSecurityPolicy?: string;
}
