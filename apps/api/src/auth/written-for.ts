import type { FastifyRequest } from 'fastify';
import { IntentsRepository, OnboardingsRepository } from '@app/agents';
import { assertNever } from '@app/common';
import type { Sql } from '@app/persistence';
import { isJsonObject } from '../http/index.js';
import type { WritesFor } from './needs-key.decorator.js';

/**
 * The agent that a request writes for, read as literally as the endpoints read it: none of them trims an id. Null when it names none that there is: then nothing can be written for anybody, and
 * the endpoint says what is wrong with the request.
 */
export async function writtenFor(sql: Sql, request: FastifyRequest, writesFor: WritesFor): Promise<string | null> {
  switch (writesFor) {
    case 'nobody':
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

/** PostgreSQL takes no NUL, and nothing that has one was ever given out. */
function textIn(value: unknown, key: string): string | null {
  if (!isJsonObject(value) || !Object.hasOwn(value, key)) return null;
  const text: unknown = Reflect.get(value, key);
  return typeof text === 'string' && !text.includes('\0') ? text : null;
}
