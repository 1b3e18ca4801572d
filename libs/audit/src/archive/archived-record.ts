import type { ExecutionStatus, IntentPreview } from '@app/engine';
import type { SqlSession } from '@app/persistence';
import { IS_ARCHIVABLE } from './list-archivable.js';

/** An event as its row stores it. The fields have the names of the columns, as everything in the file has. */
export interface ArchivedEvent {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: string;
  readonly hash: string;
}

export interface ArchivedExecution {
  readonly id: string;
  readonly lane_id: string;
  readonly ref: string;
  readonly status: ExecutionStatus;
  readonly transaction_hash: string | null;
  readonly events: readonly ArchivedEvent[];
}

/** A line of an archive's file: an intent with its executions, whose steps have their transaction hashes. */
export type ArchivedRecord = {
  readonly intent: { readonly id: string };
  readonly preview: IntentPreview | null;
  readonly executions: readonly ArchivedExecution[];
};

/** Reads all rows of those intents that can still be archived. Amounts are decimal strings. */
export function readRecords(
  sql: SqlSession,
  intentIds: readonly string[],
  endedBefore: Date,
): Promise<ArchivedRecord[]> {
  return sql.query<ArchivedRecord>(RECORDS_SQL, [intentIds, endedBefore]);
}

const HASHES_SQL = `(SELECT json_agg(to_jsonb(h) - ARRAY['execution_id', 'kind'] ORDER BY h.seen_at, h.transaction_hash)
  FROM execution_transaction_hashes AS h WHERE h.execution_id = s.execution_id AND h.kind = s.kind)`;
const STEPS_SQL = `(SELECT json_agg((to_jsonb(s) - 'execution_id') || jsonb_build_object('transaction_hashes', ${HASHES_SQL})
  ORDER BY s.kind) FROM execution_steps AS s WHERE s.execution_id = e.id)`;
const EVENTS_SQL = `(SELECT json_agg(to_jsonb(v) - 'execution_id' ORDER BY v.seq)
  FROM execution_events AS v WHERE v.execution_id = e.id)`;

const RECORDS_SQL = `
  SELECT (to_jsonb(i) - 'preview') || jsonb_build_object(
      'amount', trim_scale(i.amount)::text, 'min_multiple', trim_scale(i.min_multiple)::text) AS intent,
    i.preview,
    (SELECT json_agg(to_jsonb(e) || jsonb_build_object('steps', ${STEPS_SQL}, 'events', ${EVENTS_SQL}) ORDER BY e.attempt)
     FROM executions AS e WHERE e.intent_id = i.id) AS executions
  FROM agent_intents AS i WHERE i.id = ANY ($1) AND ${IS_ARCHIVABLE} ORDER BY i.id`;
