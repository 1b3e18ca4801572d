import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const accounts = new WeakMap<FastifyRequest, string>();

/** Lets the request create its agent, which is new, for the account. */
export function permitClaim(request: FastifyRequest, accountId: string): void {
  accounts.set(request, accountId);
}

/** Account that takes the agent of the request, which is new; undefined for a known agent and without keys. */
export function claimedByOf(context: ExecutionContext): string | undefined {
  return accounts.get(context.switchToHttp().getRequest<FastifyRequest>());
}

/** Injects `claimedByOf` the request. */
export const ClaimedBy = createParamDecorator((_data: unknown, context: ExecutionContext) => claimedByOf(context));
