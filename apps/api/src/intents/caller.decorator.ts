import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOfRequest } from '../rate-limit/client-address.js';

/** Origin of a request. */
export interface RequestCaller {
  readonly requestId: string;
  /** IP address of the client; null when it is not known. */
  readonly clientAddress: string | null;
}

export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): RequestCaller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { requestId: request.id, clientAddress: clientAddressOfRequest(request) };
});
