import type { Secret } from '@app/common';
import { CHECK_RULES, passed } from '@app/engine';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import {
  INDEXED_BLOCK,
  LAST_BLOCK,
  MARKETS,
  MARKETS_PER_WALLET,
  sqlAddress,
  sqlAgent,
  sqlContract,
  sqlExecution,
  sqlHash,
  sqlHolding,
  sqlIntent,
  sqlIsFailed,
  sqlMarket,
  sqlMarketOf,
  sqlRef,
  sqlUser,
  sqlWallet,
  sqlWalletOf,
  WALLETS,
} from './history-ids.js';

/** Executions of one statement, so that the write-ahead log and the memory stay small. */
const CHUNK = 50_000;
/** The newest executions lie in this time, in both databases. The others lie in the months before. */
const RECENT = `interval '30 days'`;
const EARLIER = `interval '150 days'`;
const MAX_ANCHORS = 200_000;

export interface HistorySize {
  readonly executions: number;
  /** How many of them are recent. */
  readonly recent: number;
}

/** Inserts wallets, markets and ended executions, on two connections. The database is migrated and empty. */
export async function seedHistory(url: Secret, size: HistorySize): Promise<void> {
  await runAll(url, [...walletStatements(), ...marketStatements()]);
  const chunks: Ages[] = [];
  for (let oldest = size.executions - 1; oldest >= 0; oldest -= CHUNK) {
    chunks.push({ oldest, newest: Math.max(0, oldest - CHUNK + 1) });
  }
  const statementsOf = [executionStatements, recordStatements];
  await Promise.all(
    statementsOf.map((make) =>
      runAll(
        url,
        chunks.flatMap((ages) => make(ages, size)),
      ),
    ),
  );
  await runAll(url, logStatements(size));
}

async function runAll(url: Secret, statements: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('SET session_replication_role = replica'); // no triggers and no foreign key checks
    for (const statement of statements) await client.query(statement);
  });
}

function walletStatements(): string[] {
  const wallets = `generate_series(1, ${WALLETS}) AS w`;
  return [
    `INSERT INTO users (id, kind, agent_id, wallet_address)
     SELECT ${sqlUser('w')}, 'agent', ${sqlAgent('w')}, ${sqlAddress('w')} FROM ${wallets}`,
    `INSERT INTO agent_wallets (id, agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
       allowed_actions, status, max_trade_amount, daily_limit, market_limit, open_exposure_limit)
     SELECT ${sqlWallet('w')}, ${sqlAgent('w')}, ${sqlUser('w')}, ${sqlAddress('w')}, md5('provider' || w)::uuid,
       'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes,buy_no,claim_payout}', 'active', 1000, 1e9, 1e9, 1e9
     FROM ${wallets}`,
    `INSERT INTO lanes (id) SELECT ${sqlWallet('w')} FROM ${wallets}`,
  ];
}

/** Half of the markets are open. Every wallet holds the markets that it buys in, whatever the number of its buys. */
function marketStatements(): string[] {
  const markets = `generate_series(1, ${MARKETS}) AS m`;
  const holdings = `(SELECT w, ${sqlHolding('w', 'k')} AS m
    FROM generate_series(1, ${WALLETS}) AS w, generate_series(1, ${MARKETS_PER_WALLET}) AS k) AS held`;
  const isOpen = 'm % 2 = 0';
  return [
    `UPDATE chain_index SET chain_id = 31999, factory_address = ${sqlAddress('1')}, base_unit = 0.000001,
       confirmations = 1, block_number = ${INDEXED_BLOCK}, block_hash = ${sqlHash(`'block'`)}, block_time = now(),
       head_number = ${INDEXED_BLOCK}, started_at = now() - interval '1 year'`,
    `INSERT INTO chain_blocks (block_number, block_hash)
     SELECT b, ${sqlHash(`'block' || b`)} FROM generate_series(${INDEXED_BLOCK - 200}, ${INDEXED_BLOCK}) AS b`,
    `INSERT INTO markets (id, creator_user_id, title, category, status, outcome_yes_label, outcome_no_label,
       collateral_asset, chain, closes_at, resolved_at, winning_outcome, from_chain, created_at)
     SELECT ${sqlMarket('m')}, ${sqlUser(`(m % ${WALLETS} + 1)`)}, 'Will number ' || m || ' come true?', 'category ' || m % 5,
       CASE WHEN ${isOpen} THEN 'OPEN' ELSE 'RESOLVED' END, 'YES', 'NO', 'USDC', 'CHAIN-TESTNET',
       now() + interval '30 days', CASE WHEN ${isOpen} THEN NULL ELSE now() END,
       CASE WHEN ${isOpen} THEN NULL ELSE 'YES' END, true, now() - m * interval '1 minute' FROM ${markets}`,
    `INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
       block_number, created_at, transaction_hash, phase, phase_at, winning_outcome, yes_pool_base_units,
       no_pool_base_units)
     SELECT ${sqlContract('m')}, ${sqlMarket('m')}, false, 'market-' || m, ${sqlAddress('m')}, ${sqlAddress('m')},
       now() + interval '30 days', m, now(), ${sqlHash(`'created' || m`)},
       CASE WHEN ${isOpen} THEN 'open' ELSE 'resolved' END, CASE WHEN ${isOpen} THEN NULL ELSE now() END,
       CASE WHEN ${isOpen} THEN NULL ELSE 'YES' END, 1e9, 1e9 FROM ${markets}`,
    `INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price, created_at)
     SELECT ${sqlUser('w')}, ${sqlMarket('m')}, 'YES', 100, 0.5, now() - m * interval '1 minute' FROM ${holdings}`,
    `INSERT INTO chain_stakes (market_contract_address, account, outcome, stake_base_units, cost, first_at, last_at,
       is_open)
     SELECT ${sqlContract('m')}, ${sqlAddress('w')}, 'YES', 100000000, 50, now(), now(), ${isOpen} FROM ${holdings}`,
  ];
}

/** Executions of these ages, the oldest first. */
interface Ages {
  readonly oldest: number;
  readonly newest: number;
}

/** Row source of ended executions with what their rows share. */
function endedOf({ oldest, newest }: Ages, { executions, recent }: HistorySize): string {
  const older = Math.max(1, executions - recent);
  return `(SELECT n, n::text AS key, ${sqlWalletOf('n')} AS w, ${sqlMarketOf('n')} AS m, ${sqlIsFailed('n')} AS failed,
      ${LAST_BLOCK} - n AS block, date_trunc('milliseconds', now() - interval '1 hour' - CASE WHEN n < ${recent}
        THEN n * ${RECENT} / ${recent} ELSE ${RECENT} + (n - ${recent}) * ${EARLIER} / ${older} END) AS at
    FROM generate_series(${oldest}, ${newest}, -1) AS n OFFSET 0) AS ended`;
}

const ENDED_STATUS_SQL = `CASE WHEN failed THEN 'failed' ELSE 'executed' END`;

function executionStatements(ages: Ages, size: HistorySize): string[] {
  const ended = endedOf(ages, size);
  return [
    `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount,
       source_client, client_request_id, request_hash, current_execution_id, executions_count, created_at, updated_at,
       confirmed_at, executed_at, preview)
     SELECT ${sqlIntent('key')}, ${sqlAgent('w')}, 'buy_yes', ${ENDED_STATUS_SQL}, ${sqlAddress('w')}, 'market-' || m,
       ${sqlContract('m')}, 1 + n % 50, CASE n % 7 WHEN 0 THEN 'other-client' ELSE 'client' END, 'request-' || n,
       encode(sha256(key::bytea), 'hex'), ${sqlExecution('key')}, 1, at - interval '2 seconds',
       at + interval '12 seconds', at - interval '1 second', CASE WHEN failed THEN NULL ELSE at + interval '12 seconds' END,
       '${PREVIEW}'::jsonb FROM ${ended}`,
    `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
       market_contract_address, broadcast_performed, approve_transaction_hash, transaction_hash, readback, error_code,
       error_message, retry_safe, request_id, created_at, updated_at, completed_at, budgeted, block_number)
     SELECT ${sqlExecution('key')}, ${sqlIntent('key')}, ${sqlAgent('w')}, ${sqlWallet('w')}, ${sqlAddress('w')}, 'buy_yes',
       1, ${ENDED_STATUS_SQL}, ${sqlRef('key')}, ${sqlContract('m')}, true, ${sqlHash(`'approve' || key`)},
       ${sqlHash(`'main' || key`)}, CASE WHEN failed THEN NULL ELSE jsonb_build_object('market_status', '0', 'yes_stake',
         n::text, 'no_stake', '0', 'yes_pool', (n * 7)::text, 'no_pool', (n * 3)::text) END,
       CASE WHEN failed THEN 'agent_execution_failed' END, CASE WHEN failed THEN 'The market is not open for this.' END,
       failed, md5('request' || n), at, at + interval '12 seconds', at + interval '12 seconds', true,
       CASE WHEN failed THEN NULL ELSE block END FROM ${ended}`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, ref, outcome, amount_base_units, yes_pool_base_units, no_pool_base_units)
     SELECT block, 0, ${sqlHash(`'block' || block`)}, at + interval '10 seconds', ${sqlHash(`'main' || key`)},
       ${sqlContract('m')}, 'Bought', ${sqlAddress('w')}, ${sqlRef('key')}, 'YES', (1 + n % 50) * 1000000, 1e9, 1e9
     FROM ${ended} WHERE NOT failed`,
  ];
}

const STEPS = `(VALUES ('approve', 0), ('main', 1)) AS step (kind, place)`;
/** The request that was sent: about as long as the provider's. */
const BODY = `'{"abiFunctionSignature":null,"blockchain":"CHAIN-TESTNET","callData":"0x' || repeat(md5(key || kind), 6)
  || '","contractAddress":"' || ${sqlContract('m')} || '","entitySecretCiphertext":"' || repeat(md5(kind || key), 8) || '"}'`;

/** Steps and hashes. */
function recordStatements(ages: Ages, size: HistorySize): string[] {
  const ended = endedOf(ages, size);
  return [
    `INSERT INTO execution_steps (execution_id, kind, status, idempotency_key, body, contract_address, deadline, armed_at,
       armed_fence, send_attempts, last_sent_at, provider_transaction_id, provider_state, transaction_hash, block_number,
       block_hash, failure_reason, created_at, updated_at, seal, policy_version)
     SELECT ${sqlExecution('key')}, kind, CASE WHEN failed AND kind = 'main' THEN 'failed' ELSE 'done' END,
       md5(kind || n)::uuid, ${BODY}, ${sqlContract('m')}, at + interval '15 minutes', at + place * interval '4 seconds', 3, 1,
       at + place * interval '4 seconds', md5('provider' || kind || n)::uuid, 'complete', ${sqlHash('kind || key')},
       block - 1 + place, ${sqlHash(`'block' || block - 1 + place`)},
       CASE WHEN failed AND kind = 'main' THEN 'market_not_open' END, at, at + (1 + place) * interval '6 seconds',
       encode(sha256((key || kind)::bytea), 'hex'), 1 FROM ${ended} CROSS JOIN ${STEPS}`,
    `INSERT INTO execution_transaction_hashes (execution_id, kind, transaction_hash, seen_at)
     SELECT ${sqlExecution('key')}, kind, ${sqlHash('kind || key')}, at + (1 + place) * interval '5 seconds'
     FROM ${ended} CROSS JOIN ${STEPS}`,
  ];
}

/** Anchors, and the logs of agents, which hold three events of each recent execution. */
function logStatements(size: HistorySize): string[] {
  const anchors = Math.min(MAX_ANCHORS, size.executions);
  const recent = endedOf({ oldest: size.recent - 1, newest: 0 }, size);
  return [
    `INSERT INTO event_anchors (at, heads, previous_hash, hash)
     SELECT date_trunc('minute', now()) - (1 + a) * interval '1 minute', '[]', encode(sha256(a::text::bytea), 'hex'),
       encode(sha256((a - 1)::text::bytea), 'hex') FROM generate_series(${anchors}, 0, -1) AS a`,
    `INSERT INTO logged_events (log, seq, id, type, at, subject_kind, subject_id, data, hash)
     SELECT 'agent:' || ${sqlAgent('w')}, row_number() OVER (PARTITION BY w ORDER BY n DESC, event.type),
       'event_' || md5(key || event.type), event.type, at, 'execution', ${sqlExecution('key')},
       '{"action":"buy_yes","intent_id":"' || ${sqlIntent('key')} || '","market_contract_address":"'
         || ${sqlContract('m')} || '"}', encode(sha256(key::bytea), 'hex')
     FROM ${recent} CROSS JOIN unnest(ARRAY['execution.queued', 'execution.broadcast', 'execution.executed']) AS event (type)`,
    `INSERT INTO event_logs (log, head_seq)
     SELECT log, max(seq) FROM logged_events GROUP BY log`,
  ];
}

const PREVIEW = JSON.stringify({
  checks: CHECK_RULES.map((rule, index) => passed(rule, { asOfBlock: index })),
  quote: null,
});
