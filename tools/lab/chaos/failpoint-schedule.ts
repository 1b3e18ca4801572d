import type { FailpointSetting } from '@app/config';
import { at, parseJson } from '../../support/json.js';
import type { Random } from '../../support/random.js';

/** Failpoints in the API. The others are in the worker. */
const API_POINTS: ReadonlySet<number> = new Set([1, 2]);
/** Failpoints inside a call, and the milliseconds after the send within which the process dies: the answer is pending. */
const MID_CALL_MAX_MS: ReadonlyMap<number, number> = new Map([
  [5, 4],
  [7, 40],
  [12, 40],
]);
const STOLEN_LEASE = 16;
/** The API has 2 failpoints and the worker 14, so the API passes 7 times as many executions between its deaths. */
const API_REACH_FACTOR = 7;

interface ScheduleOptions {
  readonly points: readonly number[];
  readonly seeds: number;
  /** Executions in progress per kill. The process dies at the last of them at the latest. */
  readonly executions: number;
  readonly random: Random;
}

export type FailpointHost = 'api' | 'worker';

/** Schedules which process dies at which failpoint, until every failpoint fired `seeds` times. */
export class FailpointSchedule {
  readonly fired = new Map<number, number>();
  private readonly pending: Record<FailpointHost, FailpointSetting[]> = { api: [], worker: [] };
  private readonly armed = new Map<string, FailpointSetting[]>();

  constructor({ points, seeds, executions, random }: ScheduleOptions) {
    const makeSetting = (point: number): FailpointSetting => ({
      point,
      nth: random.between(1, API_POINTS.has(point) ? executions * API_REACH_FACTOR : executions),
      afterMs: random.between(0, MID_CALL_MAX_MS.get(point) ?? 0),
    });
    const settings = points.flatMap((point) => Array.from({ length: seeds }, () => makeSetting(point)));
    for (const setting of random.shuffle(settings)) {
      this.pending[API_POINTS.has(setting.point) ? 'api' : 'worker'].push(setting);
    }
  }

  get firedCount(): number {
    return [...this.fired.values()].reduce((sum, count) => sum + count, 0);
  }

  get leftCount(): number {
    const armed = [...this.armed.values()].flat().length;
    return this.pending.api.length + this.pending.worker.length + armed;
  }

  /** Returns FAILPOINTS for the next start of a process. Failpoints not reached before its death are armed again. */
  arm(name: string, host: FailpointHost): string {
    const pending = this.pending[host];
    pending.unshift(...(this.armed.get(name) ?? []));
    const settings = pending.splice(0, pending[0]?.point === STOLEN_LEASE ? 2 : 1);
    this.armed.set(name, settings);
    return settings.map(({ point, nth, afterMs }) => `${point}@${nth}+${afterMs}`).join(',');
  }

  /** Whether all armed failpoints of the process have fired, so it needs a restart to arm the next. */
  isSpent(name: string): boolean {
    return (this.armed.get(name) ?? []).length === 0 && this.pending.worker.length > 0;
  }

  /** Records a reached failpoint from a line of the process's log. */
  readLine(name: string, line: string): void {
    if (!line.includes('failpoint.reached')) return;
    const point = at(parseJson(line), 'point');
    const armed = this.armed.get(name) ?? [];
    const index = armed.findIndex((one) => one.point === point);
    if (typeof point !== 'number' || index < 0) return;
    this.armed.set(name, armed.toSpliced(index, 1));
    this.fired.set(point, (this.fired.get(point) ?? 0) + 1);
  }
}
