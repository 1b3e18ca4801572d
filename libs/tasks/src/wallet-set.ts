import type { Sql } from '@app/persistence';

/** The wallet set that all wallets are made in, and the key under which it is asked for: stored before it is used. */
export async function claimWalletSetKey(sql: Sql): Promise<{ walletSetKey: string; walletSetId: string | null }> {
  const row = await sql.queryOne<{ wallet_set_key: string; wallet_set_id: string | null }>(
    `UPDATE provider_accounts SET wallet_set_key = coalesce(wallet_set_key, gen_random_uuid())
     WHERE id = 'default' RETURNING wallet_set_key, wallet_set_id`,
  );
  if (row === null) throw new Error('the provider account has no row');
  return { walletSetKey: row.wallet_set_key, walletSetId: row.wallet_set_id };
}

export async function storeWalletSetId(sql: Sql, walletSetId: string): Promise<void> {
  await sql.query(`UPDATE provider_accounts SET wallet_set_id = $1 WHERE id = 'default' AND wallet_set_id IS NULL`, [
    walletSetId,
  ]);
}
