import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { FailpointSetting } from '@app/config';
import type { SqlSession } from '@app/persistence';
import { FAILPOINTS, type Failpoint, Failpoints } from '../domain/ports/failpoints.js';
import { stealLane } from '../persistence/lane-leases.js';

export interface FailpointEffects {
  /** Called before the point fires. */
  report: (record: { event: string; point: number; name: Failpoint; nth: number }) => void;
  /** Ends the process like SIGKILL. */
  kill: () => void;
}

const PROCESS_EFFECTS: FailpointEffects = { report: writeToStderr, kill: killThisProcess };

/** Failpoints of the FAILPOINTS setting, which is empty outside of tests. */
export class ProcessFailpoints extends Failpoints {
  private readonly counts = new Map<Failpoint, number>();

  constructor(
    private readonly settings: readonly FailpointSetting[],
    private readonly sql: SqlSession,
    private readonly effects: FailpointEffects = PROCESS_EFFECTS,
  ) {
    super();
  }

  async reach(point: Failpoint, laneId?: string): Promise<void> {
    if (this.settings.length === 0) return;
    const nth = (this.counts.get(point) ?? 0) + 1;
    this.counts.set(point, nth);
    const setting = this.settings.find((one) => one.point === FAILPOINTS[point] && one.nth === nth);
    if (setting === undefined) return;
    if (setting.afterMs > 0) await delay(setting.afterMs);
    this.effects.report({ event: 'failpoint.reached', point: setting.point, name: point, nth });
    if (point !== 'lease_stolen_in_call') return this.effects.kill();
    if (laneId !== undefined) await stealLane(this.sql, laneId);
  }
}

/** Bypasses the log, which may buffer lines. */
function writeToStderr(record: object): void {
  writeSync(process.stderr.fd, `${JSON.stringify(record)}\n`);
}

function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
  // Blocks the thread until the signal arrives, so that no further instruction runs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
