import { PROBE_ROUTES } from '../health/probe-routes.js';
import type { BacklogMonitor } from './backlog-monitor.js';
import type { EventLoopMonitor } from './event-loop-monitor.js';
import type { PoolAdmission } from './pool-admission.js';

/** Overloaded part: this process, its database, the workers or the wallet provider's rate limit. */
export type ShedReason = 'event_loop' | 'database' | 'lanes' | 'provider';

export interface AdmissionPolicyOptions {
  loop: Pick<EventLoopMonitor, 'turnMs' | 'delayMs'>;
  backlog: Pick<BacklogMonitor, 'ageMs' | 'providerDelayMs'>;
  pool: Pick<PoolAdmission, 'isFull'>;
  /** Age in ms of waiting executions, and delay in ms at the provider, above which `execute` is refused. */
  maxBacklogMs: number;
}

/** Event-loop delay in ms above which shedding starts. */
const SHED_ABOVE_DELAY_MS = 250;
/** Event-loop delay in ms at or below which shedding stops. */
const SHED_UNTIL_DELAY_MS = 8;
/** Time in ms for which one event-loop turn admits requests while shedding. A health probe waits little longer. */
const MAX_TURN_MS = 12;
const RETRY_AFTER_S: Readonly<Record<Exclude<ShedReason, 'provider'>, number>> = {
  event_loop: 1,
  database: 1,
  lanes: 5,
};
/** Routes that accept executions. */
const EXECUTE_ROUTES: readonly (string | undefined)[] = ['/agent/intents/:intent_id/execute', '/agent/actions'];

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
    const { loop, pool } = this.options;
    if (route !== undefined && PROBE_ROUTES.has(route)) return null;
    if (pool.isFull()) return 'database';
    const turnMs = loop.turnMs();
    this.loopIsOverloaded = loop.delayMs() > (this.loopIsOverloaded ? SHED_UNTIL_DELAY_MS : SHED_ABOVE_DELAY_MS);
    if (this.loopIsOverloaded && turnMs > MAX_TURN_MS) return 'event_loop';
    return method === 'POST' && EXECUTE_ROUTES.includes(route) ? this.reasonToShedExecute(null) : null;
  }

  /**
   * @param accountId null before the account is known, for what holds for every account
   * @returns null to admit an execution
   */
  reasonToShedExecute(accountId: string | null): 'lanes' | 'provider' | null {
    const { backlog, maxBacklogMs } = this.options;
    if (backlog.ageMs(accountId) > maxBacklogMs) return 'lanes';
    return backlog.providerDelayMs(accountId) > maxBacklogMs ? 'provider' : null;
  }

  /** Time in seconds after which a refused client may try again. */
  retryAfterS(reason: ShedReason, accountId: string | null = null): number {
    const { backlog, maxBacklogMs } = this.options;
    if (reason !== 'provider') return RETRY_AFTER_S[reason];
    return Math.max(RETRY_AFTER_S.lanes, Math.ceil((backlog.providerDelayMs(accountId) - maxBacklogMs) / 1000));
  }
}
