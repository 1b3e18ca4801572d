import { checkPermitted } from '@app/agents';
import { canMoveIntent, type ExecutionStatus, type IntentStatus, isFinished } from '@app/engine';
import type { Lease } from '../../../../libs/engine/src/domain/ports/engine-store.js';
import { EXECUTION_MOVES, STEP_MOVES, type StepStatus } from '../../../../libs/engine/src/domain/states.js';
import { pausedActions } from '../../../../libs/engine/src/domain/paused-actions.js';
import type { EngineSettings } from '../../../../libs/engine/src/runner/engine-settings.js';
import type { Ledger } from '../chain/ledger.js';
import { type ExecutionRow, isLive, type StepRow, type Tables } from '../memory/rows.js';
import type { ProviderModel } from '../provider/provider-model.js';
import { parseBody } from '../provider/sent-body.js';
import { type Coverage, moveName } from '../world/coverage.js';
import { Observer } from '../world/observer.js';
import type { World } from '../world/world.js';
import { ArmedKeys } from './armed-keys.js';
import { LaneOrder } from './lane-order.js';
import { LaneService } from './lane-service.js';
import { MinMultiples } from './min-multiples.js';
import { PoolHistory } from './pool-history.js';
import { RuleRefusals } from './rule-refusals.js';

const SLOWEST_MOVE_MS = 12_000;

export interface Observed {
  world: World;
  tables: Tables;
  ledger: Ledger;
  settings: EngineSettings;
  /** Executions of a lane that may be in flight at once. */
  depth: number;
  coverage: Coverage;
}

/** Checks at every write the invariants between tables, chain and provider. Nothing is reopened: reorganisations are shallow. */
export class LiveInvariants extends Observer {
  readonly everConfirmed = new Set<string>();
  private readonly keys: ArmedKeys;
  private readonly multiples: MinMultiples;
  private readonly refusals: RuleRefusals;
  private readonly order: LaneOrder;
  private readonly listedAtMs = new Map<string, number>();
  /** True during an operator's reconciliation, which may move intents outside of the table of moves. */
  isReconciling = false;

  constructor(private readonly observed: Observed) {
    super();
    this.keys = new ArmedKeys(observed.world, observed.ledger, observed.settings.confirmations);
    const pools = new PoolHistory(observed.world, observed.ledger);
    this.refusals = new RuleRefusals(observed);
    this.order = new LaneOrder(observed);
    new LaneService(observed);
    this.multiples = new MinMultiples({ ...observed, pools, keys: this.keys });
  }

  watch(provider: ProviderModel): void {
    this.keys.watch(provider);
  }

  override accepted(execution: ExecutionRow): void {
    const { executions } = this.observed.tables;
    const live = [...executions.values()].filter((one) => one.intentId === execution.intentId && isLive(one));
    this.check(live.length === 1, 'one_live_execution', execution.intentId);
  }

  override read({ laneId }: Lease): void {
    this.multiples.laneRead(laneId);
    this.refusals.laneRead(laneId);
  }

  override wrote({ laneId, fence }: Lease): void {
    const lane = this.observed.tables.lanes.get(laneId);
    const held = (lane?.leaseUntilMs ?? 0) > this.observed.world.nowMs;
    this.check(String(lane?.fence) === fence && held, 'written_under_the_lease', `${laneId} by fence ${fence}`);
  }

  override executionMoved(execution: ExecutionRow, from: ExecutionStatus, to: ExecutionStatus): void {
    this.observed.coverage.hit(moveName('execution', from, to));
    const isLegal = !isFinished(from) && EXECUTION_MOVES[from].includes(to);
    this.check(isLegal, 'legal_move', `${execution.id} ${from} -> ${to}`);
    if (to === 'unknown') this.check(execution.retrySafe === false, 'unknown_is_not_retry_safe', execution.id);
    if (to === 'executed') this.checkConfirmed(execution);
    if (to === 'cancelled') this.checkNothingArmed(execution);
    if (to !== 'failed') return;
    this.multiples.ended(execution);
    this.refusals.ended(execution);
    this.order.failed(execution);
  }

  override stepMoved(step: StepRow, from: StepStatus, to: StepStatus): void {
    this.observed.coverage.hit(moveName('step', from, to));
    this.order.moved(step);
    const isLegal = from !== 'done' && STEP_MOVES[from].includes(to);
    this.check(isLegal, 'legal_move', `${step.kind} ${from} -> ${to}`);
  }

  override intentMoved(intentId: string, from: IntentStatus, to: IntentStatus): void {
    if (to === 'confirmed') this.everConfirmed.add(intentId);
    if (this.isReconciling) return;
    this.observed.coverage.hit(moveName('intent', from, to));
    this.check(from !== 'executed' && canMoveIntent(from, to), 'legal_move', `${intentId} ${from} -> ${to}`);
  }

  override illegalMove(detail: string): void {
    this.check(false, 'legal_move', detail);
  }

  override armed(execution: ExecutionRow, step: StepRow): void {
    this.checkPolicy(execution, step);
    this.order.armed(execution, step);
    this.multiples.armed(execution, step);
    const approval = execution.steps.find(({ kind }) => kind === 'approve');
    if (step.kind === 'main') {
      this.check((approval?.status ?? 'done') === 'done', 'approval_is_awaited', execution.id);
      const other = this.keys.findEffectiveKey(execution.intentId);
      this.check(other === null, 'no_new_key_while_another_may_take_effect', `${execution.id} beside ${other}`);
    }
    if (!this.keys.add(execution, step)) this.check(false, 'a_key_is_armed_once', execution.id);
  }

  override resendCounted(execution: ExecutionRow, step: StepRow): void {
    const { world, settings } = this.observed;
    // The move was chosen when the lane was read; slow answers may lie between.
    const lateAfterMs = settings.resendWithoutLookupMs + SLOWEST_MOVE_MS;
    if (world.nowMs - (step.armedAtMs ?? world.nowMs) <= lateAfterMs) return;
    const wallet = this.observed.tables.wallets.get(execution.laneId);
    const listedAtMs = this.listedAtMs.get(wallet?.providerWalletId ?? '') ?? 0;
    this.check(listedAtMs > (step.lastSentAtMs ?? 0), 'looked_up_before_a_late_resend', execution.id);
  }

  override sent(body: string): void {
    const { idempotencyKey } = parseBody(body);
    const known = this.keys.bodyOf(idempotencyKey);
    this.check(known !== undefined, 'armed_before_sent', idempotencyKey);
    this.check(known === undefined || known === body, 'one_body_for_a_key', idempotencyKey);
    const newer = this.keys.findNewerKey(idempotencyKey);
    this.check(newer === null, 'no_old_key_after_a_new_one', `${idempotencyKey} after ${newer}`);
  }

  override taken(body: string, transactionId: string): void {
    this.order.taken(body, transactionId);
  }

  override requestInTransit(body: string, change: 1 | -1): void {
    this.keys.requestInTransit(parseBody(body).idempotencyKey, change);
  }

  override listed(providerWalletId: string): void {
    this.listedAtMs.set(providerWalletId, this.observed.world.nowMs);
  }

  private checkPolicy(execution: ExecutionRow, step: StepRow): void {
    const { wallets, intents, pauses } = this.observed.tables;
    const wallet = wallets.get(execution.laneId);
    const intent = intents.get(execution.intentId);
    if (wallet === undefined || intent === undefined) return this.check(false, 'rows_belong_together', execution.id);
    const allowed = wallet.status === 'active' && checkPermitted(wallet, intent) === null;
    this.check(allowed, 'policy_in_force_when_armed', execution.id);
    const first = step === execution.steps[0];
    const paused = pausedActions([...pauses], wallet.paused).includes(execution.action);
    this.check(!first || !paused, 'nothing_paused_is_armed', execution.id);
    this.check(this.everConfirmed.has(intent.id), 'confirmed_before_armed', execution.id);
  }

  private checkConfirmed(execution: ExecutionRow): void {
    const { ledger, settings } = this.observed;
    const receipt = ledger.receipts.get(execution.transactionHash ?? '');
    const depth = receipt === undefined ? 0 : ledger.head.number - receipt.blockNumber + 1;
    this.check(receipt?.succeeded === true, 'executed_is_on_chain', `${execution.id} ${execution.transactionHash}`);
    const shallow = `${execution.id} at depth ${depth}`;
    // The receipt was read one block earlier at most.
    this.check(depth + 1 >= settings.confirmations, 'executed_is_confirmed', shallow);
  }

  private checkNothingArmed(execution: ExecutionRow): void {
    const armed = execution.steps.some(({ status }) => status !== 'planned');
    this.check(!armed, 'nothing_armed_is_cancelled', execution.id);
  }

  private check(holds: boolean, invariant: string, detail: string): void {
    if (!holds) this.observed.world.violate(invariant, detail);
  }
}
