import { Inject, Injectable } from '@nestjs/common';
import { type Page, MAX_PAGE_LIMIT, type PageRequest, toPage } from '@app/common';
import { ExecutionEntity, type ExecutionRecord } from '@app/engine';
import { Database, isOneOf, selectColumns, type SqlSession } from '@app/persistence';
import { type ExecutionStepRecord, STEP_COLUMNS } from './execution-step.js';

/** Select list of the columns of `executions AS e` in an `ExecutionRecord`. */
export const EXECUTION_COLUMNS = selectColumns(ExecutionEntity, {
  table: 'e',
  omit: ['seq', 'blockNumber', 'readbackDueAt', 'budgeted'],
});

/** Reason of the failed step of `executions AS e`. */
export const FAILURE_REASON_SQL = `CASE WHEN e.status = 'failed' THEN (SELECT step.failure_reason FROM execution_steps AS step
    WHERE step.execution_id = e.id AND step.failure_reason IS NOT NULL LIMIT 1) END`;

/** Select list of the rest, from `agent_intents AS i` and `chain_markets AS c`. */
export const EXECUTION_CONTEXT = `i.market_id AS "marketId", c.record_id AS "recordId",
    trim_scale(i.amount)::text AS amount, i.outcome`;

const SELECT_EXECUTIONS_SQL = `
  SELECT ${EXECUTION_COLUMNS}, ${EXECUTION_CONTEXT}, ${FAILURE_REASON_SQL} AS "failureReason"
  FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
    LEFT JOIN chain_markets AS c ON c.market_contract_address = e.market_contract_address`;

@Injectable()
export class ExecutionsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Returns the executions that exist, in no particular order. */
  findMany(ids: readonly string[]): Promise<ExecutionRecord[]> {
    return this.sql.query<ExecutionRecord>(`${SELECT_EXECUTIONS_SQL} WHERE ${isOneOf('e.id')}`, [ids]);
  }

  /** An intent's attempts, newest first. They are few: the key on (intent_id, attempt) finds them and a sort orders them. */
  async listByIntent(intentId: string, { limit, after }: PageRequest): Promise<Page<ExecutionRecord>> {
    const rows = await this.sql.query<ExecutionRecord>(
      `${SELECT_EXECUTIONS_SQL} WHERE e.intent_id = $1 AND (e.created_at, e.id) < ($2::timestamptz, $3)
       ORDER BY e.created_at DESC, e.id DESC LIMIT ${MAX_PAGE_LIMIT + 1}`,
      [intentId, after?.at ?? 'infinity', after?.id ?? ''],
    );
    return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  /** Returns the steps of executions: of each the approval, then the action. */
  listSteps(executionIds: readonly string[]): Promise<ExecutionStepRecord[]> {
    return this.sql.query<ExecutionStepRecord>(
      `SELECT ${STEP_COLUMNS} FROM execution_steps WHERE ${isOneOf('execution_id')} ORDER BY execution_id, kind`,
      [executionIds],
    );
  }
}
