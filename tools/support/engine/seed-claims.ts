import type { Secret } from '@app/common';
import { withClient } from '../../../dev/devnet/postgres/postgres.js';
import { analyzeFilled } from '../analyze-filled.js';

export const MARKET = `0x${'ab'.repeat(20)}`;
const ACTION_NAMES =
  '{create_market,buy_yes,buy_no,close_market,resolve_market,claim_payout,cancel_market,claim_refund}';

/**
 * Inserts wallets that can execute and confirmed claims, whose executions have one step. The same numbers give the same
 * ids, so that a recorded run can be replayed on a copy of the database.
 * @returns the intent ids: one claim of every wallet, then the next claim of every wallet
 */
export async function seedClaims(
  url: Secret,
  { wallets, claimsPerWallet = 1 }: { readonly wallets: number; readonly claimsPerWallet?: number },
): Promise<string[]> {
  const intentIds = await withClient(url, async (client) => {
    await client.query(`INSERT INTO worker_heartbeats (worker_id, expires_at) VALUES (gen_random_uuid(), 'infinity')`);
    await client.query(
      `INSERT INTO users (kind, agent_id) SELECT 'agent', 'agent_bench_' || n FROM generate_series(1, $1::int) AS n`,
      [wallets],
    );
    await client.query(
      `INSERT INTO agent_wallets (id, agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
         allowed_actions, status)
       SELECT md5('wallet' || n)::uuid, agent_id, users.id, '0x' || lpad(to_hex(n), 40, '0'), md5('provider' || n)::uuid,
         'provider_agent_wallet', 'CHAIN-TESTNET', $2::text[], 'active'
       FROM generate_series(1, $1::int) AS n JOIN users ON agent_id = 'agent_bench_' || n`,
      [wallets, ACTION_NAMES],
    );
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address,
         request_hash, confirmed_at)
       SELECT 'agent_intent_' || md5(claim || '/' || n), 'agent_bench_' || n, 'claim_payout', 'confirmed', $3, 'market',
         $3, 'hash', now()
       FROM generate_series(1, $2::int) AS claim, generate_series(1, $1::int) AS n ORDER BY claim, n RETURNING id`,
      [wallets, claimsPerWallet, MARKET],
    );
    return rows.map(({ id }) => id);
  });
  await analyzeFilled(url);
  return intentIds;
}
