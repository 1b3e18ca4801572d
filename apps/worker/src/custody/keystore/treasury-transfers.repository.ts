import type { SqlSession } from '@app/persistence';

export interface TransferKey {
  recipient: string;
  purpose: 'gas' | 'faucet';
  /** Counts the transfers of the purpose to the recipient, from 1. */
  ordinal: number;
}

export interface TransferBody {
  nonce: number;
  raw: string;
  hash: string;
  /** Maximum that it takes from the treasury: amount and gas. */
  costWei: bigint;
}

export interface TreasuryTransfer extends TransferKey, Pick<TransferBody, 'nonce' | 'raw'> {
  /** Hashes of all bodies that were signed for the transfer: a node may hold any of them. */
  hashes: string[];
}

/** The rows of one moment, before another transfer is added. */
export interface TreasuryLedger {
  /** Nonces of transfers, from the given one on. */
  taken: number[];
  /** Costs of these transfers. */
  owedWei: string;
  /** Costs of the gas transfers to the recipient's account within 24 hours. */
  spentWei: string;
}

/** Time without a block after which a transfer is overdue. */
const OVERDUE_AFTER_MS = 30_000;
/** Account of a recipient: without keys, every wallet is one. */
const ACCOUNT_SQL =
  'coalesce((SELECT account_of_wallet(id) FROM agent_wallets WHERE agent_wallet_address = $1), $1::text)';

/**
 * Transfers of the treasury, stored before they are sent. They stay for a day after a block holds them: a worker that read an
 * older nonce of the treasury cannot take theirs, and the limit of a day counts them.
 */
export class TreasuryTransfersRepository {
  constructor(private readonly sql: SqlSession) {}

  /** Transfers that no confirmed block is known to hold. */
  async listOverdue(): Promise<TreasuryTransfer[]> {
    return this.sql.query(
      `SELECT nonce, recipient, purpose, ordinal, raw, hashes FROM tank_transfers
       WHERE mined_at IS NULL AND updated_at < now() - $1 * interval '1 ms' ORDER BY nonce`,
      [OVERDUE_AFTER_MS],
    );
  }

  async findNewest({ recipient, purpose }: Omit<TransferKey, 'ordinal'>): Promise<TreasuryTransfer | null> {
    return this.sql.queryOne(
      `SELECT nonce, recipient, purpose, ordinal, raw, hashes FROM tank_transfers
       WHERE recipient = $1 AND purpose = $2 ORDER BY ordinal DESC LIMIT 1`,
      [recipient, purpose],
    );
  }

  async readLedger(recipient: string, nonce: number): Promise<TreasuryLedger> {
    return this.sql.queryOneOrFail(
      `SELECT coalesce(array_agg(nonce), '{}') AS taken, coalesce(sum(cost_wei), 0)::text AS "owedWei",
         (SELECT coalesce(sum(cost_wei), 0)::text FROM tank_transfers
          WHERE account = ${ACCOUNT_SQL} AND purpose = 'gas' AND created_at > now() - interval '1 day') AS "spentWei"
       FROM tank_transfers WHERE nonce >= $2`,
      [recipient, nonce],
    );
  }

  /** @returns false when the nonce is taken, or another caller has added this transfer */
  async add(
    { recipient, purpose, ordinal }: TransferKey,
    { nonce, raw, hash, costWei }: TransferBody,
  ): Promise<boolean> {
    const row = await this.sql.queryOne(
      `INSERT INTO tank_transfers (recipient, account, purpose, ordinal, nonce, raw, hashes, cost_wei)
       VALUES ($1, ${ACCOUNT_SQL}, $2, $3, $4, $5, ARRAY[$6], $7) ON CONFLICT DO NOTHING RETURNING 1`,
      [recipient, purpose, ordinal, nonce, raw, hash, costWei],
    );
    return row !== null;
  }

  /** @returns false when another worker has replaced it, or another transfer has the nonce */
  async replace(raw: string, { nonce, raw: newRaw, hash, costWei }: TransferBody): Promise<boolean> {
    const row = await this.sql.queryOne(
      `UPDATE tank_transfers SET nonce = $2, raw = $3, cost_wei = $5, updated_at = now(),
         hashes = CASE WHEN $4 = ANY (hashes) THEN hashes ELSE hashes || $4 END
       WHERE raw = $1 AND NOT EXISTS (SELECT FROM tank_transfers WHERE nonce = $2 AND raw <> $1) RETURNING 1`,
      [raw, nonce, newRaw, hash, costWei],
    );
    return row !== null;
  }

  /** Notes that a block holds the transfer, which is repeated no more once that block is confirmed. */
  async markMined(raw: string, { isConfirmed }: { isConfirmed: boolean }): Promise<void> {
    await this.sql.query(
      'UPDATE tank_transfers SET updated_at = now(), mined_at = CASE WHEN $2 THEN now() END WHERE raw = $1',
      [raw, isConfirmed],
    );
  }

  async removeOld(): Promise<void> {
    await this.sql.query(`DELETE FROM tank_transfers WHERE mined_at < now() AND created_at < now() - interval '1 day'`);
  }

  async remove(raw: string): Promise<void> {
    await this.sql.query('DELETE FROM tank_transfers WHERE raw = $1', [raw]);
  }
}
