import {
  BUY,
  CLAIM,
  CONFIRMED_SQL,
  DENIED,
  erase,
  event,
  intent,
  logOf,
  PREVIEW_SQL,
  REFUSED,
  selectIntent,
  type Tampering,
} from './tampering.js';

const FORGED_LOG = logOf(`'agent_execution_forged'`);

const EVENTS: Tampering[] = [
  {
    name: 'a deleted event',
    statements: [`DELETE FROM logged_events WHERE subject_id = ${BUY} AND type = 'execution.broadcast' RETURNING 1`],
    found: 'logged_event_missing',
  },
  {
    name: 'a deleted last event of an execution, and a recomputed hash chain',
    statements: [
      `DELETE FROM logged_events WHERE subject_id = ${BUY} AND type = 'execution.executed' RETURNING 1`,
      `SELECT rechain(${logOf(BUY)})`,
    ],
    found: 'status_differs',
  },
  {
    name: 'a log without its last event',
    statements: [
      `DELETE FROM logged_events WHERE log = ${logOf(BUY)}
         AND seq = (SELECT head_seq FROM event_logs WHERE log = ${logOf(BUY)}) RETURNING 1`,
      `SELECT rechain(${logOf(BUY)})`,
    ],
    found: 'anchored_events_gone',
  },
  {
    name: 'a deleted log',
    statements: [
      `DELETE FROM logged_events WHERE log LIKE 'market:%' RETURNING 1`,
      `DELETE FROM event_logs WHERE log LIKE 'market:%' RETURNING 1`,
    ],
    found: 'anchored_events_gone',
  },
  {
    name: 'a log whose events seem to have expired',
    statements: [
      `UPDATE event_logs AS l SET oldest_seq = head_seq, expired_hash = (SELECT hash FROM logged_events AS e
         WHERE e.log = l.log AND e.seq = l.head_seq - 1) WHERE log = ${logOf(BUY)} RETURNING 1`,
      `DELETE FROM logged_events AS e USING event_logs AS l WHERE l.log = e.log AND e.seq < l.oldest_seq RETURNING 1`,
    ],
    found: 'first_event_missing',
  },
  {
    name: 'an event with other data',
    statements: [event(REFUSED, 'execution.failed', `data = replace(data, '"retry_safe":true', '"retry_safe":false')`)],
    found: 'logged_event_altered',
  },
  {
    name: 'an event with other data and a recomputed hash chain',
    statements: [
      event(REFUSED, 'execution.failed', `data = replace(data, '"retry_safe":true', '"retry_safe":false')`),
      `SELECT rechain(${logOf(REFUSED)})`,
    ],
    found: 'anchor_differs',
  },
  { name: 'an erased failed execution and its intent', statements: erase(DENIED), found: 'execution_missing' },
  {
    name: 'an erased failed execution, its intent and its events',
    statements: [
      `CREATE TEMPORARY TABLE erased ON COMMIT DROP AS SELECT ${DENIED} AS id, ${logOf(DENIED)} AS log`,
      ...erase(DENIED),
      'DELETE FROM logged_events WHERE subject_id IN (SELECT id FROM erased) RETURNING 1',
      'SELECT rechain(log) FROM erased',
    ],
    found: 'anchored_events_gone',
  },
  { name: 'an erased executed execution and its intent', statements: erase(CLAIM), found: 'effect_unrecorded' },
  {
    name: 'an erased execution whose steps and events remain',
    statements: [`DELETE FROM executions WHERE id = ${DENIED} RETURNING 1`],
    found: 'execution_missing',
  },
  {
    name: 'a deleted first anchor',
    statements: ['DELETE FROM event_anchors WHERE id = (SELECT min(id) FROM event_anchors) RETURNING 1'],
    found: 'anchor_chain_broken',
  },
  {
    name: 'a deleted last anchor',
    statements: ['DELETE FROM event_anchors WHERE id = (SELECT max(id) FROM event_anchors) RETURNING 1'],
    found: 'anchor_differs',
  },
  {
    name: 'an anchor without its list',
    statements: ['UPDATE event_anchors SET heads = NULL RETURNING 1'],
    found: 'anchored_events_gone',
  },
  {
    name: 'an anchor with another list',
    statements: [`UPDATE event_anchors SET heads = '[]' RETURNING 1`],
    found: 'anchor_differs',
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
      `UPDATE logged_events SET seq = seq + 100000 WHERE log = ${FORGED_LOG} AND seq > 3 RETURNING 1`,
      `INSERT INTO logged_events (log, seq, id, type, at, subject_kind, subject_id, data, hash)
       SELECT ${FORGED_LOG}, 3 + row_number() OVER (ORDER BY seq), 'event_forged_' || seq, type, at, subject_kind,
         'agent_execution_forged', replace(replace(data, ${REFUSED}, 'agent_execution_forged'), ${selectIntent(REFUSED)},
           (SELECT intent_id FROM executions WHERE id = 'agent_execution_forged')), ''
       FROM logged_events WHERE subject_id = ${REFUSED} RETURNING 1`,
      `SELECT rechain(${FORGED_LOG})`,
    ],
    found: 'anchor_differs',
  },
];

/** Tamperings with events and intents, and executions that are forged or erased. */
export const TAMPERINGS_OF_EVENTS: readonly Tampering[] = [...EVENTS, ...INTENTS, ...FORGERIES];
