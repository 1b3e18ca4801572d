import type { FastifyRequest } from 'fastify';
import { IntentsRepository, OnboardingsRepository } from '@app/agents';
import { assertNever, isRecord } from '@app/common';
import type { Sql } from '@app/persistence';
import type { WritesFor } from './needs-key.decorator.js';

/**
 * Finds the agent that a request writes for. Ids are not trimmed, as in the endpoints.
 * @returns null when the request names no existing agent; the endpoint then refuses it
 */
export async function findTargetAgentId(
  sql: Sql,
  request: FastifyRequest,
  writesFor: WritesFor,
): Promise<string | null> {
  switch (writesFor) {
    case 'no agent':
      return null;
    case 'agent in body':
      return textIn(request.body, 'agent_id');
    case 'agent in path':
      return textIn(request.params, 'agent_id');
    case 'intent in path': {
      const intentId = textIn(request.params, 'intent_id');
      return intentId === null ? null : ((await new IntentsRepository(sql).find(intentId))?.agentId ?? null);
    }
    case 'onboarding in body': {
      const onboardingId = textIn(request.body, 'onboarding_id');
      return onboardingId === null
        ? null
        : ((await new OnboardingsRepository(sql).find(onboardingId))?.agentId ?? null);
    }
    default:
      return assertNever(writesFor);
  }
}

/** Own text property of an object. Null for text with NUL, which PostgreSQL rejects as a parameter. */
function textIn(value: unknown, key: string): string | null {
  if (!isRecord(value) || !Object.hasOwn(value, key)) return null;
  const text = value[key];
  return typeof text === 'string' && !text.includes('\0') ? text : null;
}
