import { Inject, Injectable } from '@nestjs/common';
import { type Page, MAX_PAGE_LIMIT, type PageRequest, toPage } from '@app/common';
import { columnsOf, Database, type Sql } from '@app/persistence';
import { ExecutionEntity, type ExecutionRecord } from './execution.entity.js';

/** Select list of an `ExecutionRecord` from `executions`. */
export const EXECUTION_COLUMNS = columnsOf(ExecutionEntity, {
  table: 'executions',
  omit: ['seq', 'readbackDueAt', 'traceParent'],
});

@Injectable()
export class ExecutionsRepository {
  constructor(@Inject(Database) private readonly sql: Sql) {}

  /** Returns the executions that exist, in no particular order. */
  findMany(ids: readonly string[]): Promise<ExecutionRecord[]> {
    return this.sql.query<ExecutionRecord>(`SELECT ${EXECUTION_COLUMNS} FROM executions WHERE id = ANY ($1::text[])`, [
      ids,
    ]);
  }

  /** An intent's attempts, newest first. They are few: the key on (intent_id, attempt) finds them and a sort orders them. */
  async listByIntent(intentId: string, { limit, after }: PageRequest): Promise<Page<ExecutionRecord>> {
    const rows = await this.sql.query<ExecutionRecord>(
      `SELECT ${EXECUTION_COLUMNS} FROM executions
       WHERE intent_id = $1 AND (created_at, id) < ($2::timestamptz, $3)
       ORDER BY created_at DESC, id DESC LIMIT ${MAX_PAGE_LIMIT + 1}`,
      [intentId, after?.at ?? 'infinity', after?.id ?? ''],
    );
    return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }
}
