import type { Deprecation } from './deprecation.ts';
import type { QuotaPolicy } from './quota.ts';

/** The member of openapi.json in which the build tells the proxy about the site. */
export const siteExtension = 'x-diptych';

/** The value of that member. */
export interface SiteExtension {
  readonly rateLimit: QuotaPolicy;
  readonly deprecations: readonly Deprecation[];
  /** Whether the endpoints of agent registration answer 501; where they are not announced they do not exist. */
  readonly agentRegistration?: true;
  /** Another generator built the pages; with the CSS selector of their content, if the owner named it. */
  readonly adopted?: { readonly content?: string };
  /** Content-Security-Policy of HTML, if the owner set one. */
  readonly contentSecurityPolicy?: string;
}
