import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ApiKey } from '@app/agents';

/** Account that a request acts for, and the agents that its key is limited to. */
export interface Caller {
  /** Null without API keys. */
  readonly accountId: string | null;
  /** Null for all agents of the account. */
  readonly agentIds: readonly string[] | null;
}

const WITHOUT_KEYS: Caller = { accountId: null, agentIds: null };
const keys = new WeakMap<FastifyRequest, ApiKey>();

/** Lets the handler act for the account of the request's key. */
export function rememberCaller(request: FastifyRequest, key: ApiKey): void {
  keys.set(request, key);
}

/** Caller of a request to a route that `NeedsAccountKey` or `NeedsKey` decorates. */
export function callerOf(context: ExecutionContext): Caller {
  return keys.get(context.switchToHttp().getRequest<FastifyRequest>()) ?? WITHOUT_KEYS;
}

/** Caller of a route that `NeedsAccountKey` decorates. */
export const CallerAccount = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  return callerOf(context);
});

/** Key of a request to a route that `NeedsAnyKey` decorates; null where the service requires none. */
export const CallerKey = createParamDecorator((_data: unknown, context: ExecutionContext): ApiKey | null => {
  return keys.get(context.switchToHttp().getRequest<FastifyRequest>()) ?? null;
});
