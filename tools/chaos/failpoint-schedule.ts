import { at, parseJson } from '../support/json.js';
import type { Random } from '../support/random.js';

/** Points that the API reaches; the others are the worker's. */
const API_POINTS: ReadonlySet<number> = new Set([1, 2]);
/** Points inside a call: the process dies while the answer is on its way, so a moment later than the send. */
const MID_CALL_POINTS: ReadonlySet<number> = new Set([7, 12]);
const MID_CALL_MAX_MS = 40;
const STOLEN_LEASE = 16;
/** Two points are the API's and fourteen the worker's: it sees as many more executions between its deaths. */
const REACHES_OF_API = 7;

export interface FailpointOrder {
  readonly point: number;
  readonly nth: number;
  readonly afterMs: number;
}

interface ScheduleOptions {
  readonly points: readonly number[];
  readonly seeds: number;
  /** That are under way for each kill: at the latest at the last of them the process dies. */
  readonly executions: number;
  readonly random: Random;
}

export type FailpointHost = 'api' | 'worker';

/** Which process dies at which point next, until every point has been hit once for every seed. */
export class FailpointSchedule {
  readonly fired = new Map<number, number>();
  readonly #pending: Record<FailpointHost, FailpointOrder[]> = { api: [], worker: [] };
  readonly #armed = new Map<string, FailpointOrder[]>();

  constructor({ points, seeds, executions, random }: ScheduleOptions) {
    const makeOrder = (point: number): FailpointOrder => ({
      point,
      nth: random.between(1, API_POINTS.has(point) ? executions * REACHES_OF_API : executions),
      afterMs: MID_CALL_POINTS.has(point) ? random.between(0, MID_CALL_MAX_MS) : 0,
    });
    const orders = points.flatMap((point) => Array.from({ length: seeds }, () => makeOrder(point)));
    for (const order of random.shuffle(orders)) {
      this.#pending[API_POINTS.has(order.point) ? 'api' : 'worker'].push(order);
    }
  }

  get firedCount(): number {
    return [...this.fired.values()].reduce((sum, count) => sum + count, 0);
  }

  get leftCount(): number {
    const armed = [...this.#armed.values()].flat().length;
    return this.#pending.api.length + this.#pending.worker.length + armed;
  }

  /** The value of FAILPOINTS for the next life of a process. What its last life did not reach comes again. */
  arm(name: string, host: FailpointHost): string {
    const pending = this.#pending[host];
    pending.unshift(...(this.#armed.get(name) ?? []));
    const orders = pending.splice(0, pending[0]?.point === STOLEN_LEASE ? 2 : 1);
    this.#armed.set(name, orders);
    return orders.map(({ point, nth, afterMs }) => `${point}@${nth}+${afterMs}`).join(',');
  }

  /** Every point of this process is behind it, so it can only go on after a restart. */
  isSpent(name: string): boolean {
    return (this.#armed.get(name) ?? []).length === 0 && this.#pending.worker.length > 0;
  }

  /** Reads from a line of a process's log that it has come to its point. */
  notice(name: string, line: string): void {
    if (!line.includes('failpoint.reached')) return;
    const point = at(parseJson(line), 'point');
    const armed = this.#armed.get(name) ?? [];
    const index = armed.findIndex((order) => order.point === point);
    if (typeof point !== 'number' || index < 0) return;
    this.#armed.set(name, armed.toSpliced(index, 1));
    this.fired.set(point, (this.fired.get(point) ?? 0) + 1);
  }
}
