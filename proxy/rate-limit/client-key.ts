import { isIP, SocketAddress } from 'node:net';
import { memoize } from '../http/memoize.ts';

/** Whom a request is counted against. */
export interface ClientKeyOptions {
  /** Proxies of the host's own in front of this one, each of which appended one address to X-Forwarded-For. */
  readonly trustedHops: number;
  /** Leading bits of an IPv6 address that make one client: a subscriber holds at least a /64 (RFC 6177 §2). */
  readonly ipv6Prefix: number;
}

export const clientKeyDefaults = { trustedHops: 0, ipv6Prefix: 64 } satisfies ClientKeyOptions;

/** The key of one client: its IPv4 address, its IPv6 prefix (`2001:db8:0:1::/64`), or `unknown` once its socket is gone. */
export type ClientKey = (peer: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Makes the function that names the client of a request.
 *
 * `peer` is the address of the socket. `forwardedFor` is the X-Forwarded-For field, read only through the trusted
 * hops: with n of them the n-th address from the right was written by the outermost of the host's own proxies, and
 * whatever stands left of it by anyone. An entry that is no address ends the walk at the hop that wrote it.
 */
export function createClientKey(options: ClientKeyOptions = clientKeyDefaults): ClientKey {
  const { trustedHops, ipv6Prefix } = options;
  // 3.4 µs an address, 0.1 for one that is remembered.
  const ipv6KeyOf = memoize((address: string) => ipv6Key(address, ipv6Prefix), { entries: 2_000, length: 64 });
  return (peer, forwardedFor) => {
    if (peer === undefined) return 'unknown';
    const address = trustedHops > 0 && forwardedFor !== undefined ? walk(peer, forwardedFor, trustedHops) : peer;
    return address.includes(':') ? ipv6KeyOf(address) : address;
  };
}

/** The address that `hops` trusted proxies vouch for. */
function walk(peer: string, forwardedFor: string, hops: number): string {
  let client = peer;
  let end = forwardedFor.length;
  for (let hop = 0; hop < hops && end >= 0; hop++) {
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
    const address = addressOf(forwardedFor.slice(comma + 1, end).trim());
    if (address === undefined) break;
    client = address;
    end = comma;
  }
  return client;
}

/** Longest entry that may be an address: one of IPv6 with brackets, zone and port. */
const entryLimit = 64;

/** `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]:4711` → the address; anything else → undefined. */
function addressOf(entry: string): string | undefined {
  if (entry.length > entryLimit) return undefined;
  if (isIP(entry) !== 0) return entry;
  const bare = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry);
  const address = bare?.[1] ?? bare?.[2];
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** All of IPv4 lies in one /96 of IPv6, so a mapped address counts as the IPv4 address that it is (CVE-2026-30827). */
function ipv6Key(address: string, prefix: number): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const canonical = new SocketAddress({ family: 'ipv6', address: address.split('%')[0]! }).address;
  if (canonical !== address && canonical.startsWith('::ffff:')) return ipv6Key(canonical, prefix);
  return `${groupsOf(canonical)
    .map((group, index) => (group & maskOf(prefix - index * 16)).toString(16))
    .join(':')}/${prefix}`;
}

/** The eight groups of a canonical address; a dotted tail (`::192.0.2.1`) makes the last two. */
function groupsOf(canonical: string): number[] {
  const hex = canonical.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** The mask of a 16-bit group of which the leading `bits` count. */
const maskOf = (bits: number): number => (bits >= 16 ? 0xffff : bits <= 0 ? 0 : (0xffff << (16 - bits)) & 0xffff);
