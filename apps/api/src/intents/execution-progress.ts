import type { FastifyReply } from 'fastify';
import type { ErrorCode } from '@app/common';
import { type ExecutionRecord, isFinished } from '@app/engine';

/** `Retry-After` in seconds for an unfinished execution. */
const RETRY_AFTER_S = 2;

/** Errors of routes that accept an execution and wait for it. */
export const EXECUTE_ERRORS = [
  'agent_intent_not_confirmed',
  'agent_intent_status_invalid',
  'agent_wallet_missing',
  'agent_wallet_status_invalid',
  'agent_wallet_chain_invalid',
  'agent_wallet_frozen',
  'agent_action_forbidden',
  'agent_policy_violation',
  'agent_approval_required',
  'provider_agent_wallet_execution_not_enabled',
  'agent_execution_config_invalid',
  'agent_execution_failed',
] as const satisfies readonly ErrorCode[];

/** 200 for a finished execution; 202 for one that continues, with the path of its record. */
export function answerProgress(reply: FastifyReply, { intentId, status }: ExecutionRecord): void {
  if (isFinished(status)) {
    reply.status(200);
    return;
  }
  const location = `/agent/intents/${intentId}/executions`;
  reply.status(202).headers({ location, 'retry-after': String(RETRY_AFTER_S) });
}
