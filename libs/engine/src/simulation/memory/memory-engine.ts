import { checkPermitted, checkWalletReady, type IntentRecord, type IntentStatus } from '@app/agents';
import { sha256Hex } from '@app/common';
import type { FailureReason } from '../../domain/failure.js';
import type { LaneWork } from '../../domain/lane-work.js';
import {
  type Arming,
  type ArmingResult,
  type Change,
  type Lease,
  LeaseLostError,
  StaleMoveError,
} from '../../domain/ports/engine-store.js';
import { assertExecutionMove, assertStepMove, IllegalMoveError, isFinal, type StepKind } from '../../domain/states.js';
import { pausedActions } from '../../persistence/lane-work.query.js';
import type { World } from '../world/world.js';
import { copyStep, type ExecutionRow, isLive, type LaneRow, type StepRow, type Tables } from './rows.js';
import type { Witness } from '../world/witness.js';
import { writeExecution, writeStep } from './write-change.js';

export interface MemoryEngineSettings {
  leaseMs: number;
  providerPostsPerSecond: number;
}

export interface MemoryEngineParts {
  world: World;
  tables: Tables;
  witness: Witness;
  settings: MemoryEngineSettings;
}

const RUNG_FOR_MS = 2_000;
const GRACE_MS = 150;
const PROBE_EVERY_MS = 10_000;

/**
 * The engine's tables and statements in memory. Each method is one transaction of the real store and happens at one
 * moment; what the SQL checks is checked here, in its order, before anything is written.
 */
export class MemoryEngine {
  constructor(protected readonly parts: MemoryEngineParts) {}

  get tables(): Tables {
    return this.parts.tables;
  }

  acquire(laneId: string): Lease | null {
    const lane = this.tables.lanes.get(laneId);
    const { nowMs } = this.parts.world;
    if (lane === undefined || (lane.leaseUntilMs !== null && lane.leaseUntilMs > nowMs)) return null;
    lane.fence += 1;
    lane.seenVersion = lane.version;
    lane.leaseUntilMs = nowMs + this.parts.settings.leaseMs;
    lane.wakeAtMs = lane.leaseUntilMs;
    return { laneId, fence: String(lane.fence) };
  }

  renew(leases: readonly Lease[]): ReadonlySet<string> {
    const ours = leases.map((lease) => this.laneUnder(lease)).filter((lane) => lane !== null);
    for (const lane of ours.filter(({ leaseUntilMs }) => leaseUntilMs !== null)) {
      lane.leaseUntilMs = this.parts.world.nowMs + this.parts.settings.leaseMs;
      lane.wakeAtMs = lane.leaseUntilMs;
    }
    return new Set(ours.map(({ id }) => id));
  }

  release(lease: Lease, delayMs: number | null): boolean {
    const lane = this.laneUnder(lease);
    if (lane === null) return false;
    const changed = lane.version > lane.seenVersion;
    const { nowMs } = this.parts.world;
    lane.leaseUntilMs = null;
    lane.wakeAtMs = changed ? nowMs : delayMs === null ? null : nowMs + delayMs;
    return changed;
  }

  load(lease: Lease): LaneWork {
    const { tables } = this;
    const wallet = tables.wallets.get(lease.laneId);
    if (this.laneUnder(lease) === null || wallet === undefined) throw new LeaseLostError(lease.laneId);
    const { nowMs } = this.parts.world;
    const idle = { nowMs, providerWalletId: wallet.providerWalletId, breakerOpen: tables.account.breakerOpen };
    if (tables.reconciling) return { ...idle, execution: null };
    const paused = pausedActions([...tables.pauses], wallet.paused);
    const live = this.liveIn(lease.laneId);
    const isHeldUp = (one: ExecutionRow): boolean => one.status === 'queued' && paused.includes(one.action);
    for (const one of live.filter(isHeldUp)) one.waitingFor = 'paused';
    const head = live.find(({ status }) => status !== 'queued') ?? live.find((one) => !isHeldUp(one));
    return { ...idle, execution: head === undefined ? null : this.read(head) };
  }

  arm(lease: Lease, arming: Arming): ArmingResult {
    this.proveFence(lease);
    const execution = this.execution(arming.executionId);
    const intent = this.intentOf(execution);
    if (intent.status !== 'executing' || intent.currentExecutionId !== execution.id) {
      throw new StaleMoveError(execution.id);
    }
    const refusal = this.refusalAtArming(execution, arming.kind);
    if (refusal !== null) return { armed: false, reason: refusal };
    const step = execution.steps.find(({ kind }) => kind === arming.kind);
    const movable = ['queued', 'submitting', 'broadcast'].includes(execution.status);
    if (!movable || step?.status !== 'planned') throw new StaleMoveError(execution.id);
    this.parts.witness.wrote(lease);
    this.storeArmed(lease, { execution, step, arming });
    return { armed: true };
  }

  countSend(lease: Lease, { executionId, kind }: { executionId: string; kind: StepKind }): void {
    this.proveFence(lease);
    const execution = this.execution(executionId);
    const step = execution.steps.find((one) => one.kind === kind);
    if (step === undefined || !['armed', 'unknown'].includes(step.status)) throw new StaleMoveError(executionId);
    this.parts.witness.wrote(lease);
    this.parts.witness.resendCounted(execution, step);
    step.sendAttempts += 1;
    step.lastSentAtMs = this.parts.world.nowMs;
  }

  apply(lease: Lease, change: Change): void {
    const { executionId, from, step: stepChange, event } = change;
    const to = change.execution?.to ?? from.execution;
    this.assertLegal(change);
    this.proveFence(lease);
    const execution = this.execution(executionId);
    const intent = this.intentOf(execution);
    const ends = isFinal(to);
    if (ends && (intent.status !== 'executing' || intent.currentExecutionId !== executionId)) {
      throw new StaleMoveError(executionId);
    }
    if (execution.status !== from.execution) throw new StaleMoveError(executionId);
    const step = execution.steps.find(({ kind }) => kind === stepChange?.kind);
    if (stepChange !== undefined && from.step !== undefined && step?.status !== from.step) {
      throw new StaleMoveError(executionId);
    }
    this.parts.witness.wrote(lease);
    if (ends) this.moveIntent(intent.id, to === 'executed' ? 'executed' : 'failed');
    const { nowMs } = this.parts.world;
    writeExecution(execution, { from, change: change.execution ?? {}, nowMs, witness: this.parts.witness });
    if (stepChange !== undefined && from.step !== undefined && step !== undefined) {
      writeStep(step, { change: stepChange, nowMs, witness: this.parts.witness });
    }
    execution.events.push({ type: event.type, data: JSON.stringify(event.data ?? {}) });
    this.parts.world.say(() => `  ${event.type} ${execution.id} ${JSON.stringify(event.data)} -> ${execution.status}`);
  }

  noteWaiting(lease: Lease, note: { executionId: string; waitingFor: ExecutionRow['waitingFor'] }): void {
    const execution = this.execution(note.executionId);
    if (this.laneUnder(lease) !== null && execution.completedAtMs === null) execution.waitingFor = note.waitingFor;
  }

  claimDueLanes(): { laneId: string; version: string }[] {
    const { nowMs } = this.parts.world;
    const due = [...this.tables.lanes.values()].filter((lane) => (lane.wakeAtMs ?? Infinity) <= nowMs - GRACE_MS);
    for (const lane of due) lane.wakeAtMs = nowMs + RUNG_FOR_MS;
    return due.map(({ id, version }) => ({ laneId: id, version: `${version}.${nowMs}` }));
  }

  /** When a sweeper would find a lane to ring for; infinite when nothing waits. */
  nextDueMs(): number {
    let next = Infinity;
    for (const { wakeAtMs } of this.tables.lanes.values()) next = Math.min(next, (wakeAtMs ?? Infinity) + GRACE_MS);
    return next;
  }

  takeProviderToken(): boolean {
    const { account } = this.tables;
    const { nowMs } = this.parts.world;
    const perSecond = this.parts.settings.providerPostsPerSecond;
    const tokens = Math.min(perSecond, account.tokens + (perSecond * (nowMs - account.refilledAtMs)) / 1000);
    if (tokens < 1) return false;
    account.refilledAtMs = nowMs;
    account.tokens = tokens - 1;
    return true;
  }

  openBreaker(): void {
    const { account } = this.tables;
    if (account.breakerOpen) return;
    account.breakerOpen = true;
    account.probeAtMs = this.parts.world.nowMs + PROBE_EVERY_MS;
  }

  closeBreaker(): void {
    this.tables.account.breakerOpen = false;
    this.tables.account.probeAtMs = null;
  }

  bumpLane(laneId: string): void {
    const { nowMs } = this.parts.world;
    const lane = this.tables.lanes.get(laneId);
    if (lane === undefined) {
      const fresh: LaneRow = { id: laneId, version: 1, seenVersion: 0, wakeAtMs: nowMs, fence: 0, leaseUntilMs: null };
      this.tables.lanes.set(laneId, fresh);
      return;
    }
    lane.version += 1;
    lane.wakeAtMs = Math.min(lane.wakeAtMs ?? Infinity, nowMs);
  }

  stealLane(laneId: string): void {
    const lane = this.tables.lanes.get(laneId);
    if (lane === undefined) return;
    lane.fence += 1;
    lane.leaseUntilMs = null;
    lane.wakeAtMs = this.parts.world.nowMs;
  }

  /** Told by the command that has accepted it. */
  accepted(execution: ExecutionRow): void {
    execution.events.push({ type: 'execution.accepted', data: '{}' });
    this.parts.witness.accepted(execution);
  }

  /** Told by the command that has cancelled it. */
  cancelled(execution: ExecutionRow): void {
    execution.events.push({ type: 'execution.cancelled', data: '{}' });
    this.parts.witness.executionMoved(execution, 'queued', 'cancelled');
  }

  moveIntent(intentId: string, to: IntentStatus): void {
    const intent = this.tables.intents.get(intentId);
    if (intent === undefined) throw new Error('there is no such intent');
    if (intent.status !== to) this.parts.witness.intentMoved(intentId, intent.status, to);
    this.tables.intents.set(intentId, { ...intent, status: to });
  }

  execution(id: string): ExecutionRow {
    const row = this.tables.executions.get(id);
    if (row === undefined) throw new StaleMoveError(id);
    return row;
  }

  /** In the order of acceptance. */
  liveIn(laneId: string): ExecutionRow[] {
    return [...this.tables.executions.values()].filter((one) => one.laneId === laneId && isLive(one));
  }

  protected proveFence(lease: Lease): void {
    const lane = this.laneUnder(lease);
    if (lane === null || (lane.leaseUntilMs ?? 0) <= this.parts.world.nowMs) throw new LeaseLostError(lease.laneId);
  }

  protected refusalAtArming(execution: ExecutionRow, kind: StepKind): FailureReason | 'paused' | null {
    const wallet = this.tables.wallets.get(execution.laneId);
    if (wallet === undefined) throw new StaleMoveError(execution.id);
    const first = kind === 'approve' || !execution.steps.some((step) => step.kind === 'approve');
    const scopes = [...this.tables.pauses].filter((scope) => scope === 'global' || scope === execution.action);
    if (first && pausedActions(scopes, wallet.paused).includes(execution.action)) return 'paused';
    const code = checkWalletReady(wallet) ?? checkPermitted(wallet, this.intentOf(execution));
    if (code === null) return null;
    if (code === 'agent_action_forbidden') return 'action_forbidden';
    return code === 'agent_policy_violation' ? 'policy_changed' : 'wallet_not_active';
  }

  protected storeArmed(
    lease: Lease,
    { execution, step, arming }: { execution: ExecutionRow; step: StepRow; arming: Arming },
  ): void {
    const { nowMs } = this.parts.world;
    const { idempotencyKey, body, contractAddress, callData, deadlineMs } = arming;
    const armed = { idempotencyKey, body, contractAddress, callData, deadlineMs, armedFence: lease.fence };
    const sent = { armedAtMs: nowMs, sendAttempts: 1, lastSentAtMs: nowMs, updatedAtMs: nowMs };
    Object.assign(step, { ...armed, ...sent });
    writeStep(step, { change: { kind: step.kind, to: 'armed' }, nowMs, witness: this.parts.witness });
    const to = execution.status === 'queued' ? 'submitting' : execution.status;
    const from = { execution: execution.status };
    writeExecution(execution, {
      from,
      change: { to, waitingFor: 'provider' },
      nowMs,
      witness: this.parts.witness,
    });
    execution.events.push({ type: 'step.armed', data: JSON.stringify({ step: step.kind, bodyHash: sha256Hex(body) }) });
    this.parts.world.say(() => `  step.armed ${execution.id} ${step.kind} ${idempotencyKey}`);
    this.parts.witness.armed(execution, step);
  }

  protected laneUnder({ laneId, fence }: Lease): LaneRow | null {
    const lane = this.tables.lanes.get(laneId);
    return lane !== undefined && String(lane.fence) === fence ? lane : null;
  }

  private intentOf({ intentId, id }: ExecutionRow): IntentRecord {
    const intent = this.tables.intents.get(intentId);
    if (intent === undefined) throw new StaleMoveError(id);
    return intent;
  }

  private read(row: ExecutionRow): NonNullable<LaneWork['execution']> {
    return { ...row, intent: { ...this.intentOf(row) }, steps: row.steps.map(copyStep) };
  }

  private assertLegal({ from, execution, step }: Change): void {
    try {
      if (execution?.to !== undefined && execution.to !== from.execution) {
        assertExecutionMove(from.execution, execution.to);
      }
      if (step?.to !== undefined && from.step !== undefined) assertStepMove(from.step, step.to);
    } catch (error) {
      if (error instanceof IllegalMoveError) this.parts.witness.illegalMove(error.message);
      throw error;
    }
  }
}
