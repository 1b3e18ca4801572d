import { checkPermitted, checkWalletReady } from '@app/agents';
import { type IntentRecord, type IntentStatus, isFinished, type StepFailure } from '@app/engine';
import { failureOfRejection } from '../../../../libs/engine/src/domain/failure.js';
import type { Execution, LaneWork } from '../../../../libs/engine/src/domain/lane-work.js';
import {
  type Applied,
  type Arming,
  type ArmingResult,
  type Change,
  type Lease,
  LeaseLostError,
  StaleMoveError,
} from '../../../../libs/engine/src/domain/ports/engine-store.js';
import {
  assertExecutionMove,
  assertStepMove,
  IllegalMoveError,
  type StepKind,
} from '../../../../libs/engine/src/domain/states.js';
import { pausedActions } from '../../../../libs/engine/src/domain/paused-actions.js';
import { MemoryLanes } from './memory-lanes.js';
import { approvalOf, knownBlock } from './lane-facts.js';
import { plannedStep } from './planned-step.js';
import { copyStep, type ExecutionRow, isLive, type StepRow } from './rows.js';
import { isStatusAllowed, writeExecution, writeStep } from './write-change.js';

/** A violated table constraint. */
class DatabaseError extends Error {}

/**
 * In-memory model of the engine's tables and statements. Each method models one transaction of the real store and applies
 * the checks of its SQL in the same order before it writes.
 */
export class MemoryEngine extends MemoryLanes {
  load(lease: Lease, depth: number): LaneWork {
    const { tables } = this;
    const wallet = tables.wallets.get(lease.laneId);
    const lane = this.laneUnder(lease);
    if (lane === null || wallet === undefined) throw new LeaseLostError(lease.laneId);
    this.dependencies.observer.read(lease);
    const { nowMs } = this.dependencies.world;
    const { breakerOpen } = tables.account;
    const { providerWalletId, marketLimit, dailyLimit, totalLimit, policyVersion } = wallet;
    const limits = { marketLimit, dailyLimit, totalLimit, policyVersion };
    const hasReservation = lane.tokenDueMs !== null;
    const read = { nowMs, providerWalletId, limits, breakerOpen, hasReservation, awaitsFunds: false };
    if (tables.reconciling) return { ...read, knownBlock: knownBlock(this.tables, []), executions: [] };
    const paused = pausedActions([...tables.pauses], wallet.paused);
    const live = this.liveIn(lease.laneId);
    const isPaused = (one: ExecutionRow): boolean => one.status === 'queued' && paused.includes(one.action);
    for (const one of live.filter(isPaused)) one.waitingFor = 'paused';
    const heads = this.headsOf(live, isPaused, depth);
    return { ...read, knownBlock: knownBlock(this.tables, heads), executions: heads.map((one) => this.read(one)) };
  }

  /** Returns the lane's ended executions with a step in a block, the last accepted first. */
  listEnded(lease: Lease, limit: number): Execution[] {
    this.assertFence(lease);
    return [...this.tables.executions.values()]
      .filter((one) => one.laneId === lease.laneId && !isLive(one))
      .filter(({ steps }) => steps.some(({ blockNumber }) => blockNumber !== null))
      .slice(-limit)
      .toReversed()
      .map((row) => this.read(row));
  }

  arm(lease: Lease, arming: Arming): ArmingResult {
    this.assertFence(lease);
    const execution = this.execution(arming.executionId);
    const intent = this.intentOf(execution);
    if (intent.status !== 'executing' || intent.currentExecutionId !== execution.id) {
      throw new StaleMoveError(execution.id);
    }
    const policyVersion = this.tables.wallets.get(lease.laneId)?.policyVersion;
    const isOutdated = (arming.allowance?.policyVersion ?? policyVersion) !== policyVersion;
    const rejection = this.rejectionAtArming(execution, arming.kind) ?? (isOutdated ? 'outdated' : null);
    if (rejection !== null) {
      this.useToken(lease);
      return { armed: false, reason: rejection };
    }
    const { nowMs } = this.dependencies.world;
    const found = execution.steps.find(({ kind }) => kind === arming.kind);
    const step = found ?? plannedStep(arming.kind, nowMs);
    const isArmable = ['queued', 'submitting', 'broadcast'].includes(execution.status);
    if (!isArmable || step.status !== 'planned') throw new StaleMoveError(execution.id);
    this.dependencies.observer.wrote(lease);
    this.useToken(lease);
    if (found === undefined) execution.steps.unshift(step);
    this.storeArmed(lease, { execution, step, arming });
    return { armed: true, armedAtMs: nowMs };
  }

  countSend(lease: Lease, { executionId, kind }: { executionId: string; kind: StepKind }): void {
    this.assertFence(lease);
    const execution = this.execution(executionId);
    const step = execution.steps.find((one) => one.kind === kind);
    if (step === undefined || !['armed', 'unknown'].includes(step.status)) throw new StaleMoveError(executionId);
    this.dependencies.observer.wrote(lease);
    this.dependencies.observer.resendCounted(execution, step);
    this.useToken(lease);
    step.sendAttempts += 1;
    step.lastSentAtMs = this.dependencies.world.nowMs;
  }

  useSendPermit(lease: Lease): void {
    this.assertFence(lease);
    this.useToken(lease);
  }

  apply(lease: Lease, change: Change): Applied {
    const { executionId, from, step: stepChange } = change;
    const to = change.execution?.to ?? from.execution;
    if (to !== from.execution) this.reportIllegal(() => assertExecutionMove(from.execution, to));
    const { step: fromStep } = from;
    const { to: toStep = fromStep } = stepChange;
    if (stepChange.to !== undefined) this.reportIllegal(() => assertStepMove(fromStep, toStep));
    this.assertFence(lease);
    const execution = this.execution(executionId);
    const intent = this.intentOf(execution);
    const ends = isFinished(to);
    if (ends && (intent.status !== 'executing' || intent.currentExecutionId !== executionId)) {
      throw new StaleMoveError(executionId);
    }
    if (execution.status !== from.execution) throw new StaleMoveError(executionId);
    const step = execution.steps.find(({ kind }) => kind === stepChange.kind);
    if (step?.status !== fromStep) throw new StaleMoveError(executionId);
    if (!isStatusAllowed(step, toStep)) {
      this.dependencies.observer.illegalMove(`${executionId}: a step without key or body is not ${toStep}`);
      throw new DatabaseError('execution_steps_armed_check');
    }
    this.dependencies.observer.wrote(lease);
    if (ends) this.moveIntent(intent.id, to === 'executed' ? 'executed' : 'failed');
    const { nowMs } = this.dependencies.world;
    writeExecution(execution, { from, change: change.execution ?? {}, nowMs, observer: this.dependencies.observer });
    writeStep(step, { change: stepChange, nowMs, observer: this.dependencies.observer });
    this.dependencies.world.trace(() => `  ${execution.id} ${step.kind} ${step.status} -> ${execution.status}`);
    return { writtenAtMs: nowMs, released: ends && this.releaseIdle(lease) };
  }

  setWaitingFor(lease: Lease, note: { executionId: string; waitingFor: ExecutionRow['waitingFor'] }): void {
    const execution = this.tables.executions.get(note.executionId);
    if (this.laneUnder(lease) !== null && execution?.completedAtMs === null) execution.waitingFor = note.waitingFor;
  }

  /** Records an accepted execution. */
  accepted(execution: ExecutionRow): void {
    this.dependencies.observer.accepted(execution);
  }

  /** Records a cancelled execution. */
  cancelled(execution: ExecutionRow): void {
    this.dependencies.observer.executionMoved(execution, 'queued', 'cancelled');
  }

  moveIntent(intentId: string, to: IntentStatus): void {
    const intent = this.tables.intents.get(intentId);
    if (intent === undefined) throw new Error(`no intent ${intentId}`);
    if (intent.status !== to) this.dependencies.observer.intentMoved(intentId, intent.status, to);
    this.tables.intents.set(intentId, { ...intent, status: to });
  }

  execution(id: string): ExecutionRow {
    const row = this.tables.executions.get(id);
    if (row === undefined) throw new StaleMoveError(id);
    return row;
  }

  /** Returns the live executions of a lane in the order of acceptance. */
  liveIn(laneId: string): ExecutionRow[] {
    return [...this.tables.executions.values()].filter((one) => one.laneId === laneId && isLive(one));
  }

  /** Returns the executions in progress, and behind them the first accepted ones that are not paused, up to the depth. */
  protected headsOf(
    live: readonly ExecutionRow[],
    isPaused: (one: ExecutionRow) => boolean,
    depth: number,
  ): ExecutionRow[] {
    const begun = live.filter(({ status }) => status !== 'queued');
    const queued = live.filter((one) => one.status === 'queued' && !isPaused(one));
    return [...begun, ...queued.slice(0, Math.max(0, depth - begun.length))];
  }

  protected assertFence(lease: Lease): void {
    const lane = this.laneUnder(lease);
    if (lane === null || (lane.leaseUntilMs ?? 0) <= this.dependencies.world.nowMs)
      throw new LeaseLostError(lease.laneId);
  }

  /** Releases a lane without a live execution whose version is as it was at the start of the lease. */
  protected releaseIdle(lease: Lease): boolean {
    const lane = this.laneUnder(lease);
    if (lane === null || lane.version > lane.seenVersion || this.liveIn(lease.laneId).length > 0) return false;
    this.release(lease, null);
    return true;
  }

  protected rejectionAtArming(execution: ExecutionRow, kind: StepKind): StepFailure | 'paused' | null {
    const wallet = this.tables.wallets.get(execution.laneId);
    if (wallet === undefined) throw new StaleMoveError(execution.id);
    const first = kind === 'approve' || !execution.steps.some((step) => step.kind === 'approve');
    const scopes = [...this.tables.pauses].filter((scope) => scope === 'global' || scope === execution.action);
    if (first && pausedActions(scopes, wallet.paused).includes(execution.action)) return 'paused';
    const code = (checkWalletReady(wallet) ?? checkPermitted(wallet, this.intentOf(execution)))?.code;
    return code === undefined ? null : failureOfRejection(code);
  }

  protected storeArmed(
    lease: Lease,
    { execution, step, arming }: { execution: ExecutionRow; step: StepRow; arming: Arming },
  ): void {
    const { nowMs } = this.dependencies.world;
    const { idempotencyKey, body, deadlineMs, allowance } = arming;
    const allowanceBaseUnits = allowance?.baseUnits ?? null;
    const policyVersion = this.tables.wallets.get(lease.laneId)?.policyVersion ?? '';
    const seal = arming.sealUnder(policyVersion);
    const armed = {
      idempotencyKey,
      body,
      allowanceBaseUnits,
      deadlineMs,
      seal,
      policyVersion,
      armedFence: lease.fence,
    };
    const sent = { armedAtMs: nowMs, sendAttempts: 1, lastSentAtMs: nowMs, updatedAtMs: nowMs };
    Object.assign(step, { ...armed, ...sent });
    writeStep(step, { change: { kind: step.kind, to: 'armed' }, nowMs, observer: this.dependencies.observer });
    const to = execution.status === 'queued' ? 'submitting' : execution.status;
    writeExecution(execution, {
      from: { execution: execution.status, step: 'planned' },
      change: { to, waitingFor: 'provider', approveTransactionHash: approvalOf(this.tables, execution, step.kind) },
      nowMs,
      observer: this.dependencies.observer,
    });
    this.dependencies.world.trace(() => `  step.armed ${execution.id} ${step.kind} ${idempotencyKey}`);
    this.dependencies.observer.armed(execution, step);
  }

  private intentOf({ intentId, id }: ExecutionRow): IntentRecord {
    const intent = this.tables.intents.get(intentId);
    if (intent === undefined) throw new StaleMoveError(id);
    return intent;
  }

  private read(row: ExecutionRow): Execution {
    const untraced = { requestId: null, traceParent: null };
    return { ...row, ...untraced, intent: { ...this.intentOf(row) }, steps: row.steps.map(copyStep) };
  }

  private reportIllegal(assertLegal: () => void): void {
    try {
      assertLegal();
    } catch (error) {
      if (error instanceof IllegalMoveError) this.dependencies.observer.illegalMove(error.message);
      throw error;
    }
  }
}
