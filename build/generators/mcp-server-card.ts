import { mcpServerInfo, mcpVersions } from '../contract/mcp.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import { jsonArtifact } from './surface-artifact.ts';

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
