import { type AgentWallet, checkPermitted, checkWalletReady } from '@app/agents';
import { computeRef } from '@app/chain';
import { canConfirm, type IntentRecord } from '@app/engine';
import { pausedActions } from '../../../../libs/engine/src/domain/paused-actions.js';
import type { MemoryEngine } from './memory-engine.js';
import { plannedStep } from './planned-step.js';
import type { ExecutionRow } from './rows.js';

/** A rejected command with its error code. Nothing was written. */
export class RefusedError extends Error {
  constructor(readonly code: string) {
    super(code);
    this.name = 'RefusedError';
  }
}

/** In-memory model of the API's and operators' transactions, with the same order of checks. */
export class MemoryCommands {
  private seq = 0;

  constructor(protected readonly engine: MemoryEngine) {}

  confirm(intentId: string): void {
    const intent = this.intent(intentId);
    if (!canConfirm(intent.status)) throw new RefusedError('agent_intent_status_invalid');
    const rejection = checkPermitted(this.wallet(intent), intent);
    if (rejection !== null) throw new RefusedError(rejection.code);
    this.engine.moveIntent(intentId, 'confirmed');
  }

  /** Models an execute whose two statements see the same rows. */
  accept(intentId: string, nowMs: number): string {
    const { tables } = this.engine;
    const intent = this.intent(intentId);
    this.assertConfirmed(intent);
    const wallet = this.wallet(intent);
    const rejection = checkWalletReady(wallet) ?? checkPermitted(wallet, intent);
    if (rejection !== null) throw new RefusedError(rejection.code);
    const scopes = [...tables.pauses].filter((scope) => scope === 'global' || scope === intent.action);
    if (pausedActions(scopes, wallet.paused).includes(intent.action)) throw new RefusedError('agent_policy_violation');
    if (tables.account.breakerOpen) throw new RefusedError('agent_execution_config_invalid');
    return this.insertExecution(intent, wallet, nowMs);
  }

  /** @param seen the intent as read before, without a lock */
  cancel(seen: IntentRecord, nowMs: number): void {
    if (seen.status === 'cancelled') return;
    const { id, status } = this.intent(seen.id);
    const executionId = seen.status === 'executing' ? seen.currentExecutionId : null;
    if (status !== seen.status || !['preview', 'confirmed', 'executing'].includes(status)) {
      throw new RefusedError('agent_intent_status_invalid');
    }
    const execution = executionId === null ? null : this.engine.execution(executionId);
    if (execution !== null) this.endQueued(execution, nowMs);
    this.engine.moveIntent(id, 'cancelled');
    if (execution !== null) this.engine.markLaneChanged(execution.laneId);
  }

  changePolicy(walletId: string, change: Partial<AgentWallet>): void {
    const wallet = this.engine.tables.wallets.get(walletId);
    if (wallet === undefined) throw new RefusedError('agent_wallet_not_found');
    this.engine.tables.wallets.set(walletId, {
      ...wallet,
      ...change,
      policyVersion: String(BigInt(wallet.policyVersion) + 1n),
    });
    this.engine.markLaneChanged(walletId);
  }

  pause(scope: string, paused: boolean): void {
    const { pauses, lanes } = this.engine.tables;
    if (paused) pauses.add(scope);
    else pauses.delete(scope);
    for (const laneId of lanes.keys()) this.engine.markLaneChanged(laneId);
  }

  /** Models an operator's reconciliation of an intent that the chain executed and the restored records do not contain. */
  recordExecutedByRef(intentId: string, nowMs: number): void {
    const intent = this.intent(intentId);
    if (intent.status === 'executing' || intent.status === 'executed') return;
    this.insertExecution(intent, this.wallet(intent), nowMs);
  }

  protected assertConfirmed(intent: IntentRecord): void {
    if (intent.status !== 'confirmed') throw new RefusedError('agent_intent_not_confirmed');
  }

  protected endQueued(execution: ExecutionRow, nowMs: number): void {
    if (execution.status !== 'queued') throw new RefusedError('agent_intent_status_invalid');
    execution.status = 'cancelled';
    execution.waitingFor = null;
    execution.completedAtMs = nowMs;
    this.engine.cancelled(execution);
  }

  private insertExecution(intent: IntentRecord, wallet: AgentWallet, nowMs: number): string {
    const { tables } = this.engine;
    this.seq += 1;
    const attempt = intent.executionsCount + 1;
    const id = `${intent.id}/execution-${attempt}`;
    const waitingFor: ExecutionRow['waitingFor'] = this.engine.liveIn(wallet.id).length > 0 ? 'lane' : null;
    const place = { id, seq: this.seq, attempt, waitingFor, laneId: wallet.id, createdAtMs: nowMs };
    const walletAddress = wallet.agentWalletAddress ?? '';
    const execution: ExecutionRow = { ...BLANK, ...planned(intent, nowMs), ...place, walletAddress };
    tables.executions.set(id, execution);
    this.engine.accepted(execution);
    this.engine.moveIntent(intent.id, 'executing');
    const moved = this.intent(intent.id);
    tables.intents.set(intent.id, { ...moved, currentExecutionId: id, executionsCount: attempt });
    this.engine.markLaneChanged(wallet.id);
    return id;
  }

  private intent(id: string): IntentRecord {
    const intent = this.engine.tables.intents.get(id);
    if (intent === undefined) throw new RefusedError('agent_intent_not_found');
    return intent;
  }

  private wallet({ agentId }: IntentRecord): AgentWallet {
    const wallet = [...this.engine.tables.wallets.values()].find((one) => one.agentId === agentId);
    if (wallet === undefined) throw new RefusedError('agent_wallet_missing');
    return wallet;
  }
}

const BLANK = {
  status: 'queued',
  broadcastPerformed: false,
  approveTransactionHash: null,
  transactionHash: null,
  readback: null,
  readbackDueAtMs: null,
  failure: null,
  retrySafe: null,
  tries: 0,
  completedAtMs: null,
} as const;

type Planned = Pick<ExecutionRow, 'intentId' | 'action' | 'ref' | 'marketContractAddress' | 'steps'>;

function planned({ id, action, marketContractAddress }: IntentRecord, nowMs: number): Planned {
  const steps = [plannedStep('main', nowMs)];
  return { intentId: id, action, ref: computeRef(id), marketContractAddress, steps };
}
