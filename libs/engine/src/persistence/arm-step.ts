import { checkApproved, checkPermitted, checkWalletReady } from '@app/agents';
import type { SqlSession } from '@app/persistence';
import type { ExecutionStatus } from '../domain/execution.js';
import { failureOfRejection } from '../domain/failure.js';
import {
  type Arming,
  type ArmingResult,
  type Change,
  type Lease,
  StaleMoveError,
} from '../domain/ports/engine-store.js';
import { pausedActions } from '../domain/paused-actions.js';
import { applyArming, type ArmingAttempt } from './apply-change.js';
import { type ArmingState, readArmingState } from './arming-state.js';

export interface ArmingCall {
  readonly arming: Arming;
  /** As the lane's last load has read them; null without one. */
  readonly known: ArmingState | null;
  /** Called after the statement is sent, and awaited with it. */
  readonly whileArming: () => Promise<void>;
}

/**
 * Arms a step in one statement, which stores key and body. The statement compares policy, pauses and statuses with the
 * values that the rules checked. On a mismatch, and when known facts refuse the step, it reloads the facts and retries.
 * A concurrent change of the policy therefore either precedes the check or follows the arming.
 */
export async function armStep(sql: SqlSession, lease: Lease, call: ArmingCall): Promise<ArmingResult> {
  const { arming, known } = call;
  if (known?.executionId === arming.executionId && findRejection(arming, known) === null) {
    const { permitted, moved, armedAtMs } = await armUnder(sql, lease, { ...call, facts: known });
    if (permitted && moved) return { armed: true, armedAtMs };
  }
  for (;;) {
    const facts = await readArmingState(sql, lease, arming.executionId);
    const reason = findRejection(arming, facts);
    if (reason !== null) return { armed: false, reason };
    const { permitted, moved, armedAtMs } = await armUnder(sql, lease, { ...call, facts });
    if (!permitted) continue;
    if (!moved) throw new StaleMoveError(arming.executionId);
    return { armed: true, armedAtMs };
  }
}

async function armUnder(
  sql: SqlSession,
  lease: Lease,
  { arming, facts, whileArming }: ArmingCall & { readonly facts: ArmingState },
): Promise<ArmingAttempt> {
  const { action, executionStatus, wallet } = facts;
  const { policyVersion } = wallet;
  const pausedScopes = stoppingScopes(arming, facts);
  const armed = { ...arming, seal: arming.sealUnder(policyVersion), policyVersion, action, pausedScopes };
  const change = toChange(arming, executionStatus);
  const [attempt] = await Promise.all([applyArming(sql, lease, change, armed), whileArming()]);
  return attempt;
}

/**
 * Paused scopes of the step's action, in the order of lock_pauses. Null for a step that no pause stops: a buy whose approval
 * was sent, which would leave an allowance behind.
 */
function stoppingScopes(
  { kind }: Arming,
  { hasApproval, action, pausedScopes }: ArmingState,
): readonly string[] | null {
  if (kind !== 'approve' && hasApproval) return null;
  return pausedScopes.filter((scope) => scope === 'global' || scope === action).sort();
}

function findRejection(arming: Arming, facts: ArmingState): Extract<ArmingResult, { armed: false }>['reason'] | null {
  const { wallet, action, amount, approvedAt } = facts;
  const pausedScopes = stoppingScopes(arming, facts);
  if (pausedScopes !== null && pausedActions(pausedScopes, wallet.paused).includes(action)) return 'paused';
  const rejection =
    checkWalletReady(wallet) ??
    checkPermitted(wallet, { action, amount }) ??
    checkApproved(wallet, { action, amount, approvedAt });
  if (rejection !== null) return failureOfRejection(rejection.code);
  return (arming.allowance?.policyVersion ?? wallet.policyVersion) === wallet.policyVersion ? null : 'outdated';
}

function toChange({ executionId, kind }: Arming, from: ExecutionStatus): Change {
  return {
    executionId,
    from: { execution: from, step: 'planned' },
    execution: { waitingFor: 'provider', ...(from === 'queued' && { to: 'submitting' }) },
    step: { kind, to: 'armed' },
  };
}
