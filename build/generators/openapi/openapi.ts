import { noticeDays } from '../../contract/deprecation.ts';
import { bareTypeOf } from '../../contract/links.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { cachePolicies, type Surface, type SurfaceId, surfaces, surfacesOf, tokensField } from '../../contract/surfaces.ts';
import type { Artifact } from '../../files.ts';
import type { Site } from '../../page/site.ts';
import type { ResolvedSettings } from '../../settings.ts';
import { llmsFullTxt } from '../llms-full-txt.ts';
import { llmsTxt } from '../llms-txt.ts';
import { markdownParagraph } from '../markdown-text.ts';
import { partsOfPage } from '../parts/page-parts.ts';
import { sitemapMd } from '../sitemap-md.ts';
import { sitemapXml } from '../sitemap-xml.ts';
import { type Divided, siteSurfaces, surfaceArtifact } from '../surface-artifact.ts';
import { bodySchemas, parametersOf, requestBodies, successSchemas } from './bodies.ts';
import { components, quotaHeaders, ref } from './components.ts';

type Operation = Record<string, unknown>;
type PathItem = Record<string, unknown>;

/**
 * `/.well-known/openapi.json` (OpenAPI 3.1): every surface with its answers. Pages, twins and parts are path templates: OAS 3.1 has no
 * parameter that spans slashes, so its description says that it may.
 */
export function openApi(site: Site): Artifact[] {
  const { settings } = site;
  const paths: Record<string, PathItem> = {};
  for (const surface of siteSurfaces(site))
    if (isThere(site, surface.id)) addOperation(paths, surface.path, surface.method, operationOf(site, surface));
  const document = {
    openapi: '3.1.1',
    info: infoOf(site),
    servers: [{ url: settings.url }],
    tags: tagsOf(settings),
    security: [],
    paths,
    components: components(site, settings.agentRegistration ? bodySchemas(site) : {}),
  };
  return [surfaceArtifact('getOpenApi', `${inLines(document, 3)}\n`)];
}

/** Whether a site has documents of a surface that only large sites have; the name of the search index is not for people. */
function isThere(site: Site, id: SurfaceId): boolean {
  if (id === 'getSearchIndex') return false;
  if (id === 'getPagePart') return site.published.some((page) => partsOfPage(site, page));
  return divided[id] === undefined || divided[id](site).further.length > 0;
}

const divided: { readonly [id in SurfaceId]?: (site: Site) => Divided } = {
  getSectionLlmsTxt: llmsTxt,
  getSectionLlmsFullTxt: llmsFullTxt,
  getSectionSitemapMd: sitemapMd,
  getSitemapPart: sitemapXml,
};

/** JSON with broken upper levels, so that people find parts by line, and one line for each operation, because there are many. */
function inLines(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const deeper = `${indent} `;
  const lines = Object.entries(value).map(
    ([key, member]) => `${deeper}${JSON.stringify(key)}: ${inLines(member, levels - 1, deeper)}`,
  );
  return lines.length > 0 ? `{\n${lines.join(',\n')}\n${indent}}` : '{}';
}

function infoOf(site: Site): Record<string, unknown> {
  const { description, settings } = site;
  const { contact, license, rateLimit, organization, agentRegistration, url, htmlUrls } = settings;
  return {
    title: site.name,
    version: '1.0.0',
    summary: 'Public read-only discovery and content service',
    description: [
      ...(description ? [markdownParagraph(description)] : []),
      'Every public endpoint is read-only and needs no authentication, no API key and no registration; there is no sandbox. Pages are available as Markdown: ' +
        (htmlUrls ? 'put `.md` in place of `.html`, or of a slash at the end, in the path' : 'append `.md` to the path') +
        ', or send `Accept: text/markdown`.',
      `Rate limit: ${rateLimit.limit} requests per ${rateLimit.window} seconds and client, reported in the RateLimit headers of every response.`,
      `The surface is version 1 (\`/api/v1/\`). Breaking changes ship under \`/api/v2/\`. Deprecations are announced at least ${noticeDays} days in advance through the Deprecation and Sunset headers.`,
      ...(agentRegistration
        ? ['Agent registration and OAuth endpoints are documented and not live: they answer 501 and issue nothing.']
        : []),
    ].join('\n\n'),
    contact: { name: organization?.name ?? site.name, url: organization?.url ?? url, ...contact },
    ...(license && { license }),
  };
}

const tagDescriptions: Readonly<Record<Surface['tag'], string>> = {
  Health: 'Whether the service is alive.',
  Content: 'The pages, each as HTML and as Markdown.',
  Discovery: 'What is here, for clients that do not know the site yet.',
  'Agent registration (not live)': 'A model of how agents would register: its documents are published, its endpoints answer 501.',
};

const tagsOf = (settings: ResolvedSettings): { name: string; description: string }[] =>
  [...new Set(surfacesOf(settings).map(({ tag }) => tag))].map((name) => ({ name, description: tagDescriptions[name] }));

function addOperation(paths: Record<string, PathItem>, path: string, method: string, operation: Operation): void {
  paths[path] ??= {};
  paths[path][method.toLowerCase()] = operation;
}

function operationOf(site: Site, surface: Surface & { id: SurfaceId }): Operation {
  const deprecation = site.settings.deprecations.find(({ path }) => path === surface.path);
  const body = requestBodies(site)[surface.id];
  const parameters = [...parametersIn(surface.path), ...(parametersOf[surface.id] ?? [])];
  return {
    operationId: surface.id,
    summary: surface.summary,
    description: descriptionOf(surface),
    tags: [surface.tag],
    ...(deprecation && { deprecated: true }),
    ...(surface.kind === 'stub' && { 'x-status': 'not-live' }),
    ...(parameters.length > 0 && { parameters }),
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

/** Operations that answer Markdown, too, if Accept prefers it. */
const negotiated: ReadonlySet<SurfaceId> = new Set(['getPage', 'search']);
/** Operations that say how many tokens their Markdown takes. */
const markdownIds: ReadonlySet<SurfaceId> = new Set(['getPage', 'getPageMarkdown', 'getPagePart']);

function successOf(surface: Surface & { id: SurfaceId }): Record<string, unknown> {
  if (surface.kind === 'stub') return {};
  const cached = cachePolicies[surface.cache] !== cachePolicies.none;
  const headers = {
    ...quotaHeaders,
    'Cache-Control': ref('headers', 'CacheControl'),
    ...(cached && { ETag: ref('headers', 'ETag'), Link: ref('headers', 'Link') }),
    ...(negotiated.has(surface.id) && { Vary: ref('headers', 'Vary') }),
    ...(surface.id === 'getPage' && { 'Content-Location': ref('headers', 'ContentLocation') }),
    ...(markdownIds.has(surface.id) && { [tokensField]: ref('headers', 'MarkdownTokens') }),
  };
  const type = bareTypeOf(surface.mediaType);
  // What a standard defines is not described again.
  const usual = { type: type.endsWith('json') ? 'object' : 'string' };
  const content = {
    [type]: { schema: successSchemas[surface.id] ?? usual },
    ...(negotiated.has(surface.id) && { [bareTypeOf(surfaces.getPageMarkdown.mediaType)]: { schema: { type: 'string' } } }),
  };
  return {
    200: { description: surface.summary, headers, content },
    ...(cached && { 304: ref('responses', 'NotModified') }),
  };
}

function problemResponses(ids: readonly ProblemId[]): Record<string, unknown> {
  const rows = ids.map((id) => [problemTypes[id].status, ref('responses', id)] as const).sort(([a], [b]) => a - b);
  return Object.fromEntries(rows);
}

/** What the names in path templates stand for. */
const pathParameters: Readonly<Record<string, string>> = {
  page_path: `The path of a page, as ${surfaces.getSitemapXml.path} and ${surfaces.getLlmsTxt.path} name it. It may hold slashes, which are not encoded.`,
  part: 'The section, as the outline of the page names it.',
  section: `The folder of a section, as ${surfaces.getLlmsTxt.path} names it. It may hold slashes, which are not encoded.`,
};

const parametersIn = (path: string): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name!],
    schema: { type: 'string' },
  }));
