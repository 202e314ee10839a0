import { isIPv6 } from './request-target.ts';

/** What tells the host that a request is for: of Node's request, or of any other with these members. */
interface HostFacts {
  readonly url?: string | undefined;
  readonly headers: { readonly host?: string | undefined };
  readonly socket: { readonly localAddress?: string | undefined };
}

/** Names that only this machine has. */
const own = ['localhost', '127.0.0.1', '[::1]'];

/** Names of a list as they stand in Host: lower case, IPv6 addresses in brackets. Undefined if one is not a host name. */
export function toHostNames(list: string): string[] | undefined {
  const names = list.split(/[\s,]+/).filter((name) => name !== '');
  const read = names.map((name) => (isIPv6(name) ? `[${name}]` : name).toLowerCase());
  return read.every((name) => /^[\w.-]+$/.test(name) || isIPv6(name.replace(/^\[(.*)\]$/, '$1'))) ? read : undefined;
}

/** Makes the test for a name: one of the list, localhost, a loopback address, or the address at which the request came in. */
function createNameTest(list: string): (authority: string, localAddress: string | undefined) => boolean {
  const names = new Set([...own, ...(toHostNames(list) ?? [])]);
  return (authority, localAddress) => {
    const name = authority.replace(/:\d*$/, '').toLowerCase();
    const local = localAddress?.replace(/^::ffff:/, '');
    return names.has(name) || (local !== undefined && name === (isIPv6(local) ? `[${local}]` : local));
  };
}

/**
 * Makes the test for the host that a request names, whatever its port: one of the list, localhost, a loopback address or
 * the address at which the request came in. A site elsewhere can lead its own name to this machine (DNS rebinding) and
 * would be of the same origin as what is answered; it cannot change the name that its pages ask for.
 *
 * @param list host names without port, separated by commas
 */
export function createHostTest(list: string): (req: HostFacts) => boolean {
  const isOurs = createNameTest(list);
  // The authority of an absolute target counts, not Host (RFC 9112 §3.2.2).
  return (req) => isOurs(/^https?:\/\/([^/?#]*)/i.exec(req.url ?? '')?.[1] ?? req.headers.host ?? '', req.socket.localAddress);
}

/**
 * Makes the test for the site whose page has sent a request, as its Origin says it: the names above, and that of the public URL
 * (Fetch §3.2, HTML §7.1.1).
 */
export function createOriginTest(list: string): (origin: string, siteUrl: string, localAddress?: string) => boolean {
  const isOurs = createNameTest(list);
  return (origin, siteUrl, localAddress) => {
    const host = /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1];
    return host !== undefined && (host.toLowerCase() === new URL(siteUrl).host || isOurs(host, localAddress));
  };
}
