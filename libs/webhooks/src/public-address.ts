import ipaddr from 'ipaddr.js';

/** Addresses that IANA has assigned to the public IPv6 internet. The rest embeds IPv4 addresses or is reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet: not private, local, shared, multicast or reserved, and no IPv6 form
 * of an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
