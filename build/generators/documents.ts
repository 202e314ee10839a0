import { mcpServerInfo, mcpVersions } from '../contract/mcp.ts';
import { problemTypes } from '../contract/problem-types.ts';
import { redirectLine, redirectsFile } from '../contract/redirects.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import { jsonArtifact, surfaceArtifact } from './surface-artifact.ts';

/** `/robots.txt` (RFC 9309), with Content-Signal and groups for crawlers if the owner chose any. */
export function robotsTxt(site: Site): Artifact[] {
  const { contentSignals, crawlers } = site.settings;
  const signals = Object.entries(contentSignals ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value ? 'yes' : 'no'}`],
  );
  const signal = signals.length > 0 ? [`Content-Signal: ${signals.join(', ')}`] : [];
  const named = (mayRead: boolean): string[] =>
    Object.entries(crawlers).flatMap(([name, value]) => (value === mayRead ? [`User-agent: ${name}`] : []));
  // A crawler reads only the group that names it (RFC 9309 §2.2.1).
  const groups = [
    ['User-agent: *', ...signal, 'Allow: /', ''],
    ...(named(true).length > 0 ? [[...named(true), ...signal, 'Allow: /', '']] : []),
    ...(named(false).length > 0 ? [[...named(false), 'Disallow: /', '']] : []),
  ];
  const lines = [...groups.flat(), `Sitemap: ${absoluteUrl(site, surfaces.getSitemapXml.path)}`, ''];
  return [surfaceArtifact('getRobotsTxt', lines.join('\n'))];
}

/** The health document as a file, for static hosts: always "ok". The proxy computes its own. */
export const health =
  (id: 'getHealth' | 'getHealthAlias') =>
  (site: Site): Artifact[] => [jsonArtifact(id, { status: 'ok', service: site.name }, 0)];

/** `/problems.md`: every problem type under its slug, the fragment of its URI (RFC 9457 §4). */
export function problems(): Artifact[] {
  const types = Object.values(problemTypes).map(
    ({ slug, title, status, meaning, hint }) => `## ${slug}\n\n**${title}**, status ${status}. ${meaning}\n\nWhat to do: ${hint}`,
  );
  const opening = 'Every error of this site is a problem document (RFC 9457). Its `type` leads to one of these headings.';
  return [surfaceArtifact('getProblems', `# Problems\n\n${opening}\n\n${types.join('\n\n')}\n`)];
}

/** `_redirects`: a line for each old path of a page and one for its twin; no file without redirects. */
export function redirects(site: Site): Artifact[] {
  if (site.redirects.size === 0) return [];
  const lines = [...site.redirects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, to]) => redirectLine(from, to));
  return [{ path: redirectsFile, mediaType: 'text/plain; charset=utf-8', body: lines.join('') }];
}

/** Characters that a title or a description of a card may have. */
const longest = 100;

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** `/mcp/server-card` (MCP Server Cards, SEP-2127): who the server is and where; its tools are asked for there. */
export function mcpServerCard(site: Site): Artifact[] {
  const { url } = site.settings;
  const info = mcpServerInfo({ url, name: site.name });
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...info,
    title: cut(info.title),
    description: cut(`Search and read ${site.name}.`),
    websiteUrl: url,
    remotes: [{ type: 'streamable-http', url: absoluteUrl(site, surfaces.mcp.path), supportedProtocolVersions: mcpVersions }],
  };
  return [jsonArtifact('getMcpServerCard', card)];
}
