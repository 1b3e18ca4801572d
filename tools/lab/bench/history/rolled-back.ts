import type { Database, SqlSession } from '@app/persistence';

const ROLL_BACK = new Error('rolled back, so that the work can be repeated');

/** Runs work in a transaction that is rolled back. Deferred triggers run before, as a commit would run them. */
export async function rolledBack(database: Database, work: (tx: SqlSession) => Promise<unknown>): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      await work(tx);
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
      throw ROLL_BACK;
    });
  } catch (error) {
    if (error !== ROLL_BACK) throw error;
  }
}
