import { BudgetExceededError, checkApproved, checkPermitted, checkWalletReady, type PolicyWallet } from '@app/agents';
import { AppError } from '@app/common';
import type { ExecutionRecord, IntentRecord } from '@app/engine';
import type { SqlSession } from '@app/persistence';
import { checkExecutionAllowed, type StoredControls } from '../execution-controls.js';
import type { NewIntent } from '../intents/intent-writes.repository.js';
import {
  type AcceptanceSubject,
  type AcceptedExecution,
  type AcceptedRow,
  AcceptancesRepository,
} from './acceptances.repository.js';
import { ExecutionsRepository } from './executions.repository.js';

/** Time in seconds after which to repeat for a wallet whose queue is full. An execution takes a few seconds. */
const QUEUE_RETRY_AFTER_S = 5;

export interface Acceptance {
  intentId: string;
  requestId: string;
  /** W3C `traceparent` of the accepting span; null without tracing. */
  traceParent?: string | null;
  executionEnabled: boolean;
  /** Queued executions of one wallet above which another is refused. */
  maxQueued: number;
}

/** An intent that is not stored yet, with what its acceptance depends on. */
export interface NewAcceptance {
  intent: NewIntent;
  wallet: PolicyWallet;
  controls: StoredControls;
}

const NEXT_STEPS: Readonly<Record<IntentRecord['status'], string>> = {
  preview: 'The intent is a preview: confirm it first.',
  confirmed: 'The intent has just been confirmed: execute it again.',
  executing: 'The intent is being executed: read its executions.',
  executed: 'The intent has been executed: read its executions.',
  failed: 'The execution failed: its record says whether confirming and executing anew is safe.',
  cancelled: 'The intent is cancelled: make another.',
};

/**
 * Error for an intent that is not confirmed, with the client's next step.
 * @param execution current execution of an executing intent
 */
function notConfirmed(intent: IntentRecord, execution: ExecutionRecord | null): AppError {
  return new AppError('agent_intent_not_confirmed', {
    message: NEXT_STEPS[intent.status],
    extra: {
      intent_status: intent.status,
      execution_status: intent.latestExecutionStatus,
      ...(intent.status === 'executing' && { waiting_for: execution?.waitingFor ?? null }),
    },
    headers: { Location: `/agent/intents/${intent.id}/executions` },
  });
}

/**
 * Accepts one execution. One statement reads what the rules need. Another accepts, unless the wallet's policy, the pauses or
 * the intent have changed since. Then both are repeated. Of concurrent calls one succeeds.
 * @param acceptances given by callers whose reads may share a statement
 */
export async function acceptExecution(
  sql: SqlSession,
  acceptance: Acceptance,
  acceptances = new AcceptancesRepository(sql),
): Promise<AcceptedExecution> {
  const { intentId, requestId, traceParent = null, maxQueued } = acceptance;
  for (;;) {
    const facts = await acceptances.findFacts(intentId);
    if (facts === null) throw new AppError('agent_intent_not_found');
    if (facts.status !== 'confirmed') throw notConfirmed(facts, await findCurrent(sql, facts));
    const { wallet } = facts;
    if (wallet === null) throw new AppError('agent_wallet_missing');
    const refused = findRejection(facts, wallet, acceptance);
    if (refused !== null) throw refused;
    const row = await acceptances.accept({ facts, wallet, requestId, traceParent, maxQueued });
    if (row !== null && row.id !== null) return row;
    const rejection = row === null ? null : toRejection(row, acceptance);
    if (rejection === null) continue;
    // A concurrent call for the same intent may have reserved what this one misses: its answer is 409.
    if ((await acceptances.findFacts(intentId))?.status === 'confirmed') throw rejection;
  }
}

function toRejection({ isFull, rejection, rivalId }: AcceptedRow, { maxQueued }: Acceptance): AppError | null {
  if (isFull) return queueFull(maxQueued);
  if (rivalId !== null) return claimedByOther(rivalId);
  return rejection === null ? null : new BudgetExceededError(rejection);
}

async function findCurrent(
  sql: SqlSession,
  { status, currentExecutionId }: IntentRecord,
): Promise<ExecutionRecord | null> {
  if (status !== 'executing' || currentExecutionId === null) return null;
  const [execution = null] = await new ExecutionsRepository(sql).findMany([currentExecutionId]);
  return execution;
}

/**
 * Accepts the execution of an intent that is stored with it, in one statement.
 * @returns null when nothing was stored: the key is known, a rule refuses, or the wallet's policy or the pauses have changed
 */
export async function acceptNewExecution(
  { intent, wallet, controls }: NewAcceptance,
  acceptance: Omit<Acceptance, 'intentId'>,
  acceptances: AcceptancesRepository,
): Promise<AcceptedExecution | null> {
  const { requestId, traceParent = null, maxQueued } = acceptance;
  const facts = { ...controls, ...intent };
  if (findRejection(facts, wallet, acceptance) !== null) return null;
  const row = await acceptances.acceptNew(intent, { facts, wallet, requestId, traceParent, maxQueued });
  return row === null || row.id === null ? null : row;
}

/** Applies the rules in the order of the API contract. */
function findRejection(
  facts: AcceptanceSubject,
  wallet: PolicyWallet,
  { executionEnabled }: Pick<Acceptance, 'executionEnabled'>,
): AppError | null {
  return (
    checkWalletReady(wallet) ??
    checkPermitted(wallet, facts) ??
    checkApproved(wallet, facts) ??
    checkExecutionAllowed(facts.action, { ...facts, executionEnabled, agentPaused: wallet.paused })
  );
}

function claimedByOther(intentId: string): AppError {
  return new AppError('agent_intent_status_invalid', {
    message: `${intentId} claims this automatically: read that intent.`,
    headers: { Location: `/agent/intents/${intentId}` },
  });
}

function queueFull(maxQueued: number): AppError {
  return new AppError('rate_limited', {
    message: `The wallet has ${maxQueued} queued executions, which is the maximum; retry when some have ended.`,
    retryAfterS: QUEUE_RETRY_AFTER_S,
    limit: 'wallet-queue',
  });
}
