import type { IdsOf } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import type { Site } from '../page/site.ts';
import { apiCatalog } from './api-catalog.ts';
import { health, mcpServerCard, problems, redirects, robotsTxt } from './documents.ts';
import { llmsFullTxt } from './llms-full-txt.ts';
import { llmsTxt } from './llms-txt.ts';
import { authorizationServerMetadata, jwks, protectedResourceMetadata } from './oauth-metadata.ts';
import { openApi } from './openapi/openapi.ts';
import { pageParts } from './parts/parts.ts';
import { searchIndex } from './search/search-index.ts';
import { sitemapMd } from './sitemap-md.ts';
import { sitemapXml } from './sitemap-xml.ts';
import { siteSurfaces } from './surface-artifact.ts';
import { twins } from './twin.ts';

/** Makes artifacts of the site. Pure and deterministic. */
export type Generator = (site: Site) => readonly Artifact[];

/** The generator of every emitted surface. A surface without one does not compile. */
export const generators: Record<IdsOf<'artifact' | 'live'> | 'getPageMarkdown', Generator> = {
  getPageMarkdown: twins,
  getHealth: health('getHealth'),
  getHealthAlias: health('getHealthAlias'),
  getLlmsTxt: (site) => [llmsTxt(site).first],
  getSectionLlmsTxt: (site) => llmsTxt(site).further,
  getSectionLlmsFullTxt: (site) => llmsFullTxt(site).further,
  getLlmsFullTxt: (site) => [llmsFullTxt(site).first],
  getSitemapMd: (site) => [sitemapMd(site).first],
  getSectionSitemapMd: (site) => sitemapMd(site).further,
  getSitemapXml: (site) => [sitemapXml(site).first],
  getSitemapPart: (site) => sitemapXml(site).further,
  getRobotsTxt: robotsTxt,
  getApiCatalog: apiCatalog,
  getOpenApi: openApi,
  getProblems: problems,
  getPagePart: pageParts,
  getSearchIndex: searchIndex,
  getMcpServerCard: mcpServerCard,
  getProtectedResourceMetadata: protectedResourceMetadata,
  getAuthorizationServerMetadata: authorizationServerMetadata,
  getJwks: jwks,
};

/** All artifacts of a site, in the order above. */
export function generate(site: Site): Artifact[] {
  const own = new Set<string>(siteSurfaces(site).map(({ id }) => id));
  return [...Object.entries(generators).flatMap(([id, make]) => (own.has(id) ? make(site) : [])), ...redirects(site)];
}
