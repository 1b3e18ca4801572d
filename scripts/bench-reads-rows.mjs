// The rows that npm run bench:reads reads: markets with positions, events, settlements, and agents with intents, as the
// product would have left them, in any size.
const HOLDERS_PER_MARKET = 20;
/** The agent that holds more than a portfolio shows. */
export const TRADER = 'agent_bench_trader';
const HASH = `'0x' || repeat('ab', 32)`;
const address = (n) => `'0x' || lpad(to_hex(${n}), 40, '0')`;
const uuid = (prefix, n) => `('${prefix}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** An id as the agent surface gives it: a prefix and 32 hex digits. */
const id = (prefix, a, n) => `'${prefix}_' || lpad(to_hex(${a}), 16, '0') || lpad(to_hex(${n}), 16, '0')`;
const RECORD = (n) => uuid('00000000-0000-4000-8001-', n);
const USER = (n) => uuid('00000000-0000-4000-8002-', n);
const WALLET = (n) => uuid('00000000-0000-4000-8003-', n);

/**
 * @param {import('pg').Client} client of a migrated, empty database
 * @param {{people: number, buys: number, intents: number, traded: number}} size people: markets, and agents; buys of each
 * position; intents of each agent; further markets, in which one agent, the trader, holds both sides
 */
export async function fill(client, size) {
  await client.query(`SET session_replication_role = replica`); // foreign keys hold by construction
  await client.query(`SET synchronous_commit = off`);
  for (const statement of [...statements(size), ...traderStatements(size)]) await client.query(statement);
  await client.query('VACUUM (ANALYZE)');
}

/** Ids that exist in every size, the n-th from 1. */
export function sample(n) {
  const hex = n.toString(16);
  return {
    agentId: `agent_bench_${n}`,
    marketId: `00000000-0000-4000-8001-${hex.padStart(12, '0')}`,
    /** The odd ones are resolved. */
    openMarketId: `00000000-0000-4000-8001-${(n + 1).toString(16).padStart(12, '0')}`,
    userId: `00000000-0000-4000-8002-${hex.padStart(12, '0')}`,
    intentId: `agent_intent_${hex.padStart(16, '0')}${'1'.padStart(16, '0')}`,
    onboardingId: `agent_onboarding_${hex.padStart(16, '0')}${'1'.padStart(16, '0')}`,
    titleWord: `title${n}x`,
  };
}

function statements({ people, buys, intents, traded }) {
  const markets = `generate_series(1, ${people + traded}) AS m`;
  // Filling takes minutes, and what is quoted has to be open until the end.
  const closesAt = `now() + interval '1 day' + m * interval '1 minute'`;
  const holdings = `generate_series(1, ${people}) AS m, generate_series(0, ${HOLDERS_PER_MARKET - 1}) AS k`;
  const holder = `((m + k * 3) % ${people} + 1)`;
  const outcome = `CASE k % 2 WHEN 0 THEN 'YES' ELSE 'NO' END`;
  const claimed = 'k % 4 = 0';
  const at = `now() - (m * ${buys} + k) * interval '1 second'`;
  const agents = `generate_series(1, ${people}) AS a, generate_series(1, ${intents}) AS n`;
  const asked = `now() - (n * ${people} + a) * interval '0.1 second'`;
  return [
    `UPDATE chain_index SET chain_id = 31999, factory_address = ${address(1)}, base_unit = 0.000001, confirmations = 1,
       block_number = 100000000, block_hash = ${HASH}, block_time = now(), head_number = 100000000`,
    `INSERT INTO users (id, kind, agent_id, wallet_address)
     SELECT ${USER('a')}, 'agent', 'agent_bench_' || a, ${address('a')} FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO agent_wallets (id, agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
       allowed_actions, status)
     SELECT ${WALLET('a')}, 'agent_bench_' || a, ${USER('a')}, ${address('a')}, a::text, 'provider_agent_wallet',
       'CHAIN-TESTNET', '{buy_yes}', 'active' FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO lanes (id) SELECT ${WALLET('a')} FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO agent_onboardings (id, agent_id, user_email, chain, wallet_provider, status, passcode_hash, expires_at)
     SELECT ${id('agent_onboarding', 'a', '1')}, 'agent_bench_' || a, a || '@example.com', 'CHAIN-TESTNET',
       'provider_agent_wallet', 'verified', 'hash', now() + interval '1 day' FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO agent_sessions (id, agent_id, onboarding_id, expires_at)
     SELECT 'agent_session_' || a, 'agent_bench_' || a, ${id('agent_onboarding', 'a', '1')}, now() + interval '1 day'
     FROM generate_series(1, ${people}) AS a`,
    `INSERT INTO markets (id, creator_user_id, title, category, status, outcome_yes_label, outcome_no_label,
       collateral_asset, chain, closes_at, resolved_at, winning_outcome, from_chain, created_at)
     SELECT ${RECORD('m')}, ${USER('m')}, 'Will title' || m || 'x come true?', 'category ' || m % 5,
       CASE m % 2 WHEN 0 THEN 'OPEN' ELSE 'RESOLVED' END, 'YES', 'NO', 'USDC', 'CHAIN-TESTNET',
       ${closesAt}, CASE m % 2 WHEN 1 THEN now() END, CASE m % 2 WHEN 1 THEN 'YES' END, true,
       now() - m * interval '1 second' FROM ${markets}`,
    `INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
       block_number, created_at, transaction_hash, phase, phase_at, winning_outcome, yes_pool_base_units,
       no_pool_base_units)
     SELECT ${address('m')}, ${RECORD('m')}, false, 'market-' || m, ${address('m')}, ${address('m')},
       ${closesAt}, m, now(), ${HASH}, CASE m % 2 WHEN 0 THEN 'open' ELSE 'resolved' END,
       CASE m % 2 WHEN 1 THEN now() END, CASE m % 2 WHEN 1 THEN 'YES' END, 1e9, 1e9 FROM ${markets}`,
    `INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price, created_at)
     SELECT ${USER(holder)}, ${RECORD('m')}, ${outcome}, 100, 0.5, ${at} FROM ${holdings}`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, outcome, amount_base_units, yes_pool_base_units, no_pool_base_units)
     SELECT m * ${buys} + b, k, ${HASH}, ${at}, ${HASH}, ${address('m')}, 'Bought', ${address(holder)}, ${outcome},
       1000000, 1e9, 1e9 FROM ${holdings}, generate_series(1, ${buys}) AS b`,
    `INSERT INTO market_candles (market_contract_address, interval_seconds, start_at, open, high, low, close,
       volume_base_units, trades)
     SELECT ${address('m')}, 3600, date_bin('1 hour', now(), 'epoch') - (b * ${HOLDERS_PER_MARKET} + k) * interval '1 hour',
       0.5, 0.5, 0.5, 0.5, 1000000, 1 FROM ${holdings}, generate_series(1, ${buys}) AS b`,
    `INSERT INTO resolutions (market_id, winning_outcome, evidence_reference, resolved_at)
     SELECT ${RECORD('m')}, 'YES', ${HASH}, now() FROM generate_series(1, ${people}, 2) AS m`,
    `INSERT INTO settlements (market_id, user_id, resolution_id, outcome, amount, created_at, status, tx_hash, settled_at)
     SELECT ${RECORD('m')}, ${USER(holder)}, r.id, 'YES', 100, ${at}, CASE WHEN ${claimed} THEN 'SETTLED' ELSE 'PENDING' END,
       CASE WHEN ${claimed} THEN ${HASH} END, CASE WHEN ${claimed} THEN now() END
     FROM ${holdings}, resolutions AS r WHERE r.market_id = ${RECORD('m')} AND k % 2 = 0`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, amount_base_units)
     SELECT 90000000 + m, k, ${HASH}, now(), ${HASH}, ${address('m')}, 'PayoutClaimed', ${address(holder)}, 100000000
     FROM ${holdings} WHERE m % 2 = 1 AND k % 2 = 0 AND ${claimed}`,
    `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount,
       request_hash, client_request_id, executions_count, created_at)
     SELECT ${id('agent_intent', 'a', 'n')}, 'agent_bench_' || a, 'buy_yes', 'executed', ${address('a')}, 'market',
       ${address(`(a + n) % ${people} + 1`)}, 1, 'hash', n::text, 1, ${asked} FROM ${agents}`,
    `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
       market_contract_address, broadcast_performed, created_at, completed_at)
     SELECT ${id('agent_execution', 'a', 'n')}, ${id('agent_intent', 'a', 'n')}, 'agent_bench_' || a,
       ${WALLET('a')}, ${address('a')}, 'buy_yes', 1, 'executed', ${HASH}, ${address(`(a + n) % ${people} + 1`)}, true,
       ${asked}, ${asked} FROM ${agents}`,
  ];
}

/** An agent that deals in everything: YES lately and NO long before, in each of the further markets. */
function traderStatements({ people, traded }) {
  const trader = `${people + 1}`;
  const held = `generate_series(${people + 1}, ${people + traded}) AS m, unnest(ARRAY['YES', 'NO']) AS o`;
  const at = `now() - m * interval '1 second' - CASE o WHEN 'NO' THEN 1 ELSE 0 END * interval '1 day'`;
  return [
    `INSERT INTO users (id, kind, agent_id, wallet_address)
     VALUES (${USER(trader)}, 'agent', '${TRADER}', ${address(trader)})`,
    `INSERT INTO agent_wallets (id, agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
       allowed_actions, status)
     VALUES (${WALLET(trader)}, '${TRADER}', ${USER(trader)}, ${address(trader)}, '${trader}', 'provider_agent_wallet',
       'CHAIN-TESTNET', '{buy_yes}', 'active')`,
    `INSERT INTO lanes (id) VALUES (${WALLET(trader)})`,
    `INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price, created_at)
     SELECT ${USER(trader)}, ${RECORD('m')}, o, 100, 0.5, ${at} FROM ${held}`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, outcome, amount_base_units, yes_pool_base_units, no_pool_base_units)
     SELECT 95000000 + m, CASE o WHEN 'YES' THEN 1 ELSE 0 END, ${HASH}, ${at}, ${HASH}, ${address('m')}, 'Bought',
       ${address(trader)}, o, 100000000, 1e9, 1e9 FROM ${held}`,
  ];
}
