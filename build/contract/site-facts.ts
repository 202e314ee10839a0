import { isFieldValue, openPolicy } from './content-security-policy.ts';
import { type Deprecation, isDeprecation } from './deprecation.ts';
import type { Canonicals, MissingTwins, PartFacts, SiteDescription } from './manifest.ts';
import { defaultQuota, type QuotaPolicy } from './requests.ts';
import { basePathOf, isSiteUrl } from './site-url.ts';

/** Facts of a site: from its manifest, or from the embedder's options. */
export interface SiteFacts
  extends Pick<SiteDescription, 'url' | 'name' | 'deprecations' | 'htmlUrls' | 'searchIndex' | 'feedback' | 'mcp'> {
  /** URL that links in its pages begin with, if an option overrides it. */
  readonly builtFor?: string;
  /** The base path, or the embedder's mount path, no trailing slash: `url` ends with it, and paths in fields begin with it. */
  readonly base: string;
  readonly quota: QuotaPolicy;
  /** Whether the endpoints of agent registration are announced; they answer 501. */
  readonly agentRegistration: boolean;
  readonly contentSecurityPolicy: string;
  /** Seconds for which shared caches may keep pages, twins and documents; each deployment must purge them. */
  readonly sharedAge?: number | undefined;
  /** Whether pages of other sites may read its answers (CORS); false for a preview, which shows drafts. */
  readonly crossOrigin: boolean;
  readonly canonicals?: Canonicals | undefined;
  readonly missingTwins?: MissingTwins | undefined;
}

/** A URL that is valid between the angle brackets of a Link (RFC 8288 §3). */
export const feedbackForm = /^(?:https?:\/\/|mailto:)[^\s<>"\\\x7f-\uffff]+$/;

/** A year, in seconds. */
export const maxSharedAge = 31_536_000;

/** Options that override a site's own facts. */
export interface SiteOverrides {
  readonly url?: string | null;
  /** URL if neither an option nor the site names one. */
  readonly fallbackUrl: string;
  readonly name?: string | undefined;
  readonly rateLimitLimit?: number | null;
  readonly rateLimitWindow?: number | null;
  readonly deprecations?: readonly Deprecation[] | undefined;
  readonly contentSecurityPolicy?: string | null;
  readonly sharedAge?: number | null;
  readonly crossOrigin?: boolean | undefined;
}

/**
 * The facts of a site, from what its manifest says. Missing and malformed values get defaults, because any static site may be served.
 *
 * @param described the member `site` of a manifest; undefined for a folder without one
 * @example
 * readSiteFacts({ url: 'https://example.com', name: 'Example' }, { fallbackUrl: 'http://localhost:8080' }).base // ''
 */
export function readSiteFacts(described: unknown, overrides: SiteOverrides): SiteFacts {
  const site = objectOf(described);
  const quota = objectOf(site.rateLimit);
  const { name, contentSecurityPolicy: policy, searchIndex, feedback } = site;
  const declared = urlOf(site.url);
  const url = overrides.url ?? declared ?? overrides.fallbackUrl;
  return {
    url,
    ...(declared !== undefined && declared !== url && { builtFor: declared }),
    base: basePathOf(url),
    name: overrides.name ?? (typeof name === 'string' && name !== '' ? name : new URL(url).host),
    quota: {
      limit: overrides.rateLimitLimit ?? countOf(quota.limit) ?? defaultQuota.limit,
      window: overrides.rateLimitWindow ?? countOf(quota.window) ?? defaultQuota.window,
    },
    deprecations: overrides.deprecations ?? (Array.isArray(site.deprecations) ? site.deprecations.filter(isDeprecation) : []),
    agentRegistration: site.agentRegistration === true,
    contentSecurityPolicy:
      overrides.contentSecurityPolicy ?? (typeof policy === 'string' && isFieldValue(policy) ? policy : openPolicy),
    crossOrigin: overrides.crossOrigin ?? true,
    sharedAge: overrides.sharedAge ?? undefined,
    ...(site.htmlUrls === true && { htmlUrls: true as const }),
    ...(typeof searchIndex === 'string' && isPath(searchIndex) && { searchIndex }),
    ...(typeof feedback === 'string' && feedbackForm.test(feedback) && { feedback }),
    ...(site.mcp === true && { mcp: true as const }),
  };
}

/** The value if it is a JSON object, else an empty one. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Parses a JSON object; empty for any other value. */
export function jsonOf(text: string | undefined): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

const isPath = (text: string): boolean => /^\/[\w.-]+$/.test(text);

const urlOf = (value: unknown): string | undefined => (typeof value === 'string' && isSiteUrl(value) ? value : undefined);

const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;

/** The only format of an {@link EdgeSite} so far. */
export const edgeSiteVersion = 1;

/** A built site for a fetch handler: JSON, written by `diptych export`. */
export interface EdgeSite {
  readonly version: typeof edgeSiteVersion;
  /** Name and version of the program that made it. */
  readonly generator?: string;
  readonly facts: SiteFacts;
  /** Text of `_redirects`; empty if there is none. */
  readonly redirects: string;
  /**
   * Files with a URL, and `404.html`, by path: hash for the ETag, size in bytes, tokens (about) of Markdown made by the build,
   * and the position of a part of a long page.
   */
  readonly files: Readonly<Record<string, readonly [tag: string, size: number, tokens?: number, part?: PartFacts]>>;
}

/** The type of the imported JSON file, where compilers know `version` only as a number. */
export interface EdgeSiteJson extends Pick<EdgeSite, 'redirects'> {
  readonly version: number;
  readonly facts: object;
  readonly files: object;
}

/** Length of the hash in an ETag, in characters: 132 bits. */
export const tagLength = 22;
