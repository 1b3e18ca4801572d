import type { FastifyRequest } from 'fastify';
import { isAgentId, type OwnedKind } from '@app/agents';
import { type ErrorCode, isRecord, isUuid } from '@app/common';
import { prefixedId } from '../http/prefixed-id.js';

/** Part of a request that names the record whose account the key must act for. */
export type Target =
  | 'agent in body'
  | 'agent in path'
  | 'agent in query'
  | 'intent in path'
  | 'onboarding in body'
  | 'onboarding in path'
  | 'creator in body'
  | 'user in body'
  | 'user in path';

interface TargetDefinition {
  readonly kind: OwnedKind;
  readonly from: 'body' | 'params' | 'query';
  readonly field: string;
  /** Returns the id as the endpoint parses it, or null for a value that the endpoint refuses. */
  readonly parse: (value: unknown) => string | null;
  /** Code of the endpoints for an id that does not exist. */
  readonly notFound: ErrorCode;
}

const agent = {
  kind: 'agent',
  field: 'agent_id',
  parse: (value: unknown) => (isAgentId(value) ? value : null),
} as const;
const intent = { kind: 'intent', field: 'intent_id', parse: prefixedId('agent_intent').parse } as const;
const onboarding = {
  kind: 'onboarding',
  field: 'onboarding_id',
  parse: prefixedId('agent_onboarding').parse,
  notFound: 'agent_onboarding_not_found',
} as const;
const user = { kind: 'user', field: 'user_id', parse: parseUuid, notFound: 'user_not_found' } as const;

export const TARGETS: Readonly<Record<Target, TargetDefinition>> = {
  'agent in body': { ...agent, from: 'body', notFound: 'agent_not_found' },
  'agent in path': { ...agent, from: 'params', notFound: 'agent_wallet_not_found' },
  'agent in query': { ...agent, from: 'query', notFound: 'agent_not_found' },
  'intent in path': { ...intent, from: 'params', notFound: 'agent_intent_not_found' },
  'onboarding in body': { ...onboarding, from: 'body' },
  'onboarding in path': { ...onboarding, from: 'params' },
  'creator in body': { ...user, from: 'body', field: 'creator_user_id', notFound: 'invalid_creator_user' },
  'user in body': { ...user, from: 'body' },
  'user in path': { ...user, from: 'params' },
};

/** Returns the id that a request names; null for a value that no record can have, which the endpoint refuses. */
export function readTargetId(
  request: Pick<FastifyRequest, 'body' | 'params' | 'query'>,
  target: Target,
): string | null {
  const { from, field, parse } = TARGETS[target];
  const fields = request[from];
  return isRecord(fields) && Object.hasOwn(fields, field) ? parse(fields[field]) : null;
}

/** Trims, since some endpoints do; the others refuse a UUID with white space around it. */
function parseUuid(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : value;
  return isUuid(text) ? text.toLowerCase() : null;
}
