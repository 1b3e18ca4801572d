import type { Secret } from '@app/common';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { seedMarkets } from '../../../../test/support/discovery/seed-markets.js';
import { INDEXED_BLOCK, intentId, sqlContract, sqlHolding, sqlUser, sqlWallet } from './history-ids.js';

export const CROWD_WEBHOOKS = 20;
/** Wallet that is alone with an execution in its account, which has limits. */
export const LIMITED_WALLET = 400;
export const LIMITED_MAILBOX = 'limited@example.com';
/** Agent of no account whose webhooks wait for one event of one agent. */
export const crowdAgent = (number: number): string => `agent_crowd_${number}`;
export const crowdWebhook = (number: number): string => `webhook_crowd_${number}`;

/** What others have, which must not cost a wallet or a webhook anything. */
export interface CrowdSize {
  /** Agents of the account with webhooks, all of whose events are delivered. */
  readonly agents: number;
  /** Executed buys of other wallets that the index has not reached. */
  readonly unindexed: number;
  /** Wallets of an account with limits that have not executed anything. */
  readonly idleWallets: number;
  readonly markets: number;
}

/** Adds the crowd to a database with history, without triggers. */
export async function seedCrowd(url: Secret, size: CrowdSize): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('SET session_replication_role = replica');
    for (const statement of [...webhookStatements(size), ...budgetStatements(size)]) await client.query(statement);
    await seedMarkets(client, size.markets, sqlUser('1'));
  });
}

function webhookStatements({ agents }: CrowdSize): string[] {
  const [account, all] = [`md5('crowd')::uuid`, `generate_series(1, ${agents}) AS n`];
  return [
    `INSERT INTO accounts (id, name, created_by) VALUES (${account}, 'crowd', 'bench')`,
    `INSERT INTO users (kind, agent_id, account_id) SELECT 'agent', 'agent_crowd_' || n, ${account} FROM ${all}`,
    `INSERT INTO event_logs (log, head_seq) SELECT 'agent:agent_crowd_' || n, 1 FROM ${all}`,
    `INSERT INTO logged_events (log, seq, id, type, at, subject_kind, subject_id, data, hash)
     SELECT 'agent:agent_crowd_' || n, 1, 'event_' || md5('crowd' || n), 'intent.previewed', now() - interval '1 hour',
       'intent', 'i', '{}', repeat('ab', 32) FROM ${all}`,
    `INSERT INTO webhooks (id, account_id, url, secret)
     SELECT 'webhook_crowd_' || w, ${account}, 'https://example.com', '\\x00' FROM generate_series(1, ${CROWD_WEBHOOKS}) AS w`,
    `INSERT INTO webhook_cursors (webhook_id, log, seq, head_seq, pending_since)
     SELECT 'webhook_crowd_' || w, 'agent:agent_crowd_' || n, CASE n WHEN 1 THEN 0 ELSE 1 END, 1,
       CASE n WHEN 1 THEN now() - interval '1 hour' END FROM ${all}, generate_series(1, ${CROWD_WEBHOOKS}) AS w`,
  ];
}

function budgetStatements({ unindexed, idleWallets }: CrowdSize): string[] {
  const wallet = `(1 + n % 100)`;
  const idle = `generate_series(1, ${idleWallets}) AS n`;
  return [
    `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
       market_contract_address, created_at, completed_at, block_number, budgeted)
     SELECT 'agent_execution_' || md5('crowd' || n), '${intentId(0)}', 'agent', ${sqlWallet(wallet)}, '0x', 'buy_yes',
       n + 1, 'executed', '0x' || md5('crowd' || n), ${sqlContract(sqlHolding(wallet, 'n'))}, now() - interval '3 days',
       now() - interval '3 days', ${INDEXED_BLOCK} + n, true FROM generate_series(1, ${unindexed}) AS n`,
    `INSERT INTO execution_steps (execution_id, kind, status, block_number, block_hash)
     SELECT 'agent_execution_' || md5('crowd' || n), 'main', 'done', ${INDEXED_BLOCK} + n, 'hash'
     FROM generate_series(1, ${unindexed}) AS n`,
    `INSERT INTO account_limits (account, daily_limit, market_limit, open_exposure_limit)
     VALUES ('mailbox:${LIMITED_MAILBOX}', 1e9, 1e9, 1e9)`,
    `UPDATE agent_wallets SET owner_email = '${LIMITED_MAILBOX}' WHERE id = ${sqlWallet(String(LIMITED_WALLET))}`,
    `INSERT INTO account_lanes (lane_id, account)
     VALUES (${sqlWallet(String(LIMITED_WALLET))}, 'mailbox:${LIMITED_MAILBOX}')`,
    `INSERT INTO users (id, kind, agent_id) SELECT ${sqlUser(`'idle' || n`)}, 'agent', 'agent_idle_' || n FROM ${idle}`,
    `INSERT INTO agent_wallets (agent_id, user_id, wallet_provider, chain, allowed_actions, status, owner_email)
     SELECT 'agent_idle_' || n, ${sqlUser(`'idle' || n`)}, 'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes}', 'active',
       '${LIMITED_MAILBOX}' FROM ${idle}`,
  ];
}
