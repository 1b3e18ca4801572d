import type { SqlSession } from '@app/persistence';

export interface TreasuryTransfer {
  nonce: number;
  recipient: string;
  purpose: 'gas' | 'faucet';
  raw: string;
}

/** Time without a block after which a transfer is overdue. */
const OVERDUE_AFTER_MS = 30_000;
/** Longer than any transfer takes from reading the treasury's nonce to storing its own. */
const KEPT_AFTER_MINED_MS = 3_600_000;

/**
 * Transactions of the treasury, stored before they are sent. Mined ones stay for a while: a worker that read an older nonce of the
 * treasury cannot take theirs, and a reorganisation that takes them back finds them.
 */
export class TreasuryTransfersRepository {
  constructor(private readonly sql: SqlSession) {}

  async isEmpty(): Promise<boolean> {
    return (await this.sql.queryOne('SELECT FROM tank_transfers LIMIT 1')) === null;
  }

  /** Transfers that no block holds, given the treasury's nonce. */
  async list(nonce: number): Promise<(TreasuryTransfer & { isOverdue: boolean })[]> {
    return this.sql.query(
      `SELECT nonce, recipient, purpose, raw, updated_at < now() - $1 * interval '1 ms' AS "isOverdue"
       FROM tank_transfers WHERE nonce >= $2 ORDER BY nonce`,
      [OVERDUE_AFTER_MS, nonce],
    );
  }

  /** @returns false when the nonce is taken */
  async add({ nonce, recipient, purpose, raw }: TreasuryTransfer): Promise<boolean> {
    const row = await this.sql.queryOne(
      `INSERT INTO tank_transfers (nonce, recipient, purpose, raw) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [nonce, recipient, purpose, raw],
    );
    return row !== null;
  }

  /** @returns false when another worker has replaced it */
  async replace({ from, to }: { from: string; to: string }): Promise<boolean> {
    const row = await this.sql.queryOne(
      'UPDATE tank_transfers SET raw = $2, updated_at = now() WHERE raw = $1 RETURNING 1',
      [from, to],
    );
    return row !== null;
  }

  /** Removes mined transfers that are old, given the treasury's nonce. */
  async removeMined(nonce: number): Promise<void> {
    await this.sql.query(`DELETE FROM tank_transfers WHERE nonce < $1 AND updated_at < now() - $2 * interval '1 ms'`, [
      nonce,
      KEPT_AFTER_MINED_MS,
    ]);
  }

  async remove(raw: string): Promise<void> {
    await this.sql.query('DELETE FROM tank_transfers WHERE raw = $1', [raw]);
  }
}
