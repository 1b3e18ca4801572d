import { FROZEN_ACTIONS } from '@app/agents';
import { assertNever, type Action } from '@app/common';
import { pausedActions } from '@app/engine';
import type { Circumstances, DiagnosedExecution, DiagnosedIntent, PauseRecord } from './facts.js';

/** A cause in one sentence, and the command or request that ends it; null where only time does. */
export interface Explanation {
  readonly cause: string;
  readonly remedy: string | null;
}

/** A pause in force, with its record in the audit log. */
export type Pause = Pick<PauseRecord, 'scope'> & { readonly record: PauseRecord | null };

const OPS = 'npm run ops --';
const SEAL_RUNBOOK = 'see docs/runbooks/seal-violated.md';
/**
 * Age of the last poll above which it is named. Workers poll every half second by default (INDEX_POLL_MS), and another one
 * takes over within INDEX_LEASE_MS.
 */
const MAX_POLL_AGE_MS = 15_000;

/** Returns the scope whose pause stops an action of the agent, or null. */
export function findPausedScope({ agentId, agentPaused, pausedScopes }: Circumstances, action: Action): string | null {
  if (!pausedActions(pausedScopes, agentPaused).includes(action)) return null;
  if (pausedScopes.includes(action)) return action;
  return agentPaused ? agentId : 'global';
}

export function explainExecution(
  execution: DiagnosedExecution,
  state: Circumstances,
  pause: Pause | null,
): Explanation {
  const { status, transactionHash, createdAt, completedAt, intentId } = execution;
  const delay = explainRestore(state) ?? explainOverdue(state) ?? explainNode(state);
  switch (status) {
    case 'queued':
      return explainQueued(execution, state, pause);
    case 'submitting':
      return because(`is being sent since ${ago(createdAt, state)}${providerNote(state)}${note(delay)}`, delay?.remedy);
    case 'broadcast':
      return because(
        `waits for a block with its transaction ${transactionHash ?? '(hash not known)'}, until ${formatDeadline(execution)} at the latest${note(delay)}`,
        delay?.remedy,
      );
    case 'unknown':
      if (execution.isSealViolated) return because('waits: its seal is violated, and no worker sends it', SEAL_RUNBOOK);
      return because(
        `waits: its transaction was sent, and neither provider nor chain shows its outcome; it ends at the latest with the first confirmed block after ${formatDeadline(execution)}${note(delay)}`,
        `${OPS} executions show ${execution.id}`,
      );
    case 'executed':
      return because(`was executed ${ago(completedAt, state)} ago in ${transactionHash ?? 'no transaction'}`);
    case 'failed':
      return because(
        `failed ${ago(completedAt, state)} ago, without an effect: ${execution.errorMessage ?? 'no reason is recorded'}`,
        `POST /agent/intents/${intentId}/confirm, then /execute, for another attempt`,
      );
    case 'cancelled':
      return because(`was cancelled ${ago(completedAt, state)} ago`);
    default:
      return assertNever(status);
  }
}

/** Explains an intent that has no execution. */
export function explainIntent(
  { id, status, action }: DiagnosedIntent,
  state: Circumstances | null,
  pause: Pause | null,
): Explanation {
  if (status === 'preview') return because('is a preview: it was not confirmed', `POST /agent/intents/${id}/confirm`);
  if (status !== 'confirmed') return because(`is ${status}, without an execution`);
  const obstacle =
    state === null ? null : (explainService(state) ?? explainWallet(state, action) ?? explainPause(pause, state));
  if (obstacle === null) return because('is confirmed: it was not executed', `POST /agent/intents/${id}/execute`);
  return because(`is confirmed, and its execution is refused: ${obstacle.cause}`, obstacle.remedy);
}

/** Explains what an agent without unfinished executions cannot do. */
export function explainAgent(state: Circumstances, pause: Pause | null): Explanation {
  const obstacle =
    explainService(state) ?? explainLane(state) ?? explainWallet(state, 'buy_yes') ?? explainPause(pause, state);
  if (obstacle === null) return because('waits for nothing: it has no unfinished execution');
  return { ...obstacle, cause: `cannot execute: ${obstacle.cause}` };
}

function explainQueued(
  { id, ahead, firstAhead, waitingFor, createdAt, agentId }: DiagnosedExecution,
  state: Circumstances,
  pause: Pause | null,
): Explanation {
  const obstacle = explainService(state) ?? explainLane(state) ?? explainPause(pause, state);
  if (obstacle !== null) return { ...obstacle, cause: `waits: ${obstacle.cause}` };
  if (ahead > 0 && firstAhead !== null) {
    return because(`waits: ${ahead} earlier of ${agentId} come first`, `${OPS} why ${firstAhead}`);
  }
  if (waitingFor === 'gas') return because('waits: its wallet is being sent gas', `${OPS} executions show ${id}`);
  if (waitingFor === 'provider') {
    return because('waits: the wallet provider does not answer', 'see docs/runbooks/provider-down.md');
  }
  const outage = explainNode(state);
  if (outage !== null) return { ...outage, cause: `waits: ${outage.cause}` };
  return because(`is queued since ${ago(createdAt, state)}; ${dueText(state)}`);
}

/** Returns a cause that stops all executions. */
function explainService(state: Circumstances): Explanation | null {
  const { workers, breakerOpen } = state;
  const restore = explainRestore(state);
  if (restore !== null) return restore;
  if (workers === 0) {
    return because('no worker with credentials of the wallet provider has reported for a minute', 'start a worker');
  }
  if (breakerOpen) return because('the wallet provider rejects the credentials', 'see docs/runbooks/provider-down.md');
  return null;
}

function explainRestore(state: Circumstances): Explanation | null {
  const { reconcileSince } = state;
  if (reconcileSince === null) return null;
  return because(
    `the database was restored ${ago(reconcileSince, state)} ago, and the records are not reconciled with the chain`,
    `${OPS} restored`,
  );
}

/** Explains an old poll of the chain. It does not tell an outage of the node from a worker that hangs. */
function explainNode({ workers, lastPollAgeMs }: Circumstances): Explanation | null {
  if (workers === 0 || lastPollAgeMs <= MAX_POLL_AGE_MS) return null;
  return because(
    `no worker has read the chain for ${duration(lastPollAgeMs)}, as when its node does not answer`,
    'see docs/runbooks/other-alerts.md#the-node-does-not-answer',
  );
}

function explainOverdue(state: Circumstances): Explanation | null {
  if (!state.isOverdue) return null;
  const since = ago(state.wakeAt, state);
  return because(
    `the lane of ${state.agentId} is due since ${since}, and no worker holds it`,
    'see docs/runbooks/other-alerts.md, or restart a worker',
  );
}

function explainLane(state: Circumstances): Explanation | null {
  const { agentId, quarantinedAt } = state;
  if (quarantinedAt === null) return explainOverdue(state);
  const since = ago(quarantinedAt, state);
  return because(
    `the lane of ${agentId} was quarantined ${since} ago after unexpected errors`,
    `${OPS} lanes release ${agentId}`,
  );
}

function explainWallet(state: Circumstances, action: Action): Explanation | null {
  const { agentId, walletStatus, frozenAt, provisioned } = state;
  if (walletStatus === 'disabled')
    return because(`the wallet of ${agentId} is disabled`, `${OPS} wallets enable ${agentId}`);
  if (!provisioned)
    return because(`the wallet provider has not created the wallet of ${agentId}`, `${OPS} wallets show ${agentId}`);
  if (frozenAt === null || !FROZEN_ACTIONS.includes(action)) return null;
  return because(
    `${agentId} was frozen ${ago(frozenAt, state)} ago`,
    `the owner unfreezes it, or ${OPS} wallets enable ${agentId}`,
  );
}

function explainPause(pause: Pause | null, state: Circumstances): Explanation | null {
  if (pause === null) return null;
  const { scope, record } = pause;
  const by = record === null ? '' : ` by ${record.actor} ${ago(record.at, state)} ago`;
  return because(`${scope} was paused${by}`, `${OPS} resume ${scope}`);
}

function because(cause: string, remedy: string | null = null): Explanation {
  return { cause, remedy };
}

function formatDeadline({ deadline }: DiagnosedExecution): string {
  return deadline?.toISOString() ?? 'its deadline';
}

function note(delay: Explanation | null): string {
  return delay === null ? '' : `; ${delay.cause}`;
}

function providerNote({ breakerOpen }: Circumstances): string {
  return breakerOpen ? '; the wallet provider rejects the credentials' : '';
}

function dueText({ wakeAt, isHeld, now }: Circumstances): string {
  if (isHeld) return 'a worker serves it now';
  const waitMs = wakeAt === null ? 0 : wakeAt.getTime() - now.getTime();
  return waitMs > 0 ? `a worker serves it in ${duration(waitMs)}` : 'the next free worker serves it';
}

function ago(at: Date | null, { now }: Circumstances): string {
  return duration(at === null ? 0 : now.getTime() - at.getTime());
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
