import { isFieldValue, openPolicy } from '../../build/contract/content-security-policy.ts';
import { isDeprecation } from '../../build/contract/deprecation.ts';
import { defaultQuota } from '../../build/contract/quota.ts';
import { siteExtension } from '../../build/contract/site-extension.ts';
import { basePathOf, isSiteUrl } from '../../build/contract/site-url.ts';
import type { SiteFacts, SiteOverrides } from './origin.ts';

/**
 * The facts of a site from its openapi.json: `servers[0].url`, `info.title` and the build's own `x-diptych`. What is
 * missing or of the wrong shape gets its default, because any static site may be served, and may hold any openapi.json.
 *
 * @throws {SyntaxError} when the text is not JSON
 */
export function readSiteFacts(openApi: string | undefined, overrides: SiteOverrides): SiteFacts {
  const root = objectOf(openApi === undefined ? {} : JSON.parse(openApi));
  const own = root[siteExtension] === undefined ? undefined : objectOf(root[siteExtension]);
  const quota = objectOf(own?.rateLimit);
  const servers = Array.isArray(root.servers) ? root.servers : [];
  const title = objectOf(root.info).title;
  const url = overrides.url ?? urlOf(objectOf(servers[0]).url) ?? overrides.fallbackUrl;
  const policy = own?.contentSecurityPolicy;
  return {
    url,
    base: basePathOf(url),
    name: overrides.name ?? (typeof title === 'string' && title !== '' ? title : new URL(url).host),
    quota: {
      limit: overrides.rateLimitLimit ?? countOf(quota.limit) ?? defaultQuota.limit,
      window: overrides.rateLimitWindow ?? countOf(quota.window) ?? defaultQuota.window,
    },
    deprecations: overrides.deprecations ?? (Array.isArray(own?.deprecations) ? own.deprecations.filter(isDeprecation) : []),
    contentSecurityPolicy:
      overrides.contentSecurityPolicy ?? (typeof policy === 'string' && isFieldValue(policy) ? policy : openPolicy),
    crossOrigin: true,
  };
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const urlOf = (value: unknown): string | undefined => (typeof value === 'string' && isSiteUrl(value) ? value : undefined);

const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;
