import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** At least two labels, in ASCII. Names of DNS may contain underscores. */
const HOST_NAME = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;
/** Names that resolve only in a private network, or nowhere. */
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|onion|test|invalid|home\.arpa)$/i;
/** Addresses that IANA has assigned to the public IPv6 internet. The rest embeds IPv4 addresses or is reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a host is a name that the public internet can resolve, or an address of it.
 * @param host as `URL` normalises it, without the brackets of an IPv6 address and without a trailing dot
 */
export function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return HOST_NAME.test(host) && !PRIVATE_NAME.test(host);
}

/** Whether an IP address is public: not private, local, shared, multicast, reserved, or an IPv6 form of IPv4. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
