import type { SqlSession } from '@app/persistence';

export interface WalletSet {
  /** Idempotency key, stored before it is used. */
  walletSetKey: string;
  /** Null until the provider has created the set. */
  walletSetId: string | null;
}

/** The provider's wallet set, which all wallets belong to. */
export class WalletSetRepository {
  constructor(private readonly sql: SqlSession) {}

  claim(): Promise<WalletSet> {
    return this.sql.queryOneOrFail<WalletSet>(
      `UPDATE provider_accounts SET wallet_set_key = coalesce(wallet_set_key, gen_random_uuid())
       WHERE id = 'default' RETURNING wallet_set_key AS "walletSetKey", wallet_set_id AS "walletSetId"`,
    );
  }

  /** Stores the id; the first one stays. */
  async storeId(walletSetId: string): Promise<void> {
    await this.sql.query(
      `UPDATE provider_accounts SET wallet_set_id = $1, updated_at = now() WHERE id = 'default' AND wallet_set_id IS NULL`,
      [walletSetId],
    );
  }
}
