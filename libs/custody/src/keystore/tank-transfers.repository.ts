import type { Sql } from '@app/persistence';

export interface TankTransfer {
  nonce: number;
  recipient: string;
  purpose: 'gas' | 'faucet';
  raw: string;
}

/** Time without a block after which a transfer is overdue. */
const OVERDUE_AFTER_MS = 30_000;

/** Transactions of the tank that no block holds yet, stored before they are sent. */
export class TankTransfersRepository {
  constructor(private readonly sql: Sql) {}

  async list(): Promise<(TankTransfer & { isOverdue: boolean })[]> {
    return this.sql.query(
      `SELECT nonce, recipient, purpose, raw, updated_at < now() - $1 * interval '1 ms' AS "isOverdue"
       FROM tank_transfers ORDER BY nonce`,
      [OVERDUE_AFTER_MS],
    );
  }

  /** @returns false when the nonce is taken, or the recipient awaits a transfer of this purpose */
  async add({ nonce, recipient, purpose, raw }: TankTransfer): Promise<boolean> {
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

  async removeBelow(nonce: number): Promise<void> {
    await this.sql.query('DELETE FROM tank_transfers WHERE nonce < $1', [nonce]);
  }

  async remove(raw: string): Promise<void> {
    await this.sql.query('DELETE FROM tank_transfers WHERE raw = $1', [raw]);
  }
}
