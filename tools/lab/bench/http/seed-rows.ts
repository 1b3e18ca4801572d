import { randomUUID } from 'node:crypto';
import { KEY_SCOPES, newKey } from '@app/accounts';
import type { Secret } from '@app/common';
import type pg from 'pg';
import type { ConnectionRows } from './scenarios.js';

const MARKETS = 1_000;
const AGENTS = 64;

export interface SeededRows {
  /** Rows of each connection of the load. */
  readonly rows: readonly ConnectionRows[];
  /** API key of the account of all agents. */
  readonly apiKey: Secret;
}

/**
 * Inserts markets, and an account with a key and agents with wallets.
 * @param contracts addresses of markets on the chain
 */
export async function seedRows(client: pg.Client, contracts: readonly string[]): Promise<SeededRows> {
  await client.query(`INSERT INTO worker_heartbeats (worker_id, expires_at) VALUES (gen_random_uuid(), 'infinity')`);
  await client.query(
    `INSERT INTO markets (creator_user_id, title, description, category, status, outcome_yes_label, outcome_no_label,
       collateral_asset, chain, resolution_source, closes_at, created_at)
     SELECT '00000000-0000-4000-8000-000000000001', 'Will number ' || i || ' happen before the end of the year?',
       repeat('Rules of the resolution. ', 8), 'category ' || i % 20, 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET',
       'https://example.com/' || i, now() + interval '1 year', now() + i * interval '1 ms'
     FROM generate_series(1, $1::int) AS i`,
    [MARKETS],
  );
  const { accountId, apiKey } = await insertAccount(client);
  const agentIds = Array.from({ length: AGENTS }, (_, index) => `agent_bench_${index}`);
  for (const [index, agentId] of agentIds.entries()) await insertAgent(client, { accountId, agentId, index });
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM markets WHERE status = 'OPEN' ORDER BY random() LIMIT ${AGENTS}`,
  );
  return {
    apiKey,
    rows: rows.map(({ id }, index) => ({
      ...{ agentId: agentIds[index] ?? '', marketId: id },
      marketContractAddress: contracts[index % contracts.length] ?? '',
    })),
  };
}

async function insertAccount(client: pg.Client): Promise<{ accountId: string; apiKey: Secret }> {
  const { key, prefix, hash } = newKey();
  const accountId = randomUUID();
  await client.query(`INSERT INTO accounts (id, name, created_by) VALUES ($1, 'bench', 'bench')`, [accountId]);
  const scopes = KEY_SCOPES.filter((scope) => scope !== 'operator');
  await client.query(
    `INSERT INTO api_keys (prefix, secret_hash, account_id, scopes, created_by, expires_at)
     VALUES ($1, $2, $3, $4, 'bench', now() + interval '1 day')`,
    [prefix, hash, accountId, scopes],
  );
  return { accountId, apiKey: key };
}

interface BenchAgent {
  readonly accountId: string;
  readonly agentId: string;
  readonly index: number;
}

async function insertAgent(client: pg.Client, { accountId, agentId, index }: BenchAgent): Promise<void> {
  await client.query(
    `WITH owner AS (INSERT INTO users (kind, agent_id, account_id) VALUES ('agent', $1, $4) RETURNING id)
     INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
       allowed_actions, status)
     SELECT $1, id, $2, $3, 'provider_agent_wallet', 'CHAIN-TESTNET', '{create_market,buy_yes,buy_no}', 'active'
     FROM owner`,
    [agentId, `0xbe${String(index).padStart(38, '0')}`, randomUUID(), accountId],
  );
}
