import {
  BUY,
  CLAIM,
  CREATED,
  DENIED,
  execution,
  hashOf,
  intent,
  intentOf,
  OTHER_BUY,
  QUEUED,
  REFUSED,
  remember,
  REVERTED,
  step,
  SUBJECT,
  type Tampering,
} from './tampering.js';

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

/** What executions, their steps and wallets say. */
export const TAMPERINGS_OF_ROWS: readonly Tampering[] = [...STATUSES, ...IDENTITIES, ...OUTCOMES, ...STEPS];
