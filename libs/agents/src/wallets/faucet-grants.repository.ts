import { Inject, Injectable } from '@nestjs/common';
import { Database, type SqlSession } from '@app/persistence';

@Injectable()
export class FaucetGrantsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /**
   * Takes one grant for all subjects together, in a transaction. Of simultaneous callers one succeeds per cooldown.
   *
   * @returns 0, or the seconds that a subject still cools down, when nothing was taken
   */
  async take(subjects: readonly string[], cooldownS: number): Promise<number> {
    // One lock order, so that agents that share an address cannot deadlock.
    const ordered = [...subjects].sort();
    await this.sql.query(
      `INSERT INTO faucet_grants (subject, granted_at) SELECT subject, '-infinity' FROM unnest($1::text[]) AS subject
       ON CONFLICT DO NOTHING`,
      [ordered],
    );
    const waits = await this.sql.query<{ waitS: number }>(
      `SELECT greatest(0, ceil(extract(epoch FROM granted_at) + $2 - extract(epoch FROM clock_timestamp())))::float8
         AS "waitS"
       FROM faucet_grants WHERE subject = ANY ($1::text[]) ORDER BY subject FOR UPDATE`,
      [ordered, cooldownS],
    );
    const waitS = Math.max(0, ...waits.map((row) => row.waitS));
    if (waitS === 0) await this.setGrantedAt(ordered, 'clock_timestamp()');
    return waitS;
  }

  /** Returns an unused grant. Keeps the rows: other callers may wait for their locks. */
  async release(subjects: readonly string[]): Promise<void> {
    await this.setGrantedAt(subjects, `'-infinity'`);
  }

  private async setGrantedAt(subjects: readonly string[], expression: string): Promise<void> {
    await this.sql.query(`UPDATE faucet_grants SET granted_at = ${expression} WHERE subject = ANY ($1::text[])`, [
      subjects,
    ]);
  }
}
