import { readSigned } from '@app/chain';
import type { Ledger } from '../chain/ledger.js';
import { type ExecutionRow, isLive, type StepRow, type Tables } from '../memory/rows.js';
import { type Coverage, type Disturbance, disturbanceName, inFlightName } from '../world/coverage.js';
import type { World } from '../world/world.js';

const SENT: ReadonlySet<string> = new Set(['sent', 'mined', 'done']);
const LIVE_BODY: ReadonlySet<string> = new Set(['armed', 'unknown', 'sent', 'mined']);

interface OrderDependencies {
  world: World;
  tables: Tables;
  ledger: Ledger;
  coverage: Coverage;
  depth: number;
}

/**
 * Checks that executions of a lane are first armed in the order of acceptance, at most `depth` at once, each behind ones that
 * are sent, and no two with one nonce. Only a paused one is overtaken.
 */
export class LaneOrder {
  private readonly firstArmed = new Set<string>();
  /** Bodies that the custody is known to have, which may not be recorded yet, by the ids that it answered. */
  private readonly takenBodies = new Map<string, string>();
  private readonly overtaken = new Set<string>();

  constructor(private readonly observed: OrderDependencies) {
    observed.ledger.onDisturbed((what, hashes) => this.disturbed(what, hashes));
  }

  taken(body: string, transactionId: string): void {
    this.takenBodies.set(transactionId, body);
  }

  armed(execution: ExecutionRow, step: StepRow): void {
    const { depth, coverage } = this.observed;
    const others = this.listOthers(execution);
    const inFlight = others.filter(({ status }) => status !== 'queued');
    this.check(inFlight.length < depth, 'at_most_the_depth_in_flight', `${execution.id} beside ${inFlight.length}`);
    for (const other of others) {
      if (other.seq < execution.seq) this.checkEarlier(execution, other);
      else this.checkLater(execution, other);
    }
    this.checkNonce(others, { execution, step });
    this.firstArmed.add(execution.id);
    coverage.hit(inFlightName(depth, inFlight.length + 1));
  }

  /** Counts what happens to an execution while later ones of its lane are in flight. */
  disturbed(what: Disturbance, hashes: readonly string[]): void {
    const { tables, coverage, depth } = this.observed;
    for (const execution of tables.executions.values()) {
      if (!execution.steps.some((step) => step.hashes.some((hash) => hashes.includes(hash)))) continue;
      const isMiddle = this.listOthers(execution).some(({ seq, status }) => seq > execution.seq && status !== 'queued');
      if (isMiddle) coverage.hit(disturbanceName(depth, what));
    }
  }

  failed({ steps }: ExecutionRow): void {
    this.disturbed(
      'failed',
      steps.flatMap(({ hashes }) => hashes),
    );
  }

  /** A step follows only its own transaction. */
  moved({ body, status, providerTransactionId }: StepRow): void {
    const taken = this.takenBodies.get(providerTransactionId ?? '') ?? body;
    // A renewed body keeps its nonce.
    const isOwn = taken === body || (nonceOf(taken) !== null && nonceOf(taken) === nonceOf(body));
    if (status === 'sent') this.check(isOwn, 'a_send_is_recorded_as_its_own', providerTransactionId ?? '');
  }

  private checkEarlier({ id }: ExecutionRow, earlier: ExecutionRow): void {
    const wasOvertaken = this.firstArmed.has(id) && this.overtaken.has(earlier.id);
    if (earlier.status === 'queued' && (earlier.waitingFor === 'paused' || wasOvertaken)) {
      return void this.overtaken.add(earlier.id);
    }
    const unsent = earlier.steps.find(({ status, body }) => {
      return !SENT.has(status) && (status !== 'armed' || ![...this.takenBodies.values()].includes(body ?? ''));
    });
    this.check(unsent === undefined, 'armed_behind_sent_ones', `${id} behind ${earlier.id}: ${unsent?.status}`);
  }

  private checkLater({ id }: ExecutionRow, later: ExecutionRow): void {
    const wasFirst = this.firstArmed.has(id) || this.overtaken.has(id) || later.status === 'queued';
    this.check(wasFirst, 'order_of_the_lane', `${id} after ${later.id}`);
  }

  private checkNonce(
    others: readonly ExecutionRow[],
    { execution, step }: { execution: ExecutionRow; step: StepRow },
  ): void {
    const nonce = nonceOf(step.body);
    if (nonce === null) return;
    const own = execution.steps.filter((one) => one !== step);
    const taken = [...own, ...others.flatMap(({ steps }) => steps)].find(
      (one) => LIVE_BODY.has(one.status) && nonceOf(one.body) === nonce,
    );
    this.check(taken === undefined, 'one_live_body_of_a_nonce', `${execution.id} ${step.kind} at ${nonce}`);
  }

  private listOthers(execution: ExecutionRow): ExecutionRow[] {
    const all = [...this.observed.tables.executions.values()];
    return all.filter((one) => one !== execution && one.laneId === execution.laneId && isLive(one));
  }

  private check(holds: boolean, invariant: string, detail: string): void {
    if (!holds) this.observed.world.violate(invariant, detail);
  }
}

/** Whether a step of the execution may be in a pool or is in a block. */
export function hasLiveBody({ steps }: ExecutionRow): boolean {
  return steps.some(({ status }) => LIVE_BODY.has(status));
}

/** Nonce of the step's body; null for a body that the provider signs. */
function nonceOf(body: string | null): number | null {
  return body?.startsWith('0x') === true ? readSigned(body).nonce : null;
}
