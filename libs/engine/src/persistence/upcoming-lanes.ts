import type { SqlSession } from '@app/persistence';
import { LIVE_STATUS_LIST } from '../domain/execution.js';
import type { LaneWakeup } from '../domain/ports/lane-jobs.js';

/** Maximum number of lanes per read. The sweep claims the others when they fall due. */
const MAX_FOUND = 1_000;

/**
 * Finds lanes some time before they fall due. Remembers until when it has looked, so that it finds no lane twice. A lane that
 * a slow commit hides from it is served by the sweep.
 */
export class UpcomingLanes {
  private lookedUntil: Date | null = null;

  async find(sql: SqlSession, withinMs: number): Promise<LaneWakeup[]> {
    const row = await sql.queryOneOrFail<{ until: Date; lanes: LaneWakeup[] }>(
      `SELECT now() + $1 * interval '1 ms' AS until, ARRAY(
         SELECT json_strip_nulls(json_build_object('laneId', id,
           'delayMs', ceil(extract(epoch FROM wake_at - now()) * 1000),
           'action', (SELECT action FROM executions
             WHERE lane_id = lanes.id AND status IN ${LIVE_STATUS_LIST}
             ORDER BY status = 'queued', seq LIMIT 1)))
         FROM lanes WHERE wake_at > greatest(now(), $2) AND wake_at <= now() + $1 * interval '1 ms'
           AND lease_until IS NULL AND wait_block IS NULL AND quarantined_at IS NULL
         ORDER BY wake_at LIMIT $3) AS lanes`,
      [withinMs, this.lookedUntil, MAX_FOUND],
    );
    this.lookedUntil = row.until;
    return row.lanes;
  }
}
