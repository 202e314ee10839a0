import { type ProblemId, problemsPath } from './problem-types.ts';

/** Settings that turn surfaces on. */
export type SurfaceSetting = 'agentRegistration' | 'skills' | 'securityTxt';

/**
 * A public operation of the service. Public URLs are typed in {@link surfaces} and nowhere else: the generators,
 * openapi.json, the api-catalog, Express routes, `Allow` headers, the developer page and the tests derive from it.
 */
export interface Surface {
  readonly method: 'GET' | 'POST';
  /** Path below the site URL. Page kinds carry the template `{page_path}`, which may span slashes. */
  readonly path: string;
  /** artifact: a file that the build emits; page: a page or its twin; live: computed by the proxy, and a file for hosts without it; stub: answers 501. */
  readonly kind: 'artifact' | 'page' | 'live' | 'stub';
  /** The Content-Type of a 200 answer, parameters included. */
  readonly mediaType: string;
  readonly tag: 'Health' | 'Content' | 'Discovery' | 'Agent registration (not live)';
  readonly summary: string;
  readonly description?: string;
  /** Relation in the api-catalog linkset (RFC 8631), if any. */
  readonly relation?: 'service-desc' | 'service-meta' | 'status';
  /** Problems that the operation may answer with. */
  readonly problems: readonly ProblemId[];
  /** A key of {@link cachePolicies}. */
  readonly cache: CachePolicyId;
  /** The setting without which a site has no such surface. */
  readonly needs?: SurfaceSetting;
  /** Whether the opening of llms.txt and the footer of the starter name its path. */
  readonly isNamed?: true;
  /** Whether the twin of a page may have its path; the document is left out then. */
  readonly yields?: true;
}

/** Cache-Control per kind of answer (RFC 9111 §5.2.2). Durations in seconds. */
export const cachePolicies = {
  /** The page URL as HTML: any cache may store it and must revalidate it. */
  page: 'public, max-age=0, must-revalidate',
  /** Markdown negotiated at the page URL: no shared cache may store it, because many ignore Vary. */
  negotiated: 'private, no-cache',
  /** An explicit document URL: `.md`, `.txt`, well-known metadata. */
  document: 'public, max-age=300, must-revalidate',
  /** Images, styles, scripts: revalidated by ETag after an hour. */
  asset: 'public, max-age=3600, must-revalidate',
  /** Problems, stubs, health, preflights. */
  none: 'no-store',
} as const;

export type CachePolicyId = keyof typeof cachePolicies;

const READ = ['notFound', 'methodNotAllowed', 'rateLimitExceeded', 'internalError'] as const;
/** A server that is about to end says so. */
const HEALTH = [...READ, 'unavailable'] as const;
const STUB = ['notImplemented', 'methodNotAllowed', 'rateLimitExceeded', 'internalError'] as const;

export const surfaces = {
  getHealth: {
    method: 'GET',
    path: '/api/v1/health',
    kind: 'live',
    mediaType: 'application/json',
    tag: 'Health',
    summary: 'Liveness of the service',
    description:
      'Answers `{"status":"ok","service":"<site name>"}`. The status is `degraded` while a broken build is waiting and the previous one is served. A server that is shutting down answers 503.',
    relation: 'status',
    problems: HEALTH,
    cache: 'none',
  },
  getHealthAlias: {
    method: 'GET',
    path: '/api/health',
    kind: 'live',
    mediaType: 'application/json',
    tag: 'Health',
    summary: 'Unversioned alias of the health endpoint',
    description: 'Byte-equal to `/api/v1/health` and kept available beside every later version.',
    problems: HEALTH,
    cache: 'none',
  },
  getLlmsTxt: {
    method: 'GET',
    path: '/llms.txt',
    kind: 'artifact',
    mediaType: 'text/plain; charset=utf-8',
    tag: 'Discovery',
    summary: 'Summary of the site, when to use it, and an index of its pages',
    relation: 'service-meta',
    problems: READ,
    cache: 'document',
  },
  getSectionLlmsTxt: {
    method: 'GET',
    path: '/{section}/llms.txt',
    kind: 'artifact',
    mediaType: 'text/plain; charset=utf-8',
    tag: 'Discovery',
    summary: 'Index of one section, if one llms.txt would be too long, or of the folder of a language',
    problems: READ,
    cache: 'document',
  },
  getSectionLlmsFullTxt: {
    method: 'GET',
    path: '/{section}/llms-full.txt',
    kind: 'artifact',
    mediaType: 'text/plain; charset=utf-8',
    tag: 'Discovery',
    summary: 'The full content of the pages of one section, if one llms-full.txt would be too long',
    problems: READ,
    cache: 'document',
  },
  getLlmsFullTxt: {
    method: 'GET',
    path: '/llms-full.txt',
    kind: 'artifact',
    mediaType: 'text/plain; charset=utf-8',
    tag: 'Discovery',
    summary: 'The full content of every page that llms.txt lists',
    relation: 'service-meta',
    problems: READ,
    cache: 'document',
    isNamed: true,
  },
  getSitemapMd: {
    method: 'GET',
    path: '/sitemap.md',
    kind: 'artifact',
    mediaType: 'text/markdown; charset=utf-8',
    tag: 'Discovery',
    summary: 'Markdown sitemap of the public pages',
    relation: 'service-meta',
    problems: READ,
    cache: 'document',
    isNamed: true,
  },
  getSitemapXml: {
    method: 'GET',
    path: '/sitemap.xml',
    kind: 'artifact',
    mediaType: 'application/xml; charset=utf-8',
    tag: 'Discovery',
    summary: 'XML sitemap of the public pages (sitemaps.org 0.9)',
    problems: READ,
    cache: 'document',
  },
  getSitemapPart: {
    method: 'GET',
    path: '/sitemap-{part}.xml',
    kind: 'artifact',
    mediaType: 'application/xml; charset=utf-8',
    tag: 'Discovery',
    summary: 'Part of the XML sitemap, where one file may not hold all pages',
    problems: READ,
    cache: 'document',
  },
  getRobotsTxt: {
    method: 'GET',
    path: '/robots.txt',
    kind: 'artifact',
    mediaType: 'text/plain; charset=utf-8',
    tag: 'Discovery',
    summary: 'Crawler rules (RFC 9309)',
    problems: READ,
    cache: 'document',
  },
  getApiCatalog: {
    method: 'GET',
    path: '/.well-known/api-catalog',
    kind: 'artifact',
    mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    tag: 'Discovery',
    summary: 'Linkset of the public HTTP surfaces (RFC 9727)',
    problems: READ,
    cache: 'document',
  },
  getOpenApi: {
    method: 'GET',
    path: '/.well-known/openapi.json',
    kind: 'artifact',
    mediaType: 'application/json',
    tag: 'Discovery',
    summary: 'Machine-readable description of the HTTP surface (OpenAPI 3.1)',
    relation: 'service-desc',
    problems: READ,
    cache: 'document',
    isNamed: true,
  },
  getAgentSkills: {
    method: 'GET',
    path: '/.well-known/agent-skills/index.json',
    kind: 'artifact',
    mediaType: 'application/json',
    tag: 'Discovery',
    summary: 'Index of the Agent Skills of the site (Agent Skills Discovery 0.2.0)',
    problems: READ,
    cache: 'document',
    needs: 'skills',
  },
  getAgentSkill: {
    method: 'GET',
    path: '/.well-known/agent-skills/{skill}/SKILL.md',
    kind: 'artifact',
    mediaType: 'text/markdown; charset=utf-8',
    tag: 'Discovery',
    summary: 'An Agent Skill: instructions that agents load',
    problems: READ,
    cache: 'document',
    needs: 'skills',
  },
  getSecurityTxt: {
    method: 'GET',
    path: '/.well-known/security.txt',
    kind: 'artifact',
    mediaType: 'text/plain; charset=utf-8',
    tag: 'Discovery',
    summary: 'Whom to tell of a weakness (RFC 9116)',
    problems: READ,
    cache: 'document',
    needs: 'securityTxt',
  },
  getProblems: {
    method: 'GET',
    path: problemsPath,
    kind: 'artifact',
    mediaType: 'text/markdown; charset=utf-8',
    tag: 'Discovery',
    summary: 'Every problem type: what it means and how to recover',
    problems: READ,
    cache: 'document',
    yields: true,
  },
  getChanges: {
    method: 'GET',
    path: '/changes.md',
    kind: 'artifact',
    mediaType: 'text/markdown; charset=utf-8',
    tag: 'Discovery',
    summary: 'What recent builds added, changed and removed',
    description:
      'One section for each build, newest first, under a digest of its pages. A reader that remembers the digest reads down to it.',
    problems: READ,
    cache: 'document',
    isNamed: true,
    yields: true,
  },
  getPage: {
    method: 'GET',
    path: '/{page_path}',
    kind: 'page',
    mediaType: 'text/html; charset=utf-8',
    tag: 'Content',
    summary: 'A page, as HTML or as Markdown by its Accept header',
    problems: ['notFound', 'methodNotAllowed', 'notAcceptable', 'rateLimitExceeded', 'internalError'],
    cache: 'page',
  },
  getPageMarkdown: {
    method: 'GET',
    path: '/{page_path}.md',
    kind: 'page',
    mediaType: 'text/markdown; charset=utf-8',
    tag: 'Content',
    summary: 'The page at /{page_path} as Markdown',
    problems: READ,
    cache: 'document',
  },
  getPagePart: {
    method: 'GET',
    path: '/{page_path}.parts/{part}.md',
    kind: 'artifact',
    mediaType: 'text/markdown; charset=utf-8',
    tag: 'Content',
    summary: 'One section of a long page, as Markdown',
    description: 'The outline at the beginning of the page as Markdown leads to its parts; no index lists them.',
    problems: READ,
    cache: 'document',
  },
  getProtectedResourceMetadata: {
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    kind: 'artifact',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Protected resource metadata (RFC 9728)',
    problems: READ,
    cache: 'document',
  },
  getAuthorizationServerMetadata: {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    kind: 'artifact',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Authorization server metadata (RFC 8414) with agent_auth',
    problems: READ,
    cache: 'document',
  },
  getJwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    kind: 'artifact',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Key set of the authorization server (RFC 7517), empty today',
    problems: READ,
    cache: 'document',
  },
  registerAgent: {
    method: 'POST',
    path: '/agent/identity',
    kind: 'stub',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Register an agent',
    problems: STUB,
    cache: 'none',
  },
  claimAgent: {
    method: 'POST',
    path: '/agent/identity/claim',
    kind: 'stub',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Start the claim ceremony of a registration',
    problems: STUB,
    cache: 'none',
  },
  notifyEvent: {
    method: 'POST',
    path: '/agent/event/notify',
    kind: 'stub',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Receive a revocation security event token (RFC 8417, RFC 8935)',
    problems: STUB,
    cache: 'none',
  },
  authorize: {
    method: 'GET',
    path: '/oauth/authorize',
    kind: 'stub',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Authorization endpoint (RFC 6749 §3.1)',
    problems: STUB,
    cache: 'none',
  },
  authorizeForm: {
    method: 'POST',
    path: '/oauth/authorize',
    kind: 'stub',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Authorization endpoint, by form post (RFC 6749 §3.1)',
    problems: STUB,
    cache: 'none',
  },
  token: {
    method: 'POST',
    path: '/oauth/token',
    kind: 'stub',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Token endpoint: claim grant and jwt-bearer grant',
    problems: STUB,
    cache: 'none',
  },
  revoke: {
    method: 'POST',
    path: '/oauth/revoke',
    kind: 'stub',
    mediaType: 'application/json',
    tag: 'Agent registration (not live)',
    needs: 'agentRegistration',
    summary: 'Revoke an access token (RFC 7009)',
    problems: STUB,
    cache: 'none',
  },
} as const satisfies Record<string, Surface>;

export type SurfaceId = keyof typeof surfaces;

/** The ids of the surfaces of one kind: `Record<IdsOf<'artifact'>, Generator>` makes tsc name a row without its generator. */
export type IdsOf<K extends Surface['kind']> = {
  [I in SurfaceId]: (typeof surfaces)[I]['kind'] extends K ? I : never;
}[SurfaceId];

/** The rows of the table with their ids, in table order. */
export const surfaceList: readonly (Surface & { readonly id: SurfaceId })[] = (
  Object.entries(surfaces) as [SurfaceId, Surface][]
).map(([id, surface]) => ({ ...surface, id }));

/** The rows that a site has. What a setting turns on is not there without it: no document, no endpoint, no word. */
export const surfacesOf = (settings: { readonly [S in SurfaceSetting]?: unknown }): typeof surfaceList =>
  surfaceList.filter(({ needs }) => needs === undefined || Boolean(settings[needs]));

/** The methods that a surface path supports, as an `Allow` header lists them (RFC 9110 §10.2.1). */
export function methodsOf(path: string): string[] {
  const own = surfaceList.filter((surface) => surface.path === path).map((surface) => surface.method);
  const reading = own.includes('GET') ? ['GET', 'HEAD'] : [];
  const writing = own.includes('POST') ? ['POST'] : [];
  return [...reading, ...writing, 'OPTIONS'];
}

/** Where people look for openapi.json: leads to the description if the site has nothing else there. */
export const openApiAlias = '/openapi.json';

/** Pages of the site that the documents link to if they exist. */
export const contractPages = {
  /** Instructions for agents that want to register; `agent_auth.skill` points at its twin. */
  agentInstructions: '/auth',
  /** People's list of the surfaces; the catalog's service-doc. */
  developers: '/developers',
} as const;

/** The field that says about how many tokens a Markdown answer is to a language model: an agent knows before it reads. */
export const tokensField = 'X-Markdown-Tokens';

/** Name of the meta element for what HTML has no element for: `<meta name="diptych" content="order=3, optional">`. */
export const pageMetaName = 'diptych';
