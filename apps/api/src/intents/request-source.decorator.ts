import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOfRequest } from '../rate-limit/client-address.js';

/** Id of a request and address of its client. */
export interface RequestSource {
  readonly requestId: string;
  /** IP address of the client; null when it is not known. */
  readonly clientAddress: string | null;
}

export const SourceOfRequest = createParamDecorator((_data: unknown, context: ExecutionContext): RequestSource => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { requestId: request.id, clientAddress: clientAddressOfRequest(request) };
});
