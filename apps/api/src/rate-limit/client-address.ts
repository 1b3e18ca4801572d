import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const ZONE = /%.*$/;

/**
 * Normalizes a client address: IPv4-mapped IPv6 becomes IPv4, and the zone index is removed.
 * @returns null for text that is no address, which a proxy may forward
 */
export function normalizeClientAddress(ip: string | undefined): string | null {
  const address = (ip ?? '').replace(MAPPED_IPV4, '').replace(ZONE, '');
  return isIP(address) === 0 ? null : address;
}

/** Address of the client that sent the request, by a trusted proxy or by its connection. */
export function clientAddressOfRequest({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string | null {
  return normalizeClientAddress(ip) ?? normalizeClientAddress(socket.remoteAddress);
}

/** Address of the client, or its /64 network in IPv6: it can choose addresses within it. Empty without an address. */
export function clientNetworkOfRequest(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = clientAddressOfRequest(request) ?? '';
  return isIPv6(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() : address;
}
