import { openPolicy, strictPolicy } from '../answers/security.ts';
import type { QuotaPolicy } from '../http/quota.ts';
import { isOriginUrl } from '../setting-value.ts';
import type { Representation } from './origin.ts';

/** An operation on its way out (RFC 9745, RFC 8594). Days are UTC, `YYYY-MM-DD`; paths are of this site. */
export interface Deprecation {
  readonly path: string;
  readonly deprecated: string;
  readonly sunset: string;
  readonly successor?: string | undefined;
  readonly documentation?: string | undefined;
}

/** Facts of a site: in its openapi.json, or from the host's options. */
export interface SiteFacts {
  /** Scheme, host and port, no trailing slash: every absolute link starts with it. */
  readonly url: string;
  /** The path below which the host has mounted the proxy, no trailing slash: `url` ends with it, every path in a field begins with it. */
  readonly base: string;
  readonly name: string;
  readonly quota: QuotaPolicy;
  readonly deprecations: readonly Deprecation[];
  /** Content-Security-Policy of HTML. */
  readonly contentSecurityPolicy: string;
  /** Whether pages of other sites may read its answers (CORS) and caches may store them: not those of a preview, which shows drafts. */
  readonly crossOrigin: boolean;
}

/** What the proxy knows of the site that it publishes: read by the origin, replaced whole with a new build. */
export interface Site extends SiteFacts {
  /** Whether a link may point there: the URL is published. */
  has(path: string): boolean;
  /** The published path nearest to one that is not, within a bounded cost. */
  nearest(path: string): string | undefined;
  /** `404.html`, for browsers. */
  readonly notFound: Representation | undefined;
}

/** What overrides the description that a site gives of itself. */
export interface SiteOverrides {
  readonly url: string | null;
  /** Where neither the option nor the site names a URL. */
  readonly fallbackUrl: string;
  readonly name: string | undefined;
  readonly rateLimitLimit: number | null;
  readonly rateLimitWindow: number | null;
  readonly deprecations: readonly Deprecation[] | undefined;
  readonly contentSecurityPolicy: string | null;
}

const defaultQuota: QuotaPolicy = { limit: 120, window: 60 };

/**
 * The facts of a site from its openapi.json: `servers[0].url`, `info.title` and the build's own `x-diptych`. What is
 * missing or of the wrong shape has its default, for any static site may be served, and may hold any openapi.json.
 *
 * @throws {SyntaxError} when the text is not JSON
 */
export function readSiteFacts(openApi: string | undefined, overrides: SiteOverrides): SiteFacts {
  const root = objectOf(openApi === undefined ? {} : JSON.parse(openApi));
  const own = root['x-diptych'] === undefined ? undefined : objectOf(root['x-diptych']);
  const quota = objectOf(own?.rateLimit);
  const servers = Array.isArray(root.servers) ? root.servers : [];
  const title = objectOf(root.info).title;
  const url = overrides.url ?? urlOf(objectOf(servers[0]).url) ?? overrides.fallbackUrl;
  const policy = own?.contentSecurityPolicy;
  return {
    url,
    base: '',
    name: overrides.name ?? (typeof title === 'string' && title !== '' ? title : new URL(url).host),
    quota: {
      limit: overrides.rateLimitLimit ?? countOf(quota.limit) ?? defaultQuota.limit,
      window: overrides.rateLimitWindow ?? countOf(quota.window) ?? defaultQuota.window,
    },
    deprecations: overrides.deprecations ?? (Array.isArray(own?.deprecations) ? own.deprecations.filter(isDeprecation) : []),
    contentSecurityPolicy:
      overrides.contentSecurityPolicy ?? (typeof policy === 'string' ? policy : own ? strictPolicy : openPolicy),
    crossOrigin: true,
  };
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const urlOf = (value: unknown): string | undefined => (typeof value === 'string' && isOriginUrl(value) ? value : undefined);

const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;

const path = /^\/[\x21-\x7e]*$/;

function isDeprecation(value: unknown): value is Deprecation {
  const row = objectOf(value);
  const days = [row.deprecated, row.sunset].every((day) => typeof day === 'string' && !Number.isNaN(Date.parse(day)));
  const paths = [row.path, row.successor ?? '/', row.documentation ?? '/'].every((p) => typeof p === 'string' && path.test(p));
  return days && paths;
}
