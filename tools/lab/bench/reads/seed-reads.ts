import type pg from 'pg';
import { TRADER } from './sample-ids.js';

export interface ReadSizes {
  /** Number of markets, and of agents. */
  readonly people: number;
  /** Buys per position. */
  readonly buys: number;
  /** Intents per agent. */
  readonly intents: number;
  /** Further markets, in which the trader holds both sides. */
  readonly traded: number;
}

const HOLDERS_PER_MARKET = 20;
const HASH = `'0x' || repeat('ab', 32)`;
/** Whether a settlement has been paid. */
const CLAIMED = 'k % 4 = 0';
const HELD_OUTCOME = `CASE k % 2 WHEN 0 THEN 'YES' ELSE 'NO' END`;
/** Markets close after the end of the bench: quotes need open ones. */
const CLOSES_AT = `now() + interval '1 day' + m * interval '1 minute'`;

// SQL of values that are derived from the SQL of a number.
const address = (number: string): string => `'0x' || lpad(to_hex(${number}), 40, '0')`;
const uuid = (group: string, number: string): string =>
  `('00000000-0000-4000-${group}-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const recordId = (number: string): string => uuid('8001', number);
const userId = (number: string): string => uuid('8002', number);
const walletId = (number: string): string => uuid('8003', number);
const publicId = (prefix: string, first: string, second: string): string =>
  `'${prefix}_' || lpad(to_hex(${first}), 16, '0') || lpad(to_hex(${second}), 16, '0')`;

/** Inserts markets with positions, events and settlements, and agents with intents. The database is migrated and empty. */
export async function seedReads(client: pg.Client, size: ReadSizes): Promise<void> {
  await client.query(`SET session_replication_role = replica`); // skips the foreign key checks
  await client.query(`SET synchronous_commit = off`);
  const statements = [agentStatements, marketStatements, holdingStatements, intentStatements, traderStatements];
  for (const statement of statements.flatMap((make) => make(size))) await client.query(statement);
  await client.query('VACUUM (ANALYZE)');
}

function agentStatements({ people }: ReadSizes): string[] {
  return [
    `INSERT INTO users (id, kind, agent_id, wallet_address)
     SELECT ${userId('a')}, 'agent', 'agent_bench_' || a, ${address('a')} FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO agent_wallets (id, agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
       allowed_actions, status)
     SELECT ${walletId('a')}, 'agent_bench_' || a, ${userId('a')}, ${address('a')}, a::text, 'provider_agent_wallet',
       'CHAIN-TESTNET', '{buy_yes}', 'active' FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO lanes (id) SELECT ${walletId('a')} FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO agent_onboardings (id, agent_id, user_email, chain, wallet_provider, status, passcode_hash, expires_at)
     SELECT ${publicId('agent_onboarding', 'a', '1')}, 'agent_bench_' || a, a || '@example.com', 'CHAIN-TESTNET',
       'provider_agent_wallet', 'verified', 'hash', now() + interval '1 day' FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO agent_sessions (id, agent_id, onboarding_id, expires_at)
     SELECT 'agent_session_' || a, 'agent_bench_' || a, ${publicId('agent_onboarding', 'a', '1')}, now() + interval '1 day'
     FROM generate_series(1, ${people}) AS a`,
  ];
}

function marketStatements({ people, traded }: ReadSizes): string[] {
  const markets = `generate_series(1, ${people + traded}) AS m`;
  return [
    `UPDATE chain_index SET chain_id = 31999, factory_address = ${address('1')}, base_unit = 0.000001, confirmations = 1,
       block_number = 100000000, block_hash = ${HASH}, block_time = now(), head_number = 100000000`,
    `INSERT INTO markets (id, creator_user_id, title, category, status, outcome_yes_label, outcome_no_label,
       collateral_asset, chain, closes_at, resolved_at, winning_outcome, from_chain, created_at)
     SELECT ${recordId('m')}, ${userId('m')}, 'Will title' || m || 'x come true?', 'category ' || m % 5,
       CASE m % 2 WHEN 0 THEN 'OPEN' ELSE 'RESOLVED' END, 'YES', 'NO', 'USDC', 'CHAIN-TESTNET',
       ${CLOSES_AT}, CASE m % 2 WHEN 1 THEN now() END, CASE m % 2 WHEN 1 THEN 'YES' END, true,
       now() - m * interval '1 second' FROM ${markets}`,
    `INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
       block_number, created_at, transaction_hash, phase, phase_at, winning_outcome, yes_pool_base_units,
       no_pool_base_units)
     SELECT ${address('m')}, ${recordId('m')}, false, 'market-' || m, ${address('m')}, ${address('m')},
       ${CLOSES_AT}, m, now(), ${HASH}, CASE m % 2 WHEN 0 THEN 'open' ELSE 'resolved' END,
       CASE m % 2 WHEN 1 THEN now() END, CASE m % 2 WHEN 1 THEN 'YES' END, 1e9, 1e9 FROM ${markets}`,
  ];
}

function holdingStatements({ people, buys }: ReadSizes): string[] {
  const holdings = `generate_series(1, ${people}) AS m, generate_series(0, ${HOLDERS_PER_MARKET - 1}) AS k`;
  const holder = `((m + k * 3) % ${people} + 1)`;
  const at = `now() - (m * ${buys} + k) * interval '1 second'`;
  return [
    `INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price, created_at)
     SELECT ${userId(holder)}, ${recordId('m')}, ${HELD_OUTCOME}, 100, 0.5, ${at} FROM ${holdings}`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, outcome, amount_base_units, yes_pool_base_units, no_pool_base_units)
     SELECT m * ${buys} + b, k, ${HASH}, ${at}, ${HASH}, ${address('m')}, 'Bought', ${address(holder)}, ${HELD_OUTCOME},
       1000000, 1e9, 1e9 FROM ${holdings}, generate_series(1, ${buys}) AS b`,
    `INSERT INTO market_candles (market_contract_address, interval_seconds, start_at, open, high, low, close,
       volume_base_units, trades)
     SELECT ${address('m')}, 3600, date_bin('1 hour', now(), 'epoch') - (b * ${HOLDERS_PER_MARKET} + k) * interval '1 hour',
       0.5, 0.5, 0.5, 0.5, 1000000, 1 FROM ${holdings}, generate_series(1, ${buys}) AS b`,
    `INSERT INTO resolutions (market_id, winning_outcome, evidence_reference, resolved_at)
     SELECT ${recordId('m')}, 'YES', ${HASH}, now() FROM generate_series(1, ${people}, 2) AS m`,
    `INSERT INTO settlements (market_id, user_id, resolution_id, outcome, amount, created_at, status, tx_hash, settled_at)
     SELECT ${recordId('m')}, ${userId(holder)}, r.id, 'YES', 100, ${at}, CASE WHEN ${CLAIMED} THEN 'SETTLED' ELSE 'PENDING' END,
       CASE WHEN ${CLAIMED} THEN ${HASH} END, CASE WHEN ${CLAIMED} THEN now() END
     FROM ${holdings}, resolutions AS r WHERE r.market_id = ${recordId('m')} AND k % 2 = 0`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, amount_base_units)
     SELECT 90000000 + m, k, ${HASH}, now(), ${HASH}, ${address('m')}, 'PayoutClaimed', ${address(holder)}, 100000000
     FROM ${holdings} WHERE m % 2 = 1 AND k % 2 = 0 AND ${CLAIMED}`,
  ];
}

function intentStatements({ people, intents }: ReadSizes): string[] {
  const agents = `generate_series(1, ${people}) AS a, generate_series(1, ${intents}) AS n`;
  const createdAt = `now() - (n * ${people} + a) * interval '0.1 second'`;
  return [
    `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount,
       request_hash, client_request_id, executions_count, created_at)
     SELECT ${publicId('agent_intent', 'a', 'n')}, 'agent_bench_' || a, 'buy_yes', 'executed', ${address('a')}, 'market',
       ${address(`(a + n) % ${people} + 1`)}, 1, 'hash', n::text, 1, ${createdAt} FROM ${agents}`,
    `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
       market_contract_address, broadcast_performed, created_at, completed_at)
     SELECT ${publicId('agent_execution', 'a', 'n')}, ${publicId('agent_intent', 'a', 'n')}, 'agent_bench_' || a,
       ${walletId('a')}, ${address('a')}, 'buy_yes', 1, 'executed', ${HASH}, ${address(`(a + n) % ${people} + 1`)}, true,
       ${createdAt}, ${createdAt} FROM ${agents}`,
    `INSERT INTO execution_steps (execution_id, kind, status, idempotency_key, body, contract_address, deadline, armed_at,
       armed_fence, send_attempts, last_sent_at, transaction_hash, block_number, block_hash, seal, policy_version)
     SELECT ${publicId('agent_execution', 'a', 'n')}, 'main', 'done', md5(a || '/' || n)::uuid, repeat('body', 100),
       ${address('a')}, ${createdAt}, ${createdAt}, 1, 1, ${createdAt}, ${HASH}, n, ${HASH}, repeat('ab', 32), 1
     FROM ${agents}`,
  ];
}

/** Recent YES positions and older NO positions of the trader in each of the further markets. */
function traderStatements({ people, traded }: ReadSizes): string[] {
  const trader = `${people + 1}`;
  const held = `generate_series(${people + 1}, ${people + traded}) AS m, unnest(ARRAY['YES', 'NO']) AS o`;
  const at = `now() - m * interval '1 second' - CASE o WHEN 'NO' THEN 1 ELSE 0 END * interval '1 day'`;
  return [
    `INSERT INTO users (id, kind, agent_id, wallet_address)
     VALUES (${userId(trader)}, 'agent', '${TRADER}', ${address(trader)})`,
    `INSERT INTO agent_wallets (id, agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
       allowed_actions, status)
     VALUES (${walletId(trader)}, '${TRADER}', ${userId(trader)}, ${address(trader)}, '${trader}', 'provider_agent_wallet',
       'CHAIN-TESTNET', '{buy_yes}', 'active')`,
    `INSERT INTO lanes (id) VALUES (${walletId(trader)})`,
    `INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price, created_at)
     SELECT ${userId(trader)}, ${recordId('m')}, o, 100, 0.5, ${at} FROM ${held}`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, outcome, amount_base_units, yes_pool_base_units, no_pool_base_units)
     SELECT 95000000 + m, CASE o WHEN 'YES' THEN 1 ELSE 0 END, ${HASH}, ${at}, ${HASH}, ${address('m')}, 'Bought',
       ${address(trader)}, o, 100000000, 1e9, 1e9 FROM ${held}`,
  ];
}
