import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOfRequest } from './client-address.js';

/** IP address of the client; null when it is not known. */
export const ClientAddress = createParamDecorator((_data: unknown, context: ExecutionContext): string | null => {
  return clientAddressOfRequest(context.switchToHttp().getRequest<FastifyRequest>());
});
