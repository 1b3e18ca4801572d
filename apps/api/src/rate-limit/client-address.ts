import { isIP } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const ZONE = /%.*$/;

/**
 * Normalizes a client address: IPv4-mapped IPv6 becomes IPv4, and the zone index is removed.
 * @returns null for text that is no address, which a proxy may forward
 */
export function clientAddressOf(ip: string | undefined): string | null {
  const address = (ip ?? '').replace(MAPPED_IPV4, '').replace(ZONE, '');
  return isIP(address) === 0 ? null : address;
}
