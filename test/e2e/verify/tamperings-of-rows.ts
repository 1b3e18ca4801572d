import {
  BUY,
  CLAIM,
  CREATED,
  DENIED,
  execution,
  intent,
  OTHER_BUY,
  QUEUED,
  REFUSED,
  remember,
  REVERTED,
  selectHash,
  selectIntent,
  step,
  SUBJECT_SQL,
  type Tampering,
} from './tampering.js';

const STATUSES: Tampering[] = [
  {
    name: 'a failed execution marked as executed',
    statements: [execution(REFUSED, `status = 'executed'`)],
    found: 'executed_without_effect',
  },
  {
    name: 'an executed execution and its intent marked as failed',
    statements: [
      remember(BUY),
      execution(SUBJECT_SQL, `status = 'failed', retry_safe = true`),
      intent(selectIntent(SUBJECT_SQL), `status = 'failed', executed_at = NULL`),
    ],
    found: 'effect_of_failed',
  },
  {
    name: 'an executed execution marked as broadcast',
    statements: [execution(BUY, `status = 'broadcast', completed_at = NULL`)],
    found: 'status_differs',
  },
  {
    name: 'a queued execution marked as executed',
    statements: [execution(QUEUED, `status = 'executed', completed_at = now()`)],
    found: 'transaction_missing',
  },
  {
    name: 'a confirmed step marked as mined',
    statements: [step(BUY, 'main', `status = 'mined'`)],
    found: 'steps_altered',
  },
];

const IDENTITIES: Tampering[] = [
  { name: 'another ref', statements: [execution(BUY, `ref = '0x${'12'.repeat(32)}'`)], found: 'ref_differs' },
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
    name: 'another market of a created market',
    statements: [execution(CREATED, `market_contract_address = '0x${'56'.repeat(20)}'`)],
    found: 'effect_differs',
  },
  {
    name: 'another market of a failed execution',
    statements: [execution(REFUSED, `market_contract_address = '0x${'56'.repeat(20)}'`)],
    found: 'market_differs',
  },
  {
    name: 'another address of the wallet',
    statements: [
      `UPDATE agent_wallets SET agent_wallet_address = '0x${'78'.repeat(20)}' WHERE agent_id = 'agent_alice_01' RETURNING 1`,
    ],
    found: 'wallet_differs',
  },
  {
    name: 'another provider id of the wallet',
    statements: [
      `UPDATE agent_wallets SET provider_wallet_id = gen_random_uuid() WHERE agent_id = 'agent_alice_01' RETURNING 1`,
    ],
    found: 'body_differs',
  },
];

const OUTCOMES: Tampering[] = [
  {
    name: 'a broadcast marked as not performed',
    statements: [execution(BUY, 'broadcast_performed = false')],
    found: 'broadcast_differs',
  },
  {
    name: 'a missing broadcast marked as performed',
    statements: [execution(REFUSED, 'broadcast_performed = true')],
    found: 'broadcast_differs',
  },
  {
    name: 'the transaction hash of another execution',
    statements: [execution(BUY, `transaction_hash = ${selectHash(OTHER_BUY)}`)],
    found: 'hash_differs',
  },
  {
    name: 'the transaction hash of another execution in every table',
    statements: [
      execution(BUY, `transaction_hash = ${selectHash(OTHER_BUY)}`),
      step(BUY, 'main', `transaction_hash = ${selectHash(OTHER_BUY)}`),
      `UPDATE execution_transaction_hashes SET transaction_hash = ${selectHash(OTHER_BUY)}
       WHERE execution_id = ${BUY} AND kind = 'main' RETURNING 1`,
    ],
    found: 'effect_elsewhere',
  },
  {
    name: 'a transaction hash that is not on chain',
    statements: [execution(CLAIM, `transaction_hash = '0x${'9a'.repeat(32)}'`)],
    found: 'transaction_missing',
  },
  {
    name: 'a readback with another value',
    statements: [execution(CLAIM, `readback = readback || '{"claimable_payout": "1"}'`)],
    found: 'readback_differs',
  },
  {
    name: 'another error message',
    statements: [execution(REFUSED, `error_message = 'Try again.'`)],
    found: 'error_differs',
  },
  {
    name: 'an executed execution marked as safe to retry',
    statements: [execution(BUY, 'retry_safe = true')],
    found: 'retry_safe_differs',
  },
  {
    name: 'another completion time',
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
  { name: 'no body', statements: [step(BUY, 'main', 'body = NULL')], found: 'body_hash_differs' },
  {
    name: 'another target of a step',
    statements: [step(BUY, 'main', `contract_address = '0x${'56'.repeat(20)}'`)],
    found: 'contract_differs',
  },
  {
    name: 'another idempotency key',
    statements: [step(BUY, 'main', 'idempotency_key = gen_random_uuid()')],
    found: 'body_differs',
  },
  {
    name: 'other call data',
    statements: [step(BUY, 'approve', `body = replace(body, '"callData":"0x', '"callData":"0x00')`)],
    found: 'call_differs',
  },
  {
    name: 'a longer deadline',
    statements: [step(DENIED, 'main', `deadline = deadline + interval '1 hour'`)],
    found: 'steps_altered',
  },
  {
    name: 'a lowered fence of the lane',
    statements: [
      `UPDATE lanes SET fence = 0 WHERE id = (SELECT lane_id FROM executions WHERE id = ${BUY}) RETURNING 1`,
    ],
    found: 'fence_differs',
  },
  {
    name: 'another provider transaction id',
    statements: [step(BUY, 'main', 'provider_transaction_id = gen_random_uuid()')],
    found: 'steps_altered',
  },
  {
    name: 'another block number',
    statements: [step(BUY, 'approve', 'block_number = block_number + 1')],
    found: 'steps_altered',
  },
  {
    name: 'a larger allowance',
    statements: [step(BUY, 'approve', 'allowance_base_units = 2 * allowance_base_units')],
    found: 'call_differs',
  },
  {
    name: 'the approval of another wallet for a buy without one',
    statements: [
      `UPDATE executions SET approve_transaction_hash = (SELECT approve_transaction_hash FROM executions AS other
         WHERE other.agent_id <> executions.agent_id AND other.approve_transaction_hash IS NOT NULL LIMIT 1)
       WHERE action = 'buy_yes' AND status = 'executed' AND NOT EXISTS (SELECT FROM execution_steps AS step
         WHERE step.execution_id = executions.id AND step.kind = 'approve') RETURNING 1`,
    ],
    found: 'transaction_differs',
  },
  {
    name: 'a deleted approval step',
    statements: [`DELETE FROM execution_steps WHERE execution_id = ${BUY} AND kind = 'approve' RETURNING 1`],
    found: 'steps_altered',
  },
  {
    name: 'a deleted transaction hash',
    statements: [`DELETE FROM execution_transaction_hashes WHERE execution_id = ${REVERTED} RETURNING 1`],
    found: 'steps_altered',
  },
  {
    name: 'a failed execution with the hash of a successful transaction',
    statements: [
      step(REVERTED, 'main', `transaction_hash = ${selectHash(BUY)}`),
      execution(REVERTED, `transaction_hash = ${selectHash(BUY)}`),
    ],
    found: 'transaction_differs',
  },
  {
    name: 'a lane that counts less stake than it has spent',
    statements: [
      `UPDATE lanes SET spent = 0 WHERE id = (SELECT lane_id FROM executions WHERE id = ${BUY}) RETURNING 1`,
    ],
    found: 'spent_differs',
  },
];

/** Tamperings with executions, their steps and wallets. */
export const TAMPERINGS_OF_ROWS: readonly Tampering[] = [...STATUSES, ...IDENTITIES, ...OUTCOMES, ...STEPS];
