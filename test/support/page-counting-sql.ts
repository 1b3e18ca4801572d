import type { QueryResultRow } from 'pg';
import { type SqlParameter, SqlSession } from '@app/persistence';

type Explained = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] };

/** Explains each statement before it runs, and counts the pages that it reads. */
class PageCountingSql extends SqlSession {
  pages = 0;

  constructor(private readonly sql: SqlSession) {
    super(sql.manager);
  }

  async query<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const [row] = await this.sql.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters);
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    this.pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    return this.sql.query<Row>(text, parameters);
  }
}

/** Pages that the statements of `work` read, as their plans report them. Each is executed twice. */
export async function pagesRead(sql: SqlSession, work: (sql: SqlSession) => Promise<unknown>): Promise<number> {
  const counting = new PageCountingSql(sql);
  await work(counting);
  return counting.pages;
}
