import type pg from 'pg';
import {
  BUSIEST,
  executionId,
  INDEXED_BLOCK,
  LIVE_LANES,
  MISSING_READBACKS,
  QUARANTINED,
  sqlAddress,
  sqlAgent,
  sqlContract,
  sqlExecution,
  sqlHash,
  sqlIntent,
  sqlHolding,
  sqlRef,
  sqlWallet,
} from './history-ids.js';

const LIVE_SQL = `(SELECT w, 'live' || w AS key, ${sqlHolding('w', '0')} AS m,
    (ARRAY['queued', 'queued', 'queued', 'queued', 'submitting', 'submitting', 'submitting', 'broadcast', 'broadcast',
      'unknown'])[1 + w % 10] AS status, now() - interval '3 minutes' AS at
  FROM generate_series(1, ${LIVE_LANES}) AS w OFFSET 0) AS live`;

/**
 * Inserts what is alive, the same in every database: a lane in ten of each with an untouched execution is due, others wait
 * for the provider or a block. Also rows that sweeps find, and a wallet with a confirmed intent.
 */
export async function seedLive(client: pg.Client): Promise<void> {
  await client.query('SET session_replication_role = replica');
  for (const statement of [...executionStatements(), ...laneStatements(), ...sweptStatements()]) {
    await client.query(statement);
  }
  await client.query('RESET session_replication_role');
  await client.query('VACUUM (ANALYZE)');
}

const INTENT_COLUMNS = `id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount,
  source_client, client_request_id, request_hash, created_at, confirmed_at, current_execution_id, executions_count`;

function executionStatements(): string[] {
  const confirmed = String(BUSIEST);
  const [step, isSent] = [`(VALUES ('approve'), ('main')) AS step (kind)`, `status IN ('broadcast', 'unknown')`];
  const stepStatus = `CASE WHEN kind = 'approve' THEN CASE status WHEN 'queued' THEN 'planned' WHEN 'submitting' THEN 'armed'
    ELSE 'done' END ELSE CASE status WHEN 'broadcast' THEN 'sent' WHEN 'unknown' THEN 'unknown' ELSE 'planned' END END`;
  return [
    `INSERT INTO agent_intents (${INTENT_COLUMNS})
     SELECT ${sqlIntent('key')}, ${sqlAgent('w')}, 'buy_yes', 'executing', ${sqlAddress('w')}, 'market-' || m,
       ${sqlContract('m')}, 5, 'client', key, 'hash', at, at, ${sqlExecution('key')}, 1 FROM ${LIVE_SQL}`,
    `INSERT INTO agent_intents (${INTENT_COLUMNS})
     SELECT ${sqlIntent(`'confirmed'`)}, ${sqlAgent(confirmed)}, 'buy_yes', 'confirmed', ${sqlAddress(confirmed)},
       'market', ${sqlContract(sqlHolding(confirmed, '2'))}, 5, 'client', 'confirmed', 'hash', now(), now(),
       NULL, 0`,
    `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
       market_contract_address, broadcast_performed, request_id, waiting_for, created_at, updated_at, budgeted)
     SELECT ${sqlExecution('key')}, ${sqlIntent('key')}, ${sqlAgent('w')}, ${sqlWallet('w')}, ${sqlAddress('w')}, 'buy_yes',
       1, status, ${sqlRef('key')}, ${sqlContract('m')}, ${isSent}, 'request', CASE WHEN status <> 'queued' OR w % 10 > 1
       THEN 'provider' END, at, at, true FROM ${LIVE_SQL}`,
    `INSERT INTO execution_steps (execution_id, kind, status, idempotency_key, body, contract_address, deadline, armed_at,
       armed_fence, send_attempts, last_sent_at, seal, policy_version)
     SELECT ${sqlExecution('key')}, kind, ${stepStatus}, md5('key' || key || kind)::uuid, repeat(md5(key), 20),
       ${sqlContract('m')}, at + interval '15 minutes', at, 1, 1, at, repeat(md5(key), 2), 1 FROM ${LIVE_SQL} CROSS JOIN ${step}`,
    `INSERT INTO execution_transaction_hashes (execution_id, kind, transaction_hash, seen_at)
     SELECT ${sqlExecution('key')}, kind, ${sqlHash('kind || key')}, at FROM ${LIVE_SQL} CROSS JOIN ${step} WHERE ${isSent}`,
    `UPDATE executions SET readback = NULL, readback_due_at = now() - interval '1 minute'
     WHERE id IN (${Array.from({ length: MISSING_READBACKS }, (_, age) => `'${executionId(age)}'`).join(', ')})`,
  ];
}

function laneStatements(): string[] {
  return [
    `UPDATE lanes SET wait_block = CASE WHEN status = 'broadcast' THEN ${INDEXED_BLOCK + 1} END,
       wake_at = now() + CASE WHEN status = 'queued' AND w % 10 <= 1 THEN interval '-1 minute' ELSE interval '10 days' END
     FROM ${LIVE_SQL} WHERE lanes.id = ${sqlWallet('w')}`,
    `UPDATE lanes SET quarantined_at = now(), failures = 10
     FROM generate_series(${QUARANTINED.first}, ${QUARANTINED.last}) AS w WHERE lanes.id = ${sqlWallet('w')}`,
    `INSERT INTO worker_heartbeats (worker_id, expires_at) VALUES (gen_random_uuid(), 'infinity')`,
    `UPDATE execution_pauses SET paused = true WHERE scope = 'create_market'`,
  ];
}

/** Rows that sweeps delete or claim, and newer ones that stay. */
function sweptStatements(): string[] {
  const expired = `now() - interval '100 days'`;
  return [
    `INSERT INTO worker_tasks (kind, subject_id, status, wake_at, expires_at, created_at, updated_at, result)
     SELECT 'read_balance', md5('wallet' || n % 1000 + 1)::uuid, 'done', NULL, now(), at, at, '{"amount":"1"}'
     FROM (SELECT n, now() - n * interval '10 seconds' AS at FROM generate_series(1, 1000) AS n) AS ended`,
    `INSERT INTO worker_tasks (kind, subject_id, wake_at, rung_at, expires_at)
     SELECT 'send_passcode', 'task' || n, now() - interval '1 minute', '-infinity', now() + interval '1 day'
     FROM generate_series(1, 50) AS n`,
    `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash, created_at)
     SELECT ${sqlIntent(`'preview' || n`)}, ${sqlAgent('n % 100 + 500')}, 'buy_yes', 'preview', '0x', 'market', 'hash',
       now() - n * interval '1 hour' FROM generate_series(1, 3000) AS n`,
    `INSERT INTO agent_onboardings (id, agent_id, user_email, chain, wallet_provider, status, passcode_hash, expires_at,
       created_at)
     SELECT 'agent_onboarding_' || md5(n::text), 'agent_onboarded_' || n, n || '@example.com', 'CHAIN-TESTNET',
       'provider_agent_wallet', 'pending_otp', 'hash', now(), now() - n * interval '4 hours'
     FROM generate_series(1, 1000) AS n`,
    `INSERT INTO logged_events (log, seq, id, type, at, subject_kind, subject_id, data, hash)
     SELECT 'market:' || ${sqlContract('m')}, s, 'event_' || md5('expired' || m || '/' || s), 'market.bought',
       ${expired} + s * interval '1 minute', 'market', ${sqlContract('m')}, '{"amount":"1"}', repeat('ab', 32)
     FROM generate_series(1, 20) AS m, generate_series(1, 100) AS s`,
    `INSERT INTO event_logs (log, head_seq)
     SELECT 'market:' || ${sqlContract('m')}, 100 FROM generate_series(1, 20) AS m`,
    `INSERT INTO webhooks (id, url, agent_ids, secret, status)
     SELECT 'webhook_' || md5(w::text), 'https://example.com', ARRAY[${sqlAgent('w')}], '\\x00', 'active'
     FROM generate_series(1, 20) AS w`,
    `INSERT INTO webhook_cursors (webhook_id, log, seq, head_seq, pending_since)
     SELECT w.id, l.log, l.head_seq - 1, l.head_seq, now() FROM webhooks AS w JOIN event_logs AS l ON l.log = 'agent:' || w.agent_ids[1]`,
  ];
}
