import { PROBE_ROUTES } from '../health/probe-routes.js';
import type { BacklogMonitor } from './backlog-monitor.js';
import type { EventLoopMonitor } from './event-loop-monitor.js';
import type { PoolAdmission } from './pool-admission.js';

/** Overloaded part: this process, its database or the workers. */
export type ShedReason = 'event_loop' | 'database' | 'lanes';

export interface AdmissionPolicyOptions {
  loop: Pick<EventLoopMonitor, 'turnMs' | 'delayMs'>;
  backlog: Pick<BacklogMonitor, 'ageMs'>;
  pool: Pick<PoolAdmission, 'isFull'>;
  /** Age in ms of the oldest waiting execution above which `execute` is refused. */
  maxBacklogAgeMs: number;
}

/** Event-loop delay in ms above which shedding starts. */
const SHED_ABOVE_DELAY_MS = 250;
/** Event-loop delay in ms at or below which shedding stops. */
const SHED_UNTIL_DELAY_MS = 8;
/** Time in ms for which one event-loop turn admits requests while shedding. A health probe waits little longer. */
const MAX_TURN_MS = 12;
const EXECUTE_ROUTE = '/agent/intents/:intent_id/execute';

/** Decides whether a request is admitted, before any work is done for it. */
export class AdmissionPolicy {
  private loopIsOverloaded = false;

  constructor(private readonly options: AdmissionPolicyOptions) {}

  /**
   * Call exactly once per request: turns and bursts are counted by these calls.
   * @param route pattern of the route, undefined for an unknown path
   * @returns null to admit the request
   */
  reasonToShed(method: string, route: string | undefined): ShedReason | null {
    const { loop, backlog, pool, maxBacklogAgeMs } = this.options;
    if (route !== undefined && PROBE_ROUTES.has(route)) return null;
    if (pool.isFull()) return 'database';
    const turnMs = loop.turnMs();
    this.loopIsOverloaded = loop.delayMs() > (this.loopIsOverloaded ? SHED_UNTIL_DELAY_MS : SHED_ABOVE_DELAY_MS);
    if (this.loopIsOverloaded && turnMs > MAX_TURN_MS) return 'event_loop';
    if (method === 'POST' && route === EXECUTE_ROUTE && backlog.ageMs() > maxBacklogAgeMs) return 'lanes';
    return null;
  }
}
