import { isIP } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const ZONE = /%.*$/;

/**
 * A client's address in one form: IPv4 as such where a socket for both families shows it as IPv6, and without the zone
 * that means something on this machine alone. Null for what is no address: a proxy may forward anything.
 */
export function clientAddressOf(ip: string | undefined): string | null {
  const address = (ip ?? '').replace(MAPPED_IPV4, '').replace(ZONE, '');
  return isIP(address) === 0 ? null : address;
}
