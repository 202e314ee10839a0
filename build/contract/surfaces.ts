import { type ProblemId, problemsPath } from './problem-types.ts';

/** Settings that enable surfaces. */
export type SurfaceSetting = 'agentRegistration' | 'searchApi' | 'mcp';

/**
 * A public operation of the service. Public URLs are defined only in {@link surfaces}: the generators, openapi.json, the
 * api-catalog, Express routes, `Allow`, the developer page and the tests derive from it.
 */
export interface Surface {
  readonly method: 'GET' | 'POST';
  /** Path below the site URL. Page kinds have the template `{page_path}`, which may contain slashes. */
  readonly path: string;
  /** artifact: a file; page: a page or its twin; live: computed, with a file for static hosts; function: computed only; stub: answers 501. */
  readonly kind: 'artifact' | 'page' | 'live' | 'function' | 'stub';
  /** The Content-Type of a 200 answer, with parameters. */
  readonly mediaType: string;
  readonly tag: 'Health' | 'Content' | 'Discovery' | 'Agent registration (not live)';
  readonly summary: string;
  readonly description?: string;
  /** Relation in the api-catalog linkset (RFC 8631), if any. */
  readonly relation?: 'service-desc' | 'service-meta' | 'status' | 'search';
  /** Parameters of its query, as in llms.txt: `?q=`. */
  readonly query?: string;
  /** Problems that it may answer with. */
  readonly problems: readonly ProblemId[];
  readonly cache: CachePolicyId;
  /** The setting that enables it. */
  readonly needs?: SurfaceSetting;
  /** Whether llms.txt and the footer of the starter name its path. */
  readonly isNamed?: true;
  /** Whether it repeats content of pages, whole or as a list: kept out of search engines, unless the owner wants it listed. */
  readonly isRepetition?: true;
  /** Whether a twin may take its path; then the document is omitted. */
  readonly yields?: true;
}

/** Cache-Control per kind of answer (RFC 9111 §5.2.2). Durations in seconds. */
export const cachePolicies = {
  /** The page URL as HTML: caches may store it and must revalidate it. */
  page: 'public, max-age=0, must-revalidate',
  /** Markdown negotiated at the page URL: not for shared caches, because many ignore Vary. */
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

const html = 'text/html; charset=utf-8';
const json = 'application/json';
const markdown = 'text/markdown; charset=utf-8';
const text = 'text/plain; charset=utf-8';
const xml = 'application/xml; charset=utf-8';

/** Makes a row; by default a document that is read with GET. */
const row = <K extends Surface['kind']>(
  kind: K,
  path: string,
  mediaType: string,
  more: Pick<Surface, 'summary'> & Partial<Omit<Surface, 'kind'>>,
): Surface & { readonly kind: K } => ({
  method: 'GET',
  path,
  kind,
  mediaType,
  tag: 'Discovery',
  problems: READ,
  cache: 'document',
  ...more,
});

/** 503 is for a server that is about to end. */
const health = { tag: 'Health', problems: [...READ, 'unavailable'], cache: 'none' } as const;
const content = { tag: 'Content' } as const;
const registration = { tag: 'Agent registration (not live)', needs: 'agentRegistration' } as const;
const stub = (method: Surface['method'], path: string, summary: string) =>
  row('stub', path, json, {
    ...registration,
    summary,
    method,
    problems: ['notImplemented', 'methodNotAllowed', 'rateLimitExceeded', 'internalError'],
    cache: 'none',
  });

export const surfaces = {
  getHealth: row('live', '/api/v1/health', json, {
    ...health,
    summary: 'Liveness of the service',
    description:
      'Answers `{"status":"ok","service":"<site name>"}`. The status is `degraded` while a broken build is waiting and the previous one is served. A server that is shutting down answers 503.',
    relation: 'status',
  }),
  getHealthAlias: row('live', '/api/health', json, {
    ...health,
    summary: 'Unversioned alias of the health endpoint',
    description: 'Byte-equal to `/api/v1/health` and kept available beside every later version.',
  }),
  getLlmsTxt: row('artifact', '/llms.txt', text, {
    summary: 'Summary of the site, when to use it, and an index of its pages',
    relation: 'service-meta',
  }),
  getSectionLlmsTxt: row('artifact', '/{section}/llms.txt', text, {
    summary: 'Index of one section, if one llms.txt would be too long, or of the folder of a language',
  }),
  getSectionLlmsFullTxt: row('artifact', '/{section}/llms-full.txt', text, {
    summary: 'The full content of the pages of one section, if one llms-full.txt would be too long',
    isRepetition: true,
  }),
  getLlmsFullTxt: row('artifact', '/llms-full.txt', text, {
    summary: 'The full content of every page that llms.txt lists',
    relation: 'service-meta',
    isNamed: true,
    isRepetition: true,
  }),
  getSitemapMd: row('artifact', '/sitemap.md', markdown, {
    summary: 'Markdown sitemap of the public pages',
    relation: 'service-meta',
    isNamed: true,
    isRepetition: true,
  }),
  getSectionSitemapMd: row('artifact', '/{section}/sitemap.md', markdown, {
    summary: 'Markdown sitemap of one section, if one for all pages would be too long',
    isRepetition: true,
  }),
  getSitemapXml: row('artifact', '/sitemap.xml', xml, { summary: 'XML sitemap of the public pages (sitemaps.org 0.9)' }),
  getSitemapPart: row('artifact', '/sitemap-{part}.xml', xml, {
    summary: 'Part of the XML sitemap, where one file may not hold all pages',
  }),
  getRobotsTxt: row('artifact', '/robots.txt', text, { summary: 'Crawler rules (RFC 9309)' }),
  getApiCatalog: row(
    'artifact',
    '/.well-known/api-catalog',
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    { summary: 'Linkset of the public HTTP surfaces (RFC 9727)' },
  ),
  getOpenApi: row('artifact', '/.well-known/openapi.json', json, {
    summary: 'Machine-readable description of the HTTP surface (OpenAPI 3.1)',
    relation: 'service-desc',
    isNamed: true,
  }),
  getProblems: row('artifact', problemsPath, markdown, {
    summary: 'Every problem type: what it means and how to recover',
    yields: true,
  }),
  getPage: row('page', '/{page_path}', html, {
    ...content,
    summary: 'A page, as HTML or as Markdown by its Accept header',
    problems: ['notFound', 'methodNotAllowed', 'notAcceptable', 'rateLimitExceeded', 'internalError'],
    cache: 'page',
  }),
  getPageMarkdown: row('page', '/{page_path}.md', markdown, { ...content, summary: 'The page at /{page_path} as Markdown' }),
  getPagePart: row('artifact', '/{page_path}.parts/{part}.md', markdown, {
    ...content,
    summary: 'One section of a long page, as Markdown',
    description: 'The outline of the page leads to its parts: the first of them, and the beginning of the page as Markdown.',
  }),
  search: row('function', '/api/v1/search', json, {
    ...content,
    summary: 'The pages that answer a question',
    description:
      'Each page by the section that matches best: where it is read as Markdown, how many tokens that is, and a line of it. A Markdown list if `Accept` prefers `text/markdown`. Hosts that run no code do not have it.',
    relation: 'search',
    query: '?q=',
    problems: [...READ, 'invalidRequest', 'unavailable'],
    needs: 'searchApi',
    isNamed: true,
  }),
  getSearchIndex: row('artifact', '/search-{hash}.bin', 'application/octet-stream', {
    summary: 'The index that searches read: gzip, named after what it holds',
  }),
  mcp: row('function', '/mcp', json, {
    ...content,
    summary: 'Search and fetch for clients of the Model Context Protocol',
    description:
      'Streamable HTTP without sessions and streams: one JSON-RPC message a request, one JSON answer. Its tools `search` and `fetch` only read. Hosts that run no code do not have it.',
    method: 'POST',
    problems: ['methodNotAllowed', 'contentTooLarge', 'rateLimitExceeded', 'internalError'],
    cache: 'none',
    needs: 'mcp',
  }),
  getMcpServerCard: row('artifact', '/mcp/server-card', 'application/mcp-server-card+json', {
    summary: 'What the MCP server is, where it is and which versions of the protocol it speaks (MCP Server Cards)',
    needs: 'mcp',
  }),
  getProtectedResourceMetadata: row('artifact', '/.well-known/oauth-protected-resource', json, {
    ...registration,
    summary: 'Protected resource metadata (RFC 9728)',
  }),
  getAuthorizationServerMetadata: row('artifact', '/.well-known/oauth-authorization-server', json, {
    ...registration,
    summary: 'Authorization server metadata (RFC 8414) with agent_auth',
  }),
  getJwks: row('artifact', '/.well-known/jwks.json', json, {
    ...registration,
    summary: 'Key set of the authorization server (RFC 7517), empty today',
  }),
  registerAgent: stub('POST', '/agent/identity', 'Register an agent'),
  claimAgent: stub('POST', '/agent/identity/claim', 'Start the claim ceremony of a registration'),
  notifyEvent: stub('POST', '/agent/event/notify', 'Receive a revocation security event token (RFC 8417, RFC 8935)'),
  authorize: stub('GET', '/oauth/authorize', 'Authorization endpoint (RFC 6749 §3.1)'),
  authorizeForm: stub('POST', '/oauth/authorize', 'Authorization endpoint, by form post (RFC 6749 §3.1)'),
  token: stub('POST', '/oauth/token', 'Token endpoint: claim grant and jwt-bearer grant'),
  revoke: stub('POST', '/oauth/revoke', 'Revoke an access token (RFC 7009)'),
} satisfies Record<string, Surface>;

export type SurfaceId = keyof typeof surfaces;

/** Ids of one kind: with `Record<IdsOf<'artifact'>, Generator>` the compiler reports a row without generator. */
export type IdsOf<K extends Surface['kind']> = {
  [I in SurfaceId]: (typeof surfaces)[I]['kind'] extends K ? I : never;
}[SurfaceId];

/** The rows with their ids, in table order. */
export const surfaceList: readonly (Surface & { readonly id: SurfaceId })[] = (
  Object.entries(surfaces) as [SurfaceId, Surface][]
).map(([id, surface]) => ({ ...surface, id }));

/** The rows of a site. A disabled surface is absent everywhere: no document, no endpoint, no mention. */
export const surfacesOf = (settings: { readonly [S in SurfaceSetting]?: unknown }): typeof surfaceList =>
  surfaceList.filter(({ needs }) => needs === undefined || Boolean(settings[needs]));

/** The methods of a surface path, as in `Allow` (RFC 9110 §10.2.1). */
export function methodsOf(path: string): string[] {
  const methods = surfaceList.filter((surface) => surface.path === path).map((surface) => surface.method);
  const reading = methods.includes('GET') ? ['GET', 'HEAD'] : [];
  const writing = methods.includes('POST') ? ['POST'] : [];
  return [...reading, ...writing, 'OPTIONS'];
}

/** Usual paths of documents that are elsewhere: they redirect unless the site has something else there. */
export const documentAliases: ReadonlyMap<string, string> = new Map([
  ['/openapi.json', surfaces.getOpenApi.path],
  ['/.well-known/llms.txt', surfaces.getLlmsTxt.path],
]);

/** Pages that the documents link to if they exist. */
export const contractPages = {
  /** Instructions for agents that want to register; `agent_auth.skill` points at its twin. */
  agentInstructions: '/auth',
} as const;

/** The field with the estimated number of tokens of a Markdown answer, so that an agent knows before it reads. */
export const tokensField = 'X-Markdown-Tokens';

/** Name of the meta element for page data without HTML element: `<meta name="diptych" content="order=3, optional">`. */
export const pageMetaName = 'diptych';
