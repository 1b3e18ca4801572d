import {
  BUY,
  CLAIM,
  CONFIRMED_SQL,
  DENIED,
  erase,
  event,
  execution,
  intent,
  PREVIEW_SQL,
  REFUSED,
  selectIntent,
  step,
  type Tampering,
} from './tampering.js';

const EVENTS: Tampering[] = [
  {
    name: 'a deleted event',
    statements: [`DELETE FROM execution_events WHERE execution_id = ${BUY} AND seq = 3 RETURNING 1`],
    found: 'event_missing',
  },
  {
    name: 'a deleted last event',
    statements: [
      `DELETE FROM execution_events WHERE execution_id = ${BUY} AND type = 'execution.executed' RETURNING 1`,
    ],
    found: 'anchored_events_gone',
  },
  {
    name: 'an event with other data',
    statements: [event(REFUSED, 'execution.failed', `data = replace(data, 'already_claimed', 'too_early')`)],
    found: 'event_altered',
  },
  {
    name: 'an event with other data and a recomputed hash chain',
    statements: [
      event(REFUSED, 'execution.failed', `data = replace(data, 'already_claimed', 'too_early')`),
      step(REFUSED, 'main', `failure_reason = 'too_early'`),
      execution(REFUSED, `error_message = 'It is too early for this: the close time has not come.'`),
      `SELECT rechain(${REFUSED})`,
    ],
    found: 'anchor_differs',
  },
  { name: 'an erased failed execution and its intent', statements: erase(DENIED), found: 'anchored_events_gone' },
  { name: 'an erased executed execution and its intent', statements: erase(CLAIM), found: 'effect_unrecorded' },
  {
    name: 'an erased execution whose steps and events remain',
    statements: [`DELETE FROM executions WHERE id = ${DENIED} RETURNING 1`],
    found: 'execution_missing',
  },
  {
    name: 'a deleted first anchor',
    statements: [
      'DELETE FROM execution_event_anchors WHERE id = (SELECT min(id) FROM execution_event_anchors) RETURNING 1',
    ],
    found: 'anchor_chain_broken',
  },
];

const INTENTS: Tampering[] = [
  {
    name: 'an executed intent with another amount',
    statements: [intent(selectIntent(BUY), 'amount = amount + 1')],
    found: 'effect_differs',
  },
  {
    name: 'a confirmed intent with another amount',
    statements: [intent(CONFIRMED_SQL, 'amount = amount * 100')],
    found: 'request_differs',
  },
  {
    name: 'a confirmed intent marked as executed',
    statements: [intent(CONFIRMED_SQL, `status = 'executed', executed_at = now()`)],
    found: 'intent_differs',
  },
  {
    name: 'a preview marked as confirmed',
    statements: [intent(PREVIEW_SQL, `status = 'confirmed'`)],
    found: 'intent_differs',
  },
  {
    name: 'an executed intent marked as confirmed',
    statements: [intent(selectIntent(BUY), `status = 'confirmed', executed_at = NULL`)],
    found: 'effect_without_execution',
  },
  {
    name: 'an erased intent whose execution remains',
    statements: [`DELETE FROM agent_intents WHERE id = ${selectIntent(BUY)} RETURNING 1`],
    found: 'intent_missing',
  },
];

const FORGERIES: Tampering[] = [
  {
    name: 'a forged second execution of an intent',
    statements: [
      `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
         market_contract_address, broadcast_performed, transaction_hash, retry_safe, completed_at)
       SELECT 'agent_execution_forged', intent_id, agent_id, lane_id, agent_wallet_address, action, 2, status, ref,
         market_contract_address, true, transaction_hash, false, completed_at FROM executions WHERE id = ${BUY} RETURNING 1`,
    ],
    found: 'executed_twice',
  },
  {
    name: 'a forged execution with a consistent event history',
    statements: [
      intent(CONFIRMED_SQL, `status = 'failed', executions_count = 1, current_execution_id = 'agent_execution_forged'`),
      `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
         market_contract_address, error_code, error_message, retry_safe, created_at, completed_at)
       SELECT 'agent_execution_forged', i.id, i.agent_id, w.id, w.agent_wallet_address, i.action, 1, 'failed',
         e.ref, i.market_contract_address, e.error_code, e.error_message, true, e.created_at, e.completed_at
       FROM agent_intents AS i JOIN agent_wallets AS w ON w.agent_id = i.agent_id,
         executions AS e WHERE i.current_execution_id = 'agent_execution_forged' AND e.id = ${REFUSED} RETURNING 1`,
      `INSERT INTO execution_steps (execution_id, kind, status, failure_reason)
       VALUES ('agent_execution_forged', 'approve', 'failed', 'already_claimed'),
         ('agent_execution_forged', 'main', 'planned', NULL) RETURNING 1`,
      `INSERT INTO execution_events (execution_id, seq, at, type, data, hash)
       SELECT 'agent_execution_forged', seq, at, type, data, '' FROM execution_events
       WHERE execution_id = ${REFUSED} RETURNING 1`,
      `SELECT rechain('agent_execution_forged')`,
    ],
    found: 'anchored_events_gone',
  },
];

/** Tamperings with events and intents, and executions that are forged or erased. */
export const TAMPERINGS_OF_EVENTS: readonly Tampering[] = [...EVENTS, ...INTENTS, ...FORGERIES];
