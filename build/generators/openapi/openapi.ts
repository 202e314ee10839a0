import { noticeDays } from '../../contract/deprecation.ts';
import { twinUrlOf } from '../../contract/permalinks.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { type SiteExtension, siteExtension } from '../../contract/site-extension.ts';
import { cachePolicies, type Surface, type SurfaceId, surfaceList, surfaces } from '../../contract/surfaces.ts';
import type { Artifact } from '../../files.ts';
import type { Page } from '../../page/page.ts';
import type { Site } from '../../page/site.ts';
import { jsonArtifact } from '../json-artifact.ts';
import { sectionLlmsTxt } from '../llms-txt.ts';
import { bodySchemas, requestBodies, successSchemas } from './bodies.ts';
import { components, quotaHeaders, ref } from './components.ts';

type Operation = Record<string, unknown>;
type PathItem = Record<string, unknown>;

/**
 * `/.well-known/openapi.json` (OpenAPI 3.1): every surface, each page concretely, what each answers, and what the
 * proxy must know of the site (`x-diptych`). OAS 3.1 cannot express a path parameter that spans slashes, so no
 * template stands for the pages.
 */
export function openApi(site: Site): Artifact[] {
  const { settings } = site;
  const paths: Record<string, PathItem> = {};
  for (const surface of surfaceList) {
    if (surface.path.includes('{')) continue;
    addOperation(paths, surface.path, surface.method, operationOf(site, surface));
  }
  for (const { path } of sectionLlmsTxt(site))
    addOperation(paths, `/${path}`, 'GET', concrete('getSectionLlmsTxt', `/${path}`, surfaces.getSectionLlmsTxt.summary));
  for (const page of site.pages) addPage(paths, page);
  const document = {
    openapi: '3.1.1',
    info: infoOf(site),
    servers: [{ url: settings.url }],
    tags: tagsOf(),
    security: [],
    paths,
    components: components(site, bodySchemas(site)),
    [siteExtension]: { rateLimit: settings.rateLimit, deprecations: settings.deprecations } satisfies SiteExtension,
  };
  // Not indented: it grows with every page, and is for machines.
  return [jsonArtifact('getOpenApi', document, 0)];
}

function infoOf(site: Site): Record<string, unknown> {
  const { contact, description, rateLimit } = { ...site.settings, description: site.description };
  return {
    title: site.name,
    version: '1.0.0',
    summary: 'Public read-only discovery and content service',
    description: [
      ...(description ? [description] : []),
      'Every public endpoint is read-only and needs no authentication, no API key and no registration; there is no sandbox. Pages are available as Markdown: append `.md` to the path, or send `Accept: text/markdown`.',
      `Rate limit: ${rateLimit.limit} requests per ${rateLimit.window} seconds and client, reported in the RateLimit headers of every response.`,
      `The surface is version 1 (\`/api/v1/\`). Breaking changes ship under \`/api/v2/\`. Deprecations are announced at least ${noticeDays} days in advance through the Deprecation and Sunset headers.`,
      'Agent registration and OAuth endpoints are documented and not live: they answer 501 and issue nothing.',
    ].join('\n\n'),
    ...(contact && { contact }),
  };
}

const tagsOf = (): { name: string }[] => [...new Set(surfaceList.map(({ tag }) => tag))].map((name) => ({ name }));

function addOperation(paths: Record<string, PathItem>, path: string, method: string, operation: Operation): void {
  paths[path] ??= {};
  paths[path][method.toLowerCase()] = operation;
}

function operationOf(site: Site, surface: Surface & { id: SurfaceId }): Operation {
  const deprecation = site.settings.deprecations.find(({ path }) => path === surface.path);
  const body = requestBodies(site)[surface.id];
  return {
    operationId: surface.id,
    summary: surface.summary,
    description: descriptionOf(surface),
    tags: [surface.tag],
    ...(deprecation && { deprecated: true }),
    ...(surface.kind === 'stub' && { 'x-status': 'not-live' }),
    ...(body && { requestBody: body }),
    responses: { ...successOf(surface), ...problemResponses(surface.problems) },
  };
}

function descriptionOf(surface: Surface): string {
  const text = surface.description ?? `${surface.summary}.`;
  return surface.kind === 'stub'
    ? `**Not live.** ${text} Answers 501 today; nothing is issued, and the request body is not read.`
    : text;
}

function successOf(surface: Surface & { id: SurfaceId }): Record<string, unknown> {
  if (surface.kind === 'stub') return {};
  const cached = cachePolicies[surface.cache] !== cachePolicies.none;
  const headers = {
    ...quotaHeaders,
    'Cache-Control': ref('headers', 'CacheControl'),
    ...(cached && { ETag: ref('headers', 'ETag'), Link: ref('headers', 'Link') }),
  };
  const type = surface.mediaType.split(';')[0]!;
  return {
    200: {
      description: surface.summary,
      headers,
      content: { [type]: { schema: successSchemas[surface.id] ?? { type: 'string' } } },
    },
    ...(cached && { 304: ref('responses', 'NotModified') }),
  };
}

function problemResponses(ids: readonly ProblemId[]): Record<string, unknown> {
  const rows = ids.map((id) => [problemTypes[id].status, ref('responses', id)] as const).sort(([a], [b]) => a - b);
  return Object.fromEntries(rows);
}

/** A page and its twin, concretely; the answers they share are components. */
function addPage(paths: Record<string, PathItem>, page: Page): void {
  addOperation(paths, page.url, 'GET', concrete('getPage', page.url, page.title));
  addOperation(paths, twinUrlOf(page.url), 'GET', concrete('getPageMarkdown', twinUrlOf(page.url), `${page.title}, as Markdown`));
}

type ConcreteId = 'getPage' | 'getPageMarkdown' | 'getSectionLlmsTxt';

const concrete = (id: ConcreteId, url: string, summary: string): Operation => ({
  operationId: `${id}:${url}`,
  summary,
  ...concreteAnswers[id],
});

const concreteAnswersOf = (id: ConcreteId): Operation => ({
  tags: [surfaces[id].tag],
  responses: { 200: ref('responses', id), 304: ref('responses', 'NotModified'), ...problemResponses(surfaces[id].problems) },
});

/** Made once: a site has two such operations a page. */
const concreteAnswers: Readonly<Record<ConcreteId, Operation>> = {
  getPage: concreteAnswersOf('getPage'),
  getPageMarkdown: concreteAnswersOf('getPageMarkdown'),
  getSectionLlmsTxt: concreteAnswersOf('getSectionLlmsTxt'),
};
