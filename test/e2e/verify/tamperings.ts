/** One thing that somebody with the database's password could do, and what `npm run verify` says to it. */
export interface Tampering {
  name: string;
  /** Each must change a row, and answers what it changed. */
  statements: string[];
  /** A finding that must be among those that are reported. */
  found: string;
}

const one = (condition: string) => `(SELECT id FROM executions WHERE ${condition} ORDER BY seq LIMIT 1)`;
const BUY = one(`action = 'buy_yes' AND status = 'executed'`);
const OTHER_BUY = one(`action = 'buy_no' AND status = 'executed'`);
const CREATED = one(`action = 'create_market' AND status = 'executed'`);
const CLAIM = one(`action = 'claim_payout' AND status = 'executed'`);
const REFUSED = one(`action = 'claim_payout' AND status = 'failed'`);
const DENIED = one(`error_message LIKE '%denied the transaction%'`);
const REVERTED = one(`error_message LIKE '%mined and reverted%'`);
const QUEUED = one(`status = 'queued'`);
const intentOf = (execution: string) => `(SELECT intent_id FROM executions WHERE id = ${execution})`;
const CONFIRMED = `(SELECT id FROM agent_intents WHERE status = 'confirmed')`;
const PREVIEW = `(SELECT id FROM agent_intents WHERE status = 'preview')`;

const execution = (id: string, set: string) => `UPDATE executions SET ${set} WHERE id = ${id} RETURNING 1`;
const step = (id: string, kind: 'approve' | 'main', set: string) =>
  `UPDATE execution_steps SET ${set} WHERE execution_id = ${id} AND kind = '${kind}' RETURNING 1`;
const intent = (id: string, set: string) => `UPDATE agent_intents SET ${set} WHERE id = ${id} RETURNING 1`;
const event = (id: string, type: string, set: string) =>
  `UPDATE execution_events SET ${set} WHERE execution_id = ${id} AND type = '${type}' RETURNING 1`;
const hashOf = (id: string) => `(SELECT transaction_hash FROM executions WHERE id = ${id})`;

/** A temporary name for a subject that the statements after it no longer find by what it was. */
const remember = (id: string) => `CREATE TEMPORARY TABLE subject ON COMMIT DROP AS SELECT ${id} AS id`;
const SUBJECT = '(SELECT id FROM subject)';
const SUBJECTS_INTENT = '(SELECT intent_id FROM subject)';

const erase = (id: string): string[] => [
  `CREATE TEMPORARY TABLE subject ON COMMIT DROP AS SELECT id, intent_id FROM executions WHERE intent_id = ${intentOf(id)}`,
  ...['execution_events', 'execution_transaction_hashes', 'execution_steps'].map(
    (table) => `DELETE FROM ${table} WHERE execution_id IN ${SUBJECT}`,
  ),
  `DELETE FROM executions WHERE id IN ${SUBJECT} RETURNING 1`,
  `DELETE FROM agent_intents WHERE id IN ${SUBJECTS_INTENT} RETURNING 1`,
];

const STATUSES: Tampering[] = [
  {
    name: 'a refused execution says executed',
    statements: [execution(REFUSED, `status = 'executed'`)],
    found: 'executed_without_effect',
  },
  {
    name: 'an executed one says failed, and so does its intent',
    statements: [
      remember(BUY),
      execution(SUBJECT, `status = 'failed', retry_safe = true`),
      intent(intentOf(SUBJECT), `status = 'failed', executed_at = NULL`),
    ],
    found: 'effect_of_failed',
  },
  {
    name: 'an executed one is under way again',
    statements: [execution(BUY, `status = 'broadcast', completed_at = NULL`)],
    found: 'status_differs',
  },
  {
    name: 'a queued one says executed',
    statements: [execution(QUEUED, `status = 'executed', completed_at = now()`)],
    found: 'transaction_missing',
  },
  { name: 'a step is not done', statements: [step(BUY, 'main', `status = 'mined'`)], found: 'step_status_differs' },
];

const IDENTITIES: Tampering[] = [
  { name: 'the ref of another', statements: [execution(BUY, `ref = '0x${'12'.repeat(32)}'`)], found: 'ref_differs' },
  { name: 'another action', statements: [execution(BUY, `action = 'buy_no'`)], found: 'action_differs' },
  {
    name: 'another wallet address',
    statements: [execution(BUY, `agent_wallet_address = '0x${'34'.repeat(20)}'`)],
    found: 'wallet_differs',
  },
  {
    name: 'the lane of another wallet',
    statements: [execution(BUY, `lane_id = (SELECT id FROM agent_wallets WHERE agent_id = 'agent_bob_01')`)],
    found: 'wallet_differs',
  },
  {
    name: 'another market of a creation',
    statements: [execution(CREATED, `market_contract_address = '0x${'56'.repeat(20)}'`)],
    found: 'effect_differs',
  },
  {
    name: 'another market of a failure',
    statements: [execution(REFUSED, `market_contract_address = '0x${'56'.repeat(20)}'`)],
    found: 'market_differs',
  },
  {
    name: 'the wallet has another address',
    statements: [
      `UPDATE agent_wallets SET agent_wallet_address = '0x${'78'.repeat(20)}' WHERE agent_id = 'agent_alice_01' RETURNING 1`,
    ],
    found: 'wallet_differs',
  },
  {
    name: 'the wallet is another one at the provider',
    statements: [
      `UPDATE agent_wallets SET provider_wallet_id = gen_random_uuid() WHERE agent_id = 'agent_alice_01' RETURNING 1`,
    ],
    found: 'body_differs',
  },
];

const OUTCOMES: Tampering[] = [
  {
    name: 'the broadcast is denied',
    statements: [execution(BUY, 'broadcast_performed = false')],
    found: 'broadcast_differs',
  },
  {
    name: 'a broadcast is claimed',
    statements: [execution(REFUSED, 'broadcast_performed = true')],
    found: 'broadcast_differs',
  },
  {
    name: 'two executions exchange their hashes',
    statements: [execution(BUY, `transaction_hash = ${hashOf(OTHER_BUY)}`)],
    found: 'hash_differs',
  },
  {
    name: 'another’s hash everywhere',
    statements: [
      execution(BUY, `transaction_hash = ${hashOf(OTHER_BUY)}`),
      step(BUY, 'main', `transaction_hash = ${hashOf(OTHER_BUY)}`),
      `UPDATE execution_transaction_hashes SET transaction_hash = ${hashOf(OTHER_BUY)}
       WHERE execution_id = ${BUY} AND kind = 'main' RETURNING 1`,
    ],
    found: 'effect_elsewhere',
  },
  {
    name: 'a hash that no block holds',
    statements: [execution(CLAIM, `transaction_hash = '0x${'9a'.repeat(32)}'`)],
    found: 'transaction_missing',
  },
  {
    name: 'a readback is improved',
    statements: [execution(CLAIM, `readback = readback || '{"claimable_payout": "1"}'`)],
    found: 'readback_differs',
  },
  {
    name: 'an error text says something else',
    statements: [execution(REFUSED, `error_message = 'Try again.'`)],
    found: 'error_differs',
  },
  {
    name: 'an executed one may be retried',
    statements: [execution(BUY, 'retry_safe = true')],
    found: 'retry_safe_differs',
  },
  {
    name: 'it ended at another time',
    statements: [execution(BUY, `completed_at = completed_at + interval '1 hour'`)],
    found: 'time_differs',
  },
];

const STEPS: Tampering[] = [
  {
    name: 'another body',
    statements: [step(DENIED, 'main', `body = body || ' '`)],
    found: 'body_hash_differs',
  },
  {
    name: 'another body with its hash',
    statements: [
      step(BUY, 'main', `body = body || ' ', body_hash = encode(sha256(convert_to(body || ' ', 'UTF8')), 'hex')`),
    ],
    found: 'body_hash_differs',
  },
  { name: 'no body', statements: [step(BUY, 'main', 'body = NULL')], found: 'body_hash_differs' },
  {
    name: 'another idempotency key',
    statements: [step(BUY, 'main', 'idempotency_key = gen_random_uuid()')],
    found: 'body_differs',
  },
  { name: 'other call data', statements: [step(BUY, 'approve', `call_data = '0x00'`)], found: 'call_differs' },
  {
    name: 'a longer deadline',
    statements: [step(DENIED, 'main', `deadline = deadline + interval '1 hour'`)],
    found: 'deadline_differs',
  },
  {
    name: 'the lane’s fence goes back',
    statements: [
      `UPDATE lanes SET fence = 0 WHERE id = (SELECT lane_id FROM executions WHERE id = ${BUY}) RETURNING 1`,
    ],
    found: 'fence_differs',
  },
  {
    name: 'another transaction of the provider',
    statements: [step(BUY, 'main', 'provider_transaction_id = gen_random_uuid()')],
    found: 'provider_id_differs',
  },
  {
    name: 'mined in another block',
    statements: [step(BUY, 'approve', 'block_number = block_number + 1')],
    found: 'block_differs',
  },
  {
    name: 'the approval never was',
    statements: [`DELETE FROM execution_steps WHERE execution_id = ${BUY} AND kind = 'approve' RETURNING 1`],
    found: 'steps_differ',
  },
  {
    name: 'a hash that was seen is gone',
    statements: [`DELETE FROM execution_transaction_hashes WHERE execution_id = ${REVERTED} RETURNING 1`],
    found: 'hash_forgotten',
  },
  {
    name: 'a revert that was none',
    statements: [
      step(REVERTED, 'main', `transaction_hash = ${hashOf(BUY)}`),
      execution(REVERTED, `transaction_hash = ${hashOf(BUY)}`),
    ],
    found: 'transaction_differs',
  },
];

const STORIES: Tampering[] = [
  {
    name: 'an event is gone',
    statements: [`DELETE FROM execution_events WHERE execution_id = ${BUY} AND seq = 3 RETURNING 1`],
    found: 'event_missing',
  },
  {
    name: 'the end is gone',
    statements: [
      `DELETE FROM execution_events WHERE execution_id = ${BUY} AND type = 'execution.executed' RETURNING 1`,
    ],
    found: 'anchored_events_gone',
  },
  {
    name: 'an event tells something else',
    statements: [event(REFUSED, 'execution.failed', `data = replace(data, 'already_claimed', 'too_early')`)],
    found: 'event_altered',
  },
  {
    name: 'an event tells something else, and all hashes after it are made anew',
    statements: [
      event(REFUSED, 'execution.failed', `data = replace(data, 'already_claimed', 'too_early')`),
      step(REFUSED, 'main', `failure_reason = 'too_early'`),
      execution(REFUSED, `error_message = 'It is too early for this: the close time has not come.'`),
      `SELECT rechain(${REFUSED})`,
    ],
    found: 'anchor_differs',
  },
  { name: 'a failed execution never was, nor its intent', statements: erase(DENIED), found: 'anchored_events_gone' },
  { name: 'an executed one never was, nor its intent', statements: erase(CLAIM), found: 'effect_unrecorded' },
  {
    name: 'an execution is gone, and what is kept about it is left',
    statements: [`DELETE FROM executions WHERE id = ${DENIED} RETURNING 1`],
    found: 'execution_missing',
  },
  {
    name: 'the first anchor is gone',
    statements: [
      'DELETE FROM execution_event_anchors WHERE id = (SELECT min(id) FROM execution_event_anchors) RETURNING 1',
    ],
    found: 'anchor_chain_broken',
  },
];

const INTENTS: Tampering[] = [
  {
    name: 'an executed intent asks for another amount',
    statements: [intent(intentOf(BUY), 'amount = amount + 1')],
    found: 'effect_differs',
  },
  {
    name: 'a confirmed intent asks for another amount',
    statements: [intent(CONFIRMED, 'amount = amount * 100')],
    found: 'request_differs',
  },
  {
    name: 'a confirmed intent says executed',
    statements: [intent(CONFIRMED, `status = 'executed', executed_at = now()`)],
    found: 'intent_differs',
  },
  {
    name: 'a preview is confirmed by nobody',
    statements: [intent(PREVIEW, `status = 'confirmed'`)],
    found: 'intent_differs',
  },
  {
    name: 'an executed intent may be executed again',
    statements: [intent(intentOf(BUY), `status = 'confirmed', executed_at = NULL`)],
    found: 'effect_without_execution',
  },
  {
    name: 'an intent is gone, and its execution is left',
    statements: [`DELETE FROM agent_intents WHERE id = ${intentOf(BUY)} RETURNING 1`],
    found: 'intent_missing',
  },
];

const FORGERIES: Tampering[] = [
  {
    name: 'a second executed execution is made up',
    statements: [
      `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
         market_contract_address, broadcast_performed, transaction_hash, retry_safe, completed_at)
       SELECT 'agent_execution_forged', intent_id, agent_id, lane_id, agent_wallet_address, action, 2, status, ref,
         market_contract_address, true, transaction_hash, false, completed_at FROM executions WHERE id = ${BUY} RETURNING 1`,
    ],
    found: 'executed_twice',
  },
  {
    name: 'an execution is made up, with a story that has no flaw',
    statements: [
      intent(CONFIRMED, `status = 'failed', executions_count = 1, current_execution_id = 'agent_execution_forged'`),
      `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
         market_contract_address, error_code, error_message, retry_safe, created_at, completed_at)
       SELECT 'agent_execution_forged', i.id, i.agent_id, w.id, w.agent_wallet_address, i.action, 1, 'failed',
         e.ref, i.market_contract_address, e.error_code, e.error_message, true, e.created_at, e.completed_at
       FROM agent_intents AS i JOIN agent_wallets AS w ON w.agent_id = i.agent_id,
         executions AS e WHERE i.current_execution_id = 'agent_execution_forged' AND e.id = ${REFUSED} RETURNING 1`,
      `INSERT INTO execution_steps (execution_id, kind, status, failure_reason)
       VALUES ('agent_execution_forged', 'approve', 'failed', 'already_claimed'),
         ('agent_execution_forged', 'main', 'planned', NULL) RETURNING 1`,
      `INSERT INTO execution_events (execution_id, seq, at, type, data, previous_hash, hash)
       SELECT 'agent_execution_forged', seq, at, type, data, '', '' FROM execution_events
       WHERE execution_id = ${REFUSED} RETURNING 1`,
      `SELECT rechain('agent_execution_forged')`,
    ],
    found: 'anchored_events_gone',
  },
];

/** Each of its own kind; what one leaves out another covers. */
export const TAMPERINGS: readonly Tampering[] = [
  ...STATUSES,
  ...IDENTITIES,
  ...OUTCOMES,
  ...STEPS,
  ...STORIES,
  ...INTENTS,
  ...FORGERIES,
];
