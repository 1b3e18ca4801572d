import {
  BUY,
  CLAIM,
  CONFIRMED,
  DENIED,
  erase,
  event,
  execution,
  intent,
  intentOf,
  PREVIEW,
  REFUSED,
  step,
  type Tampering,
} from './tampering.js';

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

/** What events and intents tell, and whole executions that were made up or taken away. */
export const TAMPERINGS_OF_STORIES: readonly Tampering[] = [...STORIES, ...INTENTS, ...FORGERIES];
