import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@app/persistence';
import { FAILPOINTS, type Failpoint, Failpoints, NO_FAILPOINTS } from '../domain/ports/failpoints.js';
import { stealLane } from '../persistence/lane-leases.js';

/** "Strike when this point is reached for the nth time, so many milliseconds later." */
export interface FailpointOrder {
  /** By its number in the crash matrix. */
  point: number;
  /** From 1. */
  nth: number;
  afterMs: number;
}

export interface FailpointParts {
  orders: readonly FailpointOrder[];
  sql: Sql;
  /** Says where it is going to strike, before it does. */
  tell: (record: { event: string; point: number; name: Failpoint; nth: number }) => void;
  /** Ends this process at once, as SIGKILL does. */
  die: () => void;
}

/** What the setting FAILPOINTS asks for; nothing at all when it is empty, as it always is outside tests. */
export function failpointsOf(parts: Pick<FailpointParts, 'orders' | 'sql'>): Failpoints {
  return parts.orders.length === 0
    ? NO_FAILPOINTS
    : new ProcessFailpoints({ ...parts, tell: tellAtOnce, die: killThisProcess });
}

/** Kills its process, or takes its lane's lease away, when an ordered point is reached. */
export class ProcessFailpoints extends Failpoints {
  private readonly timesReached = new Map<Failpoint, number>();

  constructor(private readonly parts: FailpointParts) {
    super();
  }

  async reach(point: Failpoint, laneId?: string): Promise<void> {
    const nth = (this.timesReached.get(point) ?? 0) + 1;
    this.timesReached.set(point, nth);
    const order = this.parts.orders.find((one) => one.point === FAILPOINTS[point] && one.nth === nth);
    if (order === undefined) return;
    if (order.afterMs > 0) await delay(order.afterMs);
    this.parts.tell({ event: 'failpoint.reached', point: order.point, name: point, nth });
    if (point !== 'lease_stolen_in_call') return this.parts.die();
    if (laneId !== undefined) await stealLane(this.parts.sql, laneId);
  }
}

/** Past the log, whose lines may be waiting to be written together. */
function tellAtOnce(record: object): void {
  writeSync(process.stderr.fd, `${JSON.stringify(record)}\n`);
}

function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
  // Not one more instruction: the signal may take a moment to arrive.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
