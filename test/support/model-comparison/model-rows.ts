import { IntentsRepository } from '@app/intents';
import type { Database } from '@app/persistence';
import type { Tables } from '../../../tools/lab/simulation/memory/rows.js';

/** Ids of the rows to read on one side, executions in the order of acceptance. */
interface Subjects {
  readonly laneId: string;
  readonly intentIds: readonly string[];
  readonly executionIds: readonly string[];
}

/** Reads the database rows that decisions depend on, in the shape of `modelRows`. */
export async function realRows(database: Database, { laneId, intentIds, executionIds }: Subjects): Promise<unknown> {
  const lane = await database.queryOne(
    `SELECT version::int, seen_version::int, fence::int, lease_until > now() AS held, wake_at <= now() + interval '1 s' AS due
     FROM lanes WHERE id = $1`,
    [laneId],
  );
  const executions = await Promise.all(executionIds.map((id) => realExecution(database, id)));
  const intents = await Promise.all(intentIds.map((id) => new IntentsRepository(database).find(id)));
  return {
    lane,
    executions,
    intents: intents.map((intent) => ({
      status: intent?.status,
      current: executionIds.findIndex((id) => id === intent?.currentExecutionId),
      executionsCount: intent?.executionsCount,
    })),
  };
}

async function realExecution(database: Database, id: string): Promise<unknown> {
  const found = await database.queryOne<{ row: unknown }>(
    `SELECT json_build_object('status', status, 'waiting_for', waiting_for, 'retry_safe', retry_safe,
       'failed', error_message IS NOT NULL, 'completed', completed_at IS NOT NULL,
       'broadcastPerformed', broadcast_performed, 'transactionHash', transaction_hash,
       'approveTransactionHash', approve_transaction_hash, 'tries', tries,
       'steps', (SELECT json_agg(json_build_object('kind', kind, 'status', s.status, 'key', idempotency_key,
           'body', body, 'attempts', send_attempts, 'transaction', provider_transaction_id, 'state', provider_state,
           'hash', s.transaction_hash, 'block', block_number, 'fence', armed_fence::text,
           'accelerations', accelerations,
           'hashes', coalesce((SELECT json_agg(h.transaction_hash ORDER BY h.transaction_hash)
             FROM execution_transaction_hashes AS h WHERE h.execution_id = e.id AND h.kind = s.kind), '[]'))
         ORDER BY kind) FROM execution_steps AS s WHERE execution_id = e.id)) AS row
     FROM executions AS e WHERE id = $1`,
    [id],
  );
  return found?.row;
}

/** Reads the same rows from the in-memory model. */
export function modelRows(tables: Tables, { laneId, intentIds, executionIds }: Subjects, nowMs: number): unknown {
  const lane = tables.lanes.get(laneId);
  return {
    lane: lane
      ? {
          version: lane.version,
          seen_version: lane.seenVersion,
          fence: lane.fence,
          held: lane.leaseUntilMs === null ? null : lane.leaseUntilMs > nowMs,
          due: lane.wakeAtMs === null ? null : lane.wakeAtMs <= nowMs,
        }
      : null,
    executions: executionIds.map((id) => modelExecution(tables, id)),
    intents: intentIds.map((id) => {
      const { status, currentExecutionId, executionsCount } = existing(tables.intents.get(id));
      return { status, current: executionIds.findIndex((one) => one === currentExecutionId), executionsCount };
    }),
  };
}

function modelExecution(tables: Tables, id: string): unknown {
  const one = existing(tables.executions.get(id));
  const { status, broadcastPerformed, transactionHash, approveTransactionHash, tries, steps } = one;
  return {
    status,
    waiting_for: one.waitingFor,
    retry_safe: one.retrySafe,
    failed: one.failure !== null,
    completed: one.completedAtMs !== null,
    broadcastPerformed,
    transactionHash,
    approveTransactionHash,
    tries,
    steps: steps.map((step) => ({
      kind: step.kind,
      status: step.status,
      key: step.idempotencyKey,
      body: step.body,
      attempts: step.sendAttempts,
      transaction: step.providerTransactionId,
      state: step.providerState,
      hash: step.transactionHash,
      block: step.blockNumber,
      fence: step.armedFence,
      accelerations: step.accelerations,
      hashes: [...step.hashes].sort(),
    })),
  };
}

/** @throws Error when the model has no such row */
export function existing<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('the model lacks a row');
  return row;
}
