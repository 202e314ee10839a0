import { isFieldValue, openPolicy } from './content-security-policy.ts';
import { type Deprecation, isDeprecation } from './deprecation.ts';
import type { Canonicals, MissingTwins } from './manifest.ts';
import { defaultQuota, type QuotaPolicy } from './quota.ts';
import { basePathOf, isSiteUrl } from './site-url.ts';

/** Facts of a site: from its openapi.json and its manifest, or from the host's options. */
export interface SiteFacts {
  /** No trailing slash: every absolute link starts with it. */
  readonly url: string;
  /** What the site itself says instead, if an option overrides it: links in its pages begin with that. */
  readonly builtFor?: string;
  /** The path below which the site lies, or the host has mounted the proxy, no trailing slash: `url` ends with it, every path in a field begins with it. */
  readonly base: string;
  readonly name: string;
  readonly quota: QuotaPolicy;
  readonly deprecations: readonly Deprecation[];
  /** Whether the endpoints of agent registration are announced, and so answer 501. */
  readonly agentRegistration: boolean;
  /** Content-Security-Policy of HTML. */
  readonly contentSecurityPolicy: string;
  /** Seconds for which shared caches keep pages, twins and documents; each deployment empties them. */
  readonly sharedAge?: number | undefined;
  /** Whether pages of other sites may read its answers (CORS); not those of a preview, which shows drafts. */
  readonly crossOrigin: boolean;
  readonly canonicals?: Canonicals | undefined;
  readonly missingTwins?: MissingTwins | undefined;
  /** Whether the URLs of its pages end in `.html`, as their files do. */
  readonly htmlUrls?: true;
  /** URL path of the index that searches read; without it there is no search. */
  readonly searchIndex?: string;
  /** Where mistakes are reported: an http(s) or mailto URL. */
  readonly feedback?: string;
  /** Whether it is an MCP server, too. */
  readonly mcp?: true;
}

/** A URL that can stand between the angle brackets of a Link (RFC 8288 §3). */
export const feedbackForm = /^(?:https?:\/\/|mailto:)[^\s<>"\\\x7f-\uffff]+$/;

/** A year, in seconds. */
export const maxSharedAge = 31_536_000;

/** The member of openapi.json in which the build tells the proxy about the site. */
export const siteExtension = 'x-diptych';

/** The value of that member. */
export interface SiteExtension {
  readonly rateLimit: QuotaPolicy;
  readonly deprecations: readonly Deprecation[];
  /** Whether the endpoints of agent registration answer 501; where they are not announced they do not exist. */
  readonly agentRegistration?: true;
  /** Another generator built the pages; with the CSS selector of their content, if the owner named it. */
  readonly adopted?: { readonly content?: string | Readonly<Record<string, string>> };
  /** The URLs of the pages end in `.html`, as their files do. */
  readonly htmlUrls?: true;
  /** Content-Security-Policy of HTML, if the owner set one. */
  readonly contentSecurityPolicy?: string;
  readonly sharedAge?: number;
  /** URL path of the index that searches read, if there is one. */
  readonly searchIndex?: string;
  readonly feedback?: string;
  readonly mcp?: true;
}

/** What overrides the description that a site gives of itself. */
export interface SiteOverrides {
  readonly url: string | null;
  /** If neither the option nor the site names a URL. */
  readonly fallbackUrl: string;
  readonly name: string | undefined;
  readonly rateLimitLimit: number | null;
  readonly rateLimitWindow: number | null;
  readonly deprecations: readonly Deprecation[] | undefined;
  readonly contentSecurityPolicy: string | null;
  readonly sharedAge: number | null;
}

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
  const declared = urlOf(objectOf(servers[0]).url);
  const url = overrides.url ?? declared ?? overrides.fallbackUrl;
  const policy = own?.contentSecurityPolicy;
  return {
    url,
    ...(declared !== undefined && declared !== url && { builtFor: declared }),
    base: basePathOf(url),
    name: overrides.name ?? (typeof title === 'string' && title !== '' ? title : new URL(url).host),
    quota: {
      limit: overrides.rateLimitLimit ?? countOf(quota.limit) ?? defaultQuota.limit,
      window: overrides.rateLimitWindow ?? countOf(quota.window) ?? defaultQuota.window,
    },
    deprecations: overrides.deprecations ?? (Array.isArray(own?.deprecations) ? own.deprecations.filter(isDeprecation) : []),
    agentRegistration: own?.agentRegistration === true,
    contentSecurityPolicy:
      overrides.contentSecurityPolicy ?? (typeof policy === 'string' && isFieldValue(policy) ? policy : openPolicy),
    crossOrigin: true,
    sharedAge: overrides.sharedAge ?? countOf(own?.sharedAge),
    ...(own?.htmlUrls === true && { htmlUrls: true as const }),
    ...(typeof own?.searchIndex === 'string' && isPath(own.searchIndex) && { searchIndex: own.searchIndex }),
    ...(typeof own?.feedback === 'string' && feedbackForm.test(own.feedback) && { feedback: own.feedback }),
    ...(own?.mcp === true && { mcp: true as const }),
  };
}

/** A value of JSON as an object; empty if it is anything else. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A JSON object; empty if it is anything else. */
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
