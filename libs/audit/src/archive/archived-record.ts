import type { ExecutionStatus, IntentPreview } from '@app/engine';
import type { SqlSession } from '@app/persistence';
import { IS_ARCHIVABLE } from './list-archivable.js';

/** An execution as `archived_record` states it. The fields have the names of the columns, as everything in the file has. */
export interface ArchivedExecution {
  readonly id: string;
  readonly lane_id: string;
  readonly ref: string;
  readonly status: ExecutionStatus;
  readonly transaction_hash: string | null;
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

const RECORDS_SQL = `
  SELECT (to_jsonb(i) - 'preview') || jsonb_build_object(
      'amount', trim_scale(i.amount)::text, 'min_multiple', trim_scale(i.min_multiple)::text) AS intent,
    i.preview,
    (SELECT json_agg(archived_record(e) ORDER BY e.attempt)
     FROM executions AS e WHERE e.intent_id = i.id) AS executions
  FROM agent_intents AS i WHERE i.id = ANY ($1) AND ${IS_ARCHIVABLE} ORDER BY i.id`;
