import { policyText } from '../../contract/content-security-policy.ts';
import { noticeDays } from '../../contract/deprecation.ts';
import { bareTypeOf } from '../../contract/links.ts';
import { urlOfFile } from '../../contract/permalinks.ts';
import { type ProblemId, problemTypes } from '../../contract/problem-types.ts';
import { type SiteExtension, siteExtension } from '../../contract/site-facts.ts';
import { cachePolicies, type Surface, type SurfaceId, surfaces, surfacesOf } from '../../contract/surfaces.ts';
import type { Artifact } from '../../files.ts';
import type { Site } from '../../page/site.ts';
import type { ResolvedSettings } from '../../settings.ts';
import { sectionLlmsFullTxt } from '../llms-full-txt.ts';
import { sectionLlmsTxt } from '../llms-txt.ts';
import { markdownParagraph } from '../markdown-text.ts';
import { partsOfPage } from '../parts/page-parts.ts';
import { searchIndex } from '../search-index.ts';
import { sectionSitemapMd } from '../sitemap-md.ts';
import { sitemapParts } from '../sitemap-xml.ts';
import { siteSurfaces, surfaceArtifact } from '../surface-artifact.ts';
import { bodySchemas, parametersOf, requestBodies, successSchemas } from './bodies.ts';
import { components, concreteIds, quotaHeaders, ref } from './components.ts';
import { successExamples } from './examples.ts';
import { usedComponents } from './used-components.ts';

type Operation = Record<string, unknown>;
type PathItem = Record<string, unknown>;

/** Characters for the operations of pages; the rest of the document takes some 30,000. */
const concreteLimit = 4_000_000;

/**
 * `/.well-known/openapi.json` (OpenAPI 3.1): every surface with its answers, and facts for the proxy (`x-diptych`). Each page
 * is listed, because OAS 3.1 has no path parameter that spans slashes; templates replace the pages only if those would take
 * more than {@link concreteLimit}.
 */
export function openApi(site: Site): Artifact[] {
  const { settings } = site;
  const paths: Record<string, PathItem> = {};
  const examples = successExamples(site);
  for (const surface of siteSurfaces(site)) {
    if (surface.path.includes('{')) continue;
    addOperation(paths, surface.path, surface.method, operationOf(site, surface, examples[surface.id]));
  }
  for (const [path, operation] of concreteOperations(site) ?? templateOperations(site))
    addOperation(paths, path, 'GET', operation);
  const [part] = site.published.flatMap((page) => partsOfPage(site, page)?.parts[0] ?? []);
  if (part) addOperation(paths, surfaces.getPagePart.path, 'GET', partOperation(part.url.slice(1)));
  const document = {
    openapi: '3.1.1',
    info: infoOf(site),
    servers: [{ url: settings.url }],
    tags: tagsOf(settings),
    security: [],
    paths,
    components: usedComponents(components(site, examples, bodySchemas(site)), paths),
    [siteExtension]: extensionOf(site),
  };
  return [surfaceArtifact('getOpenApi', `${inLines(document, 3)}\n`)];
}

/** JSON with broken upper levels, so that people find parts by line, and one line for each operation, because there are many. */
function inLines(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const deeper = `${indent} `;
  const lines = Object.entries(value).map(
    ([key, member]) => `${deeper}${JSON.stringify(key)}: ${inLines(member, levels - 1, deeper)}`,
  );
  return lines.length > 0 ? `{\n${lines.join(',\n')}\n${indent}}` : '{}';
}

function extensionOf(site: Site): SiteExtension {
  const { settings } = site;
  const { rateLimit, deprecations, agentRegistration, search, feedback, contentSecurityPolicy: policy } = settings;
  const { adopted, content, htmlUrls, mcp } = settings;
  const [index] = searchIndex(site);
  return {
    rateLimit,
    deprecations,
    ...(agentRegistration && { agentRegistration }),
    ...(adopted && { adopted: content === undefined ? {} : { content } }),
    ...(htmlUrls && { htmlUrls }),
    ...(policy && { contentSecurityPolicy: policyText(policy, search) }),
    ...(feedback && { feedback }),
    ...(index && { searchIndex: urlOfFile(index.path) }),
    ...(mcp && { mcp }),
  };
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

function operationOf(site: Site, surface: Surface & { id: SurfaceId }, example: unknown): Operation {
  const deprecation = site.settings.deprecations.find(({ path }) => path === surface.path);
  const body = requestBodies(site)[surface.id];
  return {
    operationId: surface.id,
    summary: surface.summary,
    description: descriptionOf(surface),
    tags: [surface.tag],
    ...(deprecation && { deprecated: true }),
    ...(surface.kind === 'stub' && { 'x-status': 'not-live' }),
    ...(parametersOf[surface.id] && { parameters: parametersOf[surface.id] }),
    ...(body && { requestBody: body }),
    responses: { ...successOf(surface, example), ...problemResponses(surface.problems) },
  };
}

function descriptionOf(surface: Surface): string {
  const text = surface.description ?? `${surface.summary}.`;
  return surface.kind === 'stub'
    ? `**Not live.** ${text} Answers 501 today; nothing is issued, and the request body is not read.`
    : text;
}

function successOf(surface: Surface & { id: SurfaceId }, example: unknown): Record<string, unknown> {
  if (surface.kind === 'stub') return {};
  const cached = cachePolicies[surface.cache] !== cachePolicies.none;
  const headers = {
    ...quotaHeaders,
    'Cache-Control': ref('headers', 'CacheControl'),
    ...(cached && { ETag: ref('headers', 'ETag'), Link: ref('headers', 'Link') }),
  };
  const content = {
    [bareTypeOf(surface.mediaType)]: { schema: successSchemas[surface.id] ?? { type: 'string' }, example },
    ...(surface.id === 'search' && { [bareTypeOf(surfaces.getPageMarkdown.mediaType)]: { schema: { type: 'string' } } }),
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

type ConcreteId = (typeof concreteIds)[number];

/** Operations of surfaces with a path template, file by file; undefined above {@link concreteLimit}. */
function concreteOperations(site: Site): [path: string, operation: Operation][] | undefined {
  const operations: [string, Operation][] = [];
  let size = 0;
  for (const [id, path, summary, description] of concretePaths(site)) {
    const operation = { operationId: `${id}:${path}`, summary, description, ...concreteAnswers[id] };
    size += path.length + JSON.stringify(operation).length;
    if (size > concreteLimit) return undefined;
    operations.push([path, operation]);
  }
  return operations;
}

/** A page, then its twin; their common answers are components. */
function* concretePaths(site: Site): Generator<[id: ConcreteId, path: string, summary: string, description: string]> {
  const files = [
    ['getSectionLlmsTxt', sectionLlmsTxt(site)],
    ['getSectionLlmsFullTxt', sectionLlmsFullTxt(site)],
    ['getSectionSitemapMd', sectionSitemapMd(site)],
    ['getSitemapPart', sitemapParts(site)],
  ] as const;
  for (const [id, artifacts] of files)
    for (const { path } of artifacts) yield [id, urlOfFile(path), surfaces[id].summary, `${surfaces[id].summary}.`];
  for (const { url, twin, title, description = '' } of site.pages) {
    const words = description || `${title}.`;
    yield ['getPage', url, title, words];
    yield ['getPageMarkdown', twin, `${title}, as Markdown`, words];
  }
}

/** One operation for all pages, with the first pages as examples, and likewise for other templates. */
function templateOperations(site: Site): [path: string, operation: Operation][] {
  const ids = new Set([...concretePaths(site)].map(([id]) => id));
  return [...ids].map((id) => {
    const { path, summary } = surfaces[id];
    const name = /\{(\w+)\}/.exec(path)![1]!;
    const examples = [...concretePaths(site)].filter(([other]) => other === id).slice(0, 3);
    const [before, after] = path.split(`{${name}}`) as [string, string];
    const parameter = {
      name,
      in: 'path',
      required: true,
      description: `Of the paths that ${surfaces.getSitemapXml.path} and ${surfaces.getLlmsTxt.path} lead to. It may hold slashes, which are not encoded.`,
      schema: { type: 'string' },
      examples: Object.fromEntries(
        examples.map(([, url], at) => [`example${at + 1}`, { value: url.slice(before.length, url.length - after.length) }]),
      ),
    };
    return [path, { operationId: id, summary, description: `${summary}.`, parameters: [parameter], ...concreteAnswers[id] }];
  });
}

/** Shared, because a site has two such operations per page. */
const concreteAnswers = Object.fromEntries(
  concreteIds.map((id): [ConcreteId, Operation] => [
    id,
    {
      tags: [surfaces[id].tag],
      responses: { 200: ref('responses', id), 304: ref('responses', 'NotModified'), ...problemResponses(surfaces[id].problems) },
    },
  ]),
) as Readonly<Record<ConcreteId, Operation>>;

/** One operation for all parts, which are listed in the outline of their page. */
function partOperation(example: string): Operation {
  const [, page = '', part = ''] = /^(.*)\.parts\/(.*)\.md$/.exec(example) ?? [];
  const parameter = (name: string, description: string, value: string): object => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    example: value,
  });
  const { summary, description } = surfaces.getPagePart;
  const parameters = [
    parameter('page_path', 'The path of a long page. It may hold slashes, which are not encoded.', page),
    parameter('part', 'The section, by the id of its heading.', part),
  ];
  return { operationId: 'getPagePart', summary, description, parameters, ...concreteAnswers.getPagePart };
}
