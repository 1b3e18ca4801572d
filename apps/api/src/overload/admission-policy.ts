import type { PoolAdmission } from './pool-admission.js';
import type { BacklogMonitor } from './backlog-monitor.js';
import type { EventLoopMonitor } from './event-loop-monitor.js';

/** What is behind: the process itself, the database that it waits for, or the workers. */
export type ShedReason = 'event_loop' | 'database' | 'lanes';

export interface LoadLimitsOptions {
  loop: Pick<EventLoopMonitor, 'turnMs' | 'delayMs'>;
  lanes: Pick<BacklogMonitor, 'behindMs'>;
  database: Pick<PoolAdmission, 'isFull'>;
  lanesBehindMs: number;
}

/** A loop that is late by so much on average has more to do than it can; it is over when it is late by so little. */
const BUSY_FROM_MS = 250;
const BUSY_UNTIL_MS = 8;
/** While it is, requests are taken for so long in one turn; a health check that came with them waits little longer. */
const TURN_MS = 12;
/** Answered whatever the load, and cheaply. */
const ALWAYS_SERVED = /^\/(?:health|readyz)(?:\?|$)/;
const EXECUTE = /\/execute(?:\?|$)/;

/** Decides, before anything is done for a request, whether there is room for it. */
export class AdmissionPolicy {
  private busy = false;

  constructor(private readonly options: LoadLimitsOptions) {}

  reasonToShed(method: string, url: string): ShedReason | null {
    const { loop, lanes, database, lanesBehindMs } = this.options;
    if (ALWAYS_SERVED.test(url)) return null;
    if (database.isFull()) return 'database';
    const turnMs = loop.turnMs();
    this.busy = loop.delayMs() > (this.busy ? BUSY_UNTIL_MS : BUSY_FROM_MS);
    if (this.busy && turnMs > TURN_MS) return 'event_loop';
    if (method === 'POST' && EXECUTE.test(url) && lanes.behindMs() > lanesBehindMs) return 'lanes';
    return null;
  }
}
