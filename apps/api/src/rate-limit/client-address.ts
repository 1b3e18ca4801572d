import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

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
