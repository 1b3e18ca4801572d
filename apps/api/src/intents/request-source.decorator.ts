import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { claimedByOf } from '../auth/claimed-by.decorator.js';
import { turnKeyOf } from '../load-shedding/fair-turns.interceptor.js';
import { clientAddressOfRequest } from '../rate-limit/client-address.js';

export interface RequestSource {
  readonly requestId: string;
  /** IP address of the client; null when it is not known. */
  readonly clientAddress: string | null;
}

export const SourceOfRequest = createParamDecorator((_data: unknown, context: ExecutionContext) => sourceOf(context));

export interface ActionSource extends RequestSource {
  /** Account that takes the agent of the request, which is new; undefined for a known agent and without keys. */
  readonly claimedBy: string | undefined;
  readonly turn: string;
}

export const SourceOfAction = createParamDecorator((_data: unknown, context: ExecutionContext): ActionSource => {
  return { ...sourceOf(context), claimedBy: claimedByOf(context), turn: turnKeyOf(context) };
});

function sourceOf(context: ExecutionContext): RequestSource {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { requestId: request.id, clientAddress: clientAddressOfRequest(request) };
}
