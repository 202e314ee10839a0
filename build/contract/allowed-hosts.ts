/** The members of a request, Node's or another's, that identify its host. */
interface HostFacts {
  readonly url?: string | undefined;
  readonly headers: { readonly host?: string | undefined };
  readonly socket: { readonly localAddress?: string | undefined };
}

/** Whether a string is an IPv6 address, without brackets or zone. */
export const isIPv6 = (address: string): boolean => /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`);

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Names of a list as in Host: lower case, IPv6 addresses in brackets. Undefined if one is not a host name. */
export function toHostNames(list: string): string[] | undefined {
  const names = list.split(/[\s,]+/).filter((name) => name !== '');
  const read = names.map((name) => (isIPv6(name) ? `[${name}]` : name).toLowerCase());
  return read.every((name) => /^[\w.-]+$/.test(name) || isIPv6(name.replace(/^\[(.*)\]$/, '$1'))) ? read : undefined;
}

/** Makes the test of a name: in the list, localhost, a loopback address, or the local address of the connection. */
function createNameTest(list: string): (authority: string, localAddress: string | undefined) => boolean {
  const names = new Set([...loopback, ...(toHostNames(list) ?? [])]);
  return (authority, localAddress) => {
    const name = authority.replace(/:\d*$/, '').toLowerCase();
    const local = localAddress?.replace(/^::ffff:/, '');
    return names.has(name) || (local !== undefined && name === (isIPv6(local) ? `[${local}]` : local));
  };
}

/**
 * Makes the test of the host that a request names, whatever its port. Another site can make its own name resolve to this
 * machine (DNS rebinding) and so share the origin of our answers; the name in its requests stays its own.
 *
 * @param list host names without port, separated by commas
 */
export function createHostTest(list: string): (req: HostFacts) => boolean {
  const isOurs = createNameTest(list);
  // In an absolute target its authority counts, not Host (RFC 9112 §3.2.2).
  return (req) => isOurs(/^https?:\/\/([^/?#]*)/i.exec(req.url ?? '')?.[1] ?? req.headers.host ?? '', req.socket.localAddress);
}

/**
 * Makes the test of the Origin field: the names above, or the host of the public URL (Fetch §3.2, HTML §7.1.1).
 */
export function createOriginTest(list: string): (origin: string, siteUrl: string, localAddress?: string) => boolean {
  const isOurs = createNameTest(list);
  return (origin, siteUrl, localAddress) => {
    const host = /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1];
    return host !== undefined && (host.toLowerCase() === new URL(siteUrl).host || isOurs(host, localAddress));
  };
}
