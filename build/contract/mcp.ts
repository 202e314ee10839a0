/* The Model Context Protocol: facts shared by a server and its card. */

/** Without handshake: each request is self-contained. */
export const statelessVersion = '2026-07-28';
/** Versions that begin with `initialize`, newest first. What we send is the same in each. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
/** Versions that a handshake answers with: the first SDK with Streamable HTTP still asked for the version before it. */
export const echoedVersions: readonly string[] = [...handshakeVersions, '2024-11-05'];
/** The version of a request without MCP-Protocol-Version, which came with its successor (Streamable HTTP, 2025-06-18). */
export const assumedVersion = '2025-03-26';

/** Supported versions of the protocol, newest first. */
export const mcpVersions: readonly string[] = [statelessVersion, ...handshakeVersions];

/** Identity of the server. Its name is the reversed host name, as in the MCP registry. */
export function mcpServerInfo({ url, name }: { readonly url: string; readonly name: string }) {
  const { hostname, pathname } = new URL(url);
  const words = (text: string, separator: string): string[] => text.split(separator).filter((word) => word !== '');
  const publisher = words(hostname.replace(/[^\w.-]|_/g, '-'), '.')
    .reverse()
    .join('.');
  const rest = words(pathname.replace(/[^\w./-]/g, '-'), '/').join('.');
  return { name: `${publisher}/${rest || 'site'}`, title: name, version: '1.0.0' };
}
