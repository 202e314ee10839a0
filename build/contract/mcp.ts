/*
 * The Model Context Protocol: what the card of a server and the server itself say.
 */

/** Without handshake: each request says all that the server needs to know. */
export const statelessVersion = '2026-07-28';
/** The last version that begins with `initialize`. */
export const handshakeVersion = '2025-11-25';

/** Versions of the protocol that the server speaks, the newest first. */
export const mcpVersions: readonly string[] = [statelessVersion, handshakeVersion];

/** Who answers. The name is that of the host from its end, as the registry of servers has it. */
export function mcpServerInfo({ url, name }: { readonly url: string; readonly name: string }) {
  const { hostname, pathname } = new URL(url);
  const words = (text: string, separator: string): string[] => text.split(separator).filter((word) => word !== '');
  const publisher = words(hostname.replace(/[^\w.-]|_/g, '-'), '.')
    .reverse()
    .join('.');
  const own = words(pathname.replace(/[^\w./-]/g, '-'), '/').join('.');
  return { name: `${publisher}/${own || 'site'}`, title: name, version: '1.0.0' };
}
