import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Account that a request acts for, and the agents that its key is limited to. */
export interface Caller {
  /** Null without API keys. */
  readonly accountId: string | null;
  /** Null for all agents of the account. */
  readonly agentIds: readonly string[] | null;
}

const WITHOUT_KEYS: Caller = { accountId: null, agentIds: null };
const callers = new WeakMap<FastifyRequest, Caller>();

/** Lets the handler act for the account of the request's key. */
export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Caller of a request to a route that `NeedsAccountKey` or `NeedsKey` decorates. */
export function callerOf(context: ExecutionContext): Caller {
  return callers.get(context.switchToHttp().getRequest<FastifyRequest>()) ?? WITHOUT_KEYS;
}

/** Caller of a route that `NeedsAccountKey` decorates. */
export const CallerAccount = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  return callerOf(context);
});
