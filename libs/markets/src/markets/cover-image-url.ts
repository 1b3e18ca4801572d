import { BlockList, isIPv4 } from 'node:net';

export const MAX_COVER_IMAGE_URL_LENGTH = 2_048;

/** Scheme, host, optional default port and the rest, in printable ASCII without a backslash. */
const SHAPE = /^https:\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::443)?(?:[/?#][!-[\]-~]*)?$/i;
const HOST_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;
/** Names that resolve only in a private network, or nowhere. */
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|onion|test|invalid|home\.arpa)$/i;

const RESERVED_IPV4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);
const GLOBAL_IPV6 = blockList('ipv6', [['2000::', 3]]);
/** Tunnels to an embedded IPv4 address, benchmarking, documentation. */
const RESERVED_IPV6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/**
 * Whether a URL is public: HTTPS, ASCII, no user info, the default port, and a dotted public host name or a public unicast
 * address. Checks the text as written, because its later readers may normalise differently. Never fetches it.
 */
export function isPublicHttpsUrl(value: string): boolean {
  if (value.length > MAX_COVER_IMAGE_URL_LENGTH || !value.startsWith('https://') || !URL.canParse(value)) return false;
  const host = SHAPE.exec(value)?.[1];
  if (host === undefined) return false;
  const { hostname } = new URL(value);
  if (host.startsWith('[')) return isPublicIpv6(hostname);
  // The parser normalises disguised addresses such as 0x7f.1, 2130706433 and %6c.
  if (host.toLowerCase() !== hostname) return false;
  if (isIPv4(host)) return !RESERVED_IPV4.check(host, 'ipv4');
  return HOST_NAME.test(host) && !PRIVATE_NAME.test(host);
}

function isPublicIpv6(bracketed: string): boolean {
  const address = bracketed.slice(1, -1);
  return GLOBAL_IPV6.check(address, 'ipv6') && !RESERVED_IPV6.check(address, 'ipv6');
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  subnets.forEach(([network, prefix]) => list.addSubnet(network, prefix, family));
  return list;
}
