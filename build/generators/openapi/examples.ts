import { problemTypes } from '../../contract/problem-types.ts';
import type { Artifact } from '../../files.ts';
import { absoluteUrl, type Site } from '../../page/site.ts';
import { apiCatalog } from '../api-catalog.ts';
import { robotsTxt } from '../documents.ts';
import { llmsTxt } from '../llms-txt.ts';
import { markdownText } from '../markdown-text.ts';
import { authorizationServerMetadata, jwks, protectedResourceMetadata } from '../oauth-metadata.ts';
import { sitemapMd } from '../sitemap-md.ts';
import { sitemapXml } from '../sitemap-xml.ts';
import { twinArtifact } from '../twin.ts';
import type { Examples } from './components.ts';

/** Characters of an example cut from a long text. */
const length = 400;

/** Example answers from the documents of the site: JSON whole, text cut. */
export function successExamples(site: Site): Examples {
  const json = ([artifact]: readonly Artifact[]): unknown => JSON.parse(textIn(artifact));
  const text = ([artifact]: readonly Artifact[]): string => opening(textIn(artifact));
  const { slug, title, status, meaning } = problemTypes.notFound;
  const [home] = site.pages;
  const markdown = home ? opening(textIn(twinArtifact(site, home))) : `# ${markdownText(site.name)}\n`;
  const health = { status: 'ok', service: site.name };
  return {
    getHealth: health,
    getHealthAlias: health,
    getLlmsTxt: text([llmsTxt(site).first]),
    getSectionLlmsTxt: text([llmsTxt(site).first]),
    getSectionLlmsFullTxt: `# ${markdownText(site.name)}\n`,
    getLlmsFullTxt: `# ${markdownText(site.name)}\n`,
    getSitemapMd: text([sitemapMd(site).first]),
    getSectionSitemapMd: text([sitemapMd(site).first]),
    getSitemapXml: text([sitemapXml(site).first]),
    getSitemapPart: text([sitemapXml(site).first]),
    getRobotsTxt: text(robotsTxt(site)),
    getApiCatalog: json(apiCatalog(site)),
    getOpenApi: { openapi: '3.1.1', info: { title: site.name, version: '1.0.0' }, paths: {} },
    getProblems: `# Problems\n\n## ${slug}\n\n**${title}**, status ${status}. ${meaning}\n`,
    getPage: `<!doctype html>\n<html lang="${home?.language ?? site.settings.language}">\n`,
    getPageMarkdown: markdown,
    getPagePart: '# A section of a long page\n',
    ...(site.settings.agentRegistration && {
      getProtectedResourceMetadata: json(protectedResourceMetadata(site)),
      getAuthorizationServerMetadata: json(authorizationServerMetadata(site)),
      getJwks: json(jwks()),
    }),
    ...(home && {
      search: {
        results: [
          {
            title: home.title,
            url: home.canonical,
            markdown: absoluteUrl(site, home.twin),
            tokens: twinArtifact(site, home).tokens,
          },
        ],
      },
    }),
  };
}

const textIn = ({ body = '' }: Partial<Artifact> = {}): string => (typeof body === 'string' ? body : '');

function opening(body: string): string {
  if (body.length <= length) return body;
  const end = body.lastIndexOf('\n', length);
  return end > 0 ? body.slice(0, end + 1) : body.slice(0, length);
}
