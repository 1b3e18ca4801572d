import { randomBytes, randomUUID } from 'node:crypto';
import type { Secret } from '@app/common';
import pg from 'pg';
import { inParallel } from '../../../support/in-parallel.js';
import { secondsOf } from '../support/measure.js';

const CALLERS = 16;
const LANES = 200;
const POOL_MAX = 8;

const SCHEMA = `
  CREATE TABLE limit_executions (
    id text PRIMARY KEY, intent_id text NOT NULL UNIQUE, status text NOT NULL, idempotency_key uuid,
    transaction_hash text, created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX limit_executions_queue_idx ON limit_executions (created_at) WHERE status = 'queued'`;
const ACCEPT = `INSERT INTO limit_executions (id, intent_id, status) VALUES ($1, $2, 'queued')`;
const SEED = `INSERT INTO limit_executions (id, intent_id, status) SELECT n, n, 'queued' FROM generate_series(1, $1::int) AS n`;
const ARM = `UPDATE limit_executions SET status = 'armed', idempotency_key = $2 WHERE id = $1 AND status = 'queued'`;
const SENT = `UPDATE limit_executions SET status = 'sent', transaction_hash = $2 WHERE id = $1 AND status = 'armed'`;
const DONE = `UPDATE limit_executions SET status = 'executed' WHERE id = $1 AND status = 'sent'`;

/**
 * The limit of the engine: the least that pg can do for the same executions on a provider and a chain that answer at once.
 * One statement and one commit per state that a crash may not forget: accepted, armed, sent, executed. It is written by hand
 * and does not change with the product.
 */
export class EngineLimit {
  private constructor(private readonly pool: pg.Pool) {}

  /** Creates the program's table in the database, which has none of it yet. */
  static async open(url: Secret): Promise<EngineLimit> {
    const pool = new pg.Pool({ connectionString: url.reveal(), max: POOL_MAX });
    await pool.query(SCHEMA);
    return new EngineLimit(pool);
  }

  /** @returns accepted executions per second */
  async accept(count: number): Promise<number> {
    const ids = Array.from({ length: count }, () => randomBytes(16).toString('hex'));
    return count / (await secondsOf(() => inParallel(ids, CALLERS, (id) => this.query('accept', ACCEPT, [id, id]))));
  }

  /** @returns executions per second from queued to executed */
  async drain(count: number): Promise<number> {
    await this.pool.query(SEED, [count]);
    const ids = Array.from({ length: count }, (_, index) => String(index + 1));
    const execute = async (id: string): Promise<void> => {
      await this.query('arm', ARM, [id, randomUUID()]);
      await this.query('sent', SENT, [id, `0x${randomBytes(32).toString('hex')}`]);
      await this.query('done', DONE, [id]);
    };
    return count / (await secondsOf(() => inParallel(ids, LANES, execute)));
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async query(name: string, text: string, values: readonly string[]): Promise<void> {
    const { rowCount } = await this.pool.query({ name, text, values: [...values] });
    if (rowCount !== 1) throw new Error(`the limit could not ${name}`);
  }
}
