import { type SqlParameter, SqlSession } from '@app/persistence';

/** Collects the plan of every statement and returns no rows. */
export class PlanReader extends SqlSession {
  readonly plans: string[] = [];

  constructor(private readonly sql: SqlSession) {
    super(sql.manager);
  }

  async query<Row>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const rows = await this.sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, parameters);
    this.plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return [];
  }
}
