import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { memoize } from '../http/memoize.ts';

/** The key of a client: its IPv4 address, its IPv6 prefix (`2001:db8:0:1::/64`), or `unknown` if its socket is gone. */
type ClientKey = (peer: string | undefined, forwardedFor: string | undefined) => string;

/** Leading bits of an IPv6 address that make one client: a subscriber holds at least a /64 (RFC 6177 §2). */
const ipv6Prefix = 64;

/**
 * Makes the function that identifies the client of a request.
 *
 * `peer` is the address of the socket. `forwardedFor` is the X-Forwarded-For field, read only through the trusted hops:
 * with n of them, the outermost wrote the n-th address from the right, and anyone may have written those left of it. An
 * entry that is not an address ends the walk at the hop that wrote it.
 */
export function createClientKey(trustedHops: number): ClientKey {
  const ipv6KeyOf = memoize(ipv6Key, { entries: 2_000, length: 64 });
  return (peer, forwardedFor) => {
    if (peer === undefined) return 'unknown';
    const address = trustedHops > 0 && forwardedFor !== undefined ? walk(peer, forwardedFor, trustedHops) : peer;
    return address.includes(':') ? ipv6KeyOf(address) : address;
  };
}

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

/** Longest possible address: IPv6 with brackets, zone and port. */
const entryLimit = 64;

/** `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]:4711` → the address; anything else → undefined. */
function addressOf(entry: string): string | undefined {
  if (entry.length > entryLimit) return undefined;
  if (isIP(entry) !== 0) return entry;
  const bare = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry);
  const address = bare?.[1] ?? bare?.[2];
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** All of IPv4 lies in one /96 of IPv6, so a mapped address counts as its IPv4 address (CVE-2026-30827). */
function ipv6Key(address: string): string {
  const ip = ipaddr.process(address.split('%')[0]!);
  if (ip.kind() === 'ipv4') return ip.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${ipv6Prefix}`).toNormalizedString()}/${ipv6Prefix}`;
}
