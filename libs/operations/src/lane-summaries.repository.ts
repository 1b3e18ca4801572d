import { Inject, Injectable } from '@nestjs/common';
import { MAX_PAGE_LIMIT, type Page, type PageRequest, toPage } from '@app/common';
import { type ExecutionStatus, LIVE_STATUS_LIST, SEAL_VIOLATED, WAITING_REASONS } from '@app/engine';
import { Database, type SqlSession } from '@app/persistence';
import { isOverdue } from './backlog.js';

export const LANE_STATES = ['due', 'leased', 'waiting', 'quarantined'] as const;

/** `seal_violated`: workers refuse to send the head, because it differs from what a worker armed. */
export const LANE_WAITS = [...WAITING_REASONS, 'seal_violated'] as const;
type LaneWait = (typeof LANE_WAITS)[number];

/** A type and not an interface, so that it can be the row of a query. */
export type LaneSummary = {
  agentId: string;
  state: (typeof LANE_STATES)[number];
  /** Unfinished executions, counted up to 1,000. */
  unfinished: number;
  /** Execution that a worker serves next, or serves now; null when the last one has just ended. */
  head: string | null;
  status: ExecutionStatus | null;
  waitingFor: LaneWait | null;
  acceptedAt: Date | null;
  /** When a worker serves the lane next; while it is leased, when the lease ends. Null for a quarantined lane. */
  wakeAt: Date | null;
  /** Whether it has been due for more than 30 s without a worker that holds it. */
  isOverdue: boolean;
  quarantinedAt: Date | null;
  failures: number;
};

/** A row with its place in the list: microseconds since 1970, and the id of the lane. */
type PlacedLane = LaneSummary & { micros: string; id: string };

const MAX_COUNTED = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const POSITION = /^(-?\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whether a page of lanes can begin after the key. */
export function isLanePosition(id: string): boolean {
  return POSITION.test(id);
}

@Injectable()
export class LaneSummariesRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Returns lanes that are due, waiting, leased or quarantined, the longest due first. */
  async list({ limit, after }: PageRequest): Promise<Page<LaneSummary>> {
    const [, micros = null, id = FIRST_ID] = POSITION.exec(after?.id ?? '') ?? [];
    const rows = await this.sql.query<PlacedLane>(buildStatement(Math.max(limit, MAX_PAGE_LIMIT) + 1), [micros, id]);
    return toPage(rows, limit, (lane) => ({ at: new Date(0), id: `${lane.micros}_${lane.id}` }));
  }
}

/** Times have microseconds, which a Date lacks, so the position counts them. */
const AFTER_SQL = `(coalesce('epoch'::timestamptz + $1::bigint * interval '1 microsecond', '-infinity'), $2::uuid)`;

/** Lanes come from the indexes on their due times. Each costs a short read of its executions. */
function buildStatement(rows: number): string {
  return `
  WITH lane AS MATERIALIZED (
    (SELECT id, wake_at AS at, wake_at, lease_until, quarantined_at, failures FROM lanes
     WHERE wake_at IS NOT NULL AND quarantined_at IS NULL AND (wake_at, id) > ${AFTER_SQL}
     ORDER BY wake_at, id LIMIT ${rows})
    UNION ALL
    (SELECT id, quarantined_at, wake_at, lease_until, quarantined_at, failures FROM lanes
     WHERE quarantined_at IS NOT NULL AND (quarantined_at, id) > ${AFTER_SQL}
     ORDER BY quarantined_at, id LIMIT ${rows})
    ORDER BY at, id LIMIT ${rows})
  SELECT w.agent_id AS "agentId", head.id AS head, head.status,
    CASE WHEN (SELECT bool_or(s.provider_state = '${SEAL_VIOLATED}') FROM execution_steps AS s
      WHERE s.execution_id = head.id) THEN 'seal_violated' ELSE head.waiting_for END AS "waitingFor",
    ${isOverdue('lane')} AS "isOverdue",
    head.created_at AS "acceptedAt", lane.wake_at AS "wakeAt", lane.quarantined_at AS "quarantinedAt", lane.failures,
    CASE WHEN lane.quarantined_at IS NOT NULL THEN 'quarantined' WHEN lane.lease_until > now() THEN 'leased'
      WHEN lane.wake_at <= now() THEN 'due' ELSE 'waiting' END AS state,
    (SELECT count(*)::int FROM (SELECT FROM executions AS e WHERE e.lane_id = lane.id
      AND e.status IN ${LIVE_STATUS_LIST} LIMIT ${MAX_COUNTED}) AS live) AS unfinished,
    (extract(epoch FROM lane.at) * 1000000)::bigint AS micros, lane.id
  FROM lane JOIN agent_wallets AS w ON w.id = lane.id
    LEFT JOIN LATERAL (
      (SELECT 1 AS turn, e.id, e.status, e.waiting_for, e.created_at FROM executions AS e
       WHERE e.lane_id = lane.id AND e.status IN ('submitting', 'broadcast', 'unknown') ORDER BY e.seq LIMIT 1)
      UNION ALL
      (SELECT 2, e.id, e.status, e.waiting_for, e.created_at FROM executions AS e
       WHERE e.lane_id = lane.id AND e.status = 'queued' ORDER BY e.seq LIMIT 1)
      ORDER BY turn LIMIT 1) AS head ON true
  ORDER BY lane.at, lane.id`;
}
