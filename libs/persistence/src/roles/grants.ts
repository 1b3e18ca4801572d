import type { ProcessName } from './roles.js';

/** Privileges of each process on a table, in the syntax of GRANT. Row locks (`FOR UPDATE`, `FOR SHARE`) need UPDATE. */
export type TableGrants = Readonly<Record<string, Partial<Record<ProcessName, string>>>>;

const READ = 'SELECT';
const ADD = 'SELECT, INSERT';
const WRITE = 'SELECT, INSERT, UPDATE';
const ALL = 'SELECT, INSERT, UPDATE, DELETE';

/** Columns of an execution that name what it does, also when it is restored from its effect on the chain. */
const EXECUTED_CALL = `id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref,
  market_contract_address`;
/** Columns of an execution that its acceptance sets. */
const ACCEPTED_COLUMNS = `${EXECUTED_CALL}, request_id, trace_parent, waiting_for, budgeted`;
/** Columns of an execution that its progress changes. */
const EXECUTION_STATE = `status, waiting_for, broadcast_performed, approve_transaction_hash, transaction_hash,
  block_number, market_contract_address, readback, readback_due_at, error_code, error_message, retry_safe, tries, completed_at,
  updated_at`;
/** Columns of a step that its progress changes: not what is sealed and sent. */
const STEP_STATE = `status, provider_transaction_id, provider_state, transaction_hash, block_number, block_hash,
  failure_reason, acceleration_key, accelerations, accelerated_at, updated_at`;
/** Columns of a step that its arming sets. */
const ARMED_COLUMNS = `idempotency_key, body, contract_address, deadline, seal, policy_version, allowance_base_units, armed_at,
  armed_fence, send_attempts, last_sent_at`;
/** Columns of an intent that its executions change: not its terms. */
const INTENT_STATE = 'status, current_execution_id, executions_count, confirmed_at, executed_at, updated_at';
/** Columns of a wallet that its registration sets: not the id at the custody, by which a worker signs. */
const WALLET_TERMS = `user_wallet, agent_wallet_address, chain, allowed_actions, status, max_trade_amount, source_client,
  daily_limit, market_limit, open_exposure_limit, approval_above, auto_claim, total_limit, valid_until`;

/** Columns of a lane that its progress changes: not what the agent has spent, which only a trigger counts. */
const LANE_STATE = `version, seen_version, wake_at, fence, lease_until, wait_block, has_room, token_due_at, failures,
  quarantined_at, has_send_slot, account_id, send_round, send_queued_at`;

/** Columns of a webhook that state whether and when it delivers. */
const WEBHOOK_STATE = 'status, failures, failing_since, failure, response_status, next_attempt_at';

/** Columns of a step that the API shows: not what is sealed and sent, nor the keys under which it is sent. */
const SHOWN_STEP_COLUMNS = `execution_id, kind, status, send_attempts, accelerations, armed_at, last_sent_at, deadline,
  contract_address, provider_transaction_id, provider_state, transaction_hash, block_number, block_hash, failure_reason,
  updated_at`;

/** Tables of the schema `public`. A process has no privilege that is not listed. */
export const TABLE_GRANTS: TableGrants = {
  // Market records and the chain index
  users: {
    api: ADD,
    worker: `SELECT, INSERT (id, kind, wallet_address, created_at, updated_at), UPDATE (wallet_address, updated_at),
      DELETE`,
    ops: 'SELECT, INSERT (id, kind, agent_id, account_id), UPDATE (account_id, updated_at), DELETE',
  },
  accounts: { api: 'SELECT (id, name)', ops: WRITE },
  account_limits: { api: READ, worker: READ, ops: ALL },
  account_lanes: { api: READ, ops: READ }, // written by triggers of lanes, users and agent_wallets
  markets: { api: ADD, worker: ALL, ops: ALL },
  // A trigger of markets adds changes, and a worker counts them.
  market_count_changes: { api: ADD, worker: ALL, ops: ADD },
  market_facets: { api: READ, worker: WRITE },
  market_words: { api: READ, worker: WRITE },
  trades: { api: ADD, worker: READ, ops: READ },
  positions: { api: READ, worker: ALL, ops: ALL },
  resolutions: { api: READ, worker: ALL, ops: ALL },
  settlements: { api: READ, worker: ALL, ops: ALL },
  market_candles: { api: READ, worker: ALL, ops: ALL },
  chain_index: { api: READ, worker: 'SELECT, UPDATE', ops: 'SELECT, UPDATE' },
  chain_blocks: { api: READ, worker: ALL, ops: 'SELECT, DELETE' },
  chain_markets: { api: READ, worker: ALL, ops: 'SELECT, UPDATE, DELETE' },
  chain_events: { api: READ, worker: ALL, ops: 'SELECT, DELETE' },
  chain_stakes: { api: READ, worker: ALL, ops: ALL }, // written by triggers of chain_events

  // Agents
  agent_wallets: {
    api: `SELECT, INSERT (agent_id, user_id, wallet_provider, ${WALLET_TERMS}),
      UPDATE (${WALLET_TERMS}, policy_version, email_verified_at, owner_email, owner_clients, frozen_at, updated_at)`,
    worker: 'SELECT, UPDATE (agent_wallet_address, provider_wallet_id, policy_version, updated_at)',
    ops: `SELECT, UPDATE (agent_wallet_address, status, policy_version, paused, email_verified_at, owner_email,
      owner_clients, frozen_at, updated_at)`,
  },
  agent_onboardings: { api: WRITE, worker: 'SELECT, DELETE', ops: 'SELECT, UPDATE' },
  agent_sessions: { api: WRITE, ops: 'SELECT, UPDATE' },
  agent_intents: {
    api: `SELECT, INSERT, UPDATE (status, current_execution_id, executions_count, confirmed_at, updated_at,
      approved_at, budget_refusal)`,
    // A trigger restricts what a worker inserts to automatic claims.
    worker: `SELECT, INSERT, UPDATE (${INTENT_STATE}), DELETE`,
    ops: `SELECT, UPDATE (${INTENT_STATE}, approved_at)`,
  },
  faucet_grants: { api: WRITE, ops: READ },
  api_keys: { api: 'SELECT, UPDATE (last_used_at)', ops: WRITE },
  rate_limits: { api: ALL, ops: READ },
  worker_tasks: {
    api: 'SELECT, INSERT (kind, subject_id, expires_at, request_id, trace_parent)',
    worker: 'SELECT, UPDATE, DELETE',
    ops: READ,
  },

  // Engine. The API accepts and cancels executions, workers accept automatic claims; only workers write what is signed and sent.
  lanes: {
    api: 'SELECT, INSERT (id, wake_at), UPDATE (version, wake_at)',
    worker: `SELECT, INSERT (id, wake_at), UPDATE (${LANE_STATE})`,
    ops: `SELECT, INSERT (id, wake_at), UPDATE (${LANE_STATE})`,
  },
  executions: {
    api: `SELECT, INSERT (${ACCEPTED_COLUMNS}), UPDATE (status, waiting_for, completed_at, updated_at)`,
    worker: `SELECT, INSERT (${ACCEPTED_COLUMNS}), UPDATE (${EXECUTION_STATE})`,
    ops: `SELECT, INSERT (${EXECUTED_CALL}), UPDATE (${EXECUTION_STATE})`,
  },
  execution_steps: {
    api: `SELECT (${SHOWN_STEP_COLUMNS}), INSERT (execution_id, kind)`,
    worker: `SELECT, INSERT (execution_id, kind, status, updated_at, ${ARMED_COLUMNS}), UPDATE (${STEP_STATE}, ${ARMED_COLUMNS})`,
    ops: `SELECT, INSERT (execution_id, kind), UPDATE (${STEP_STATE})`,
  },
  execution_transaction_hashes: { api: READ, worker: WRITE, ops: WRITE },
  archives: {
    ops: `SELECT, INSERT (month, ended_before, run_id), UPDATE (run_id, status, executions, file_name, file_sha256,
      list_hash, written_at, deleted_at), DELETE`,
  },
  archived_executions: {
    api: 'SELECT (key_hash, lane_id, ref, transaction_hash)',
    worker: READ,
    ops: 'SELECT, INSERT, DELETE',
  },
  execution_pauses: { api: READ, worker: READ, ops: 'SELECT, UPDATE' },
  provider_accounts: { api: READ, worker: 'SELECT, UPDATE', ops: READ },
  engine_cluster: { api: READ, worker: WRITE, ops: WRITE },
  lost_effects: { api: READ, worker: ADD, ops: ADD },
  worker_heartbeats: { api: READ, worker: ALL, ops: READ },
  tank_transfers: { worker: ALL, ops: READ },

  // Event logs, written by triggers with the privileges of the owner
  event_logs: { api: READ, worker: READ, webhooks: READ, ops: READ },
  logged_events: { api: READ, worker: READ, webhooks: READ, ops: READ },
  event_anchors: { ops: READ },

  // Webhooks. The API creates them and stores encrypted secrets. Triggers add cursors; only the process that delivers moves them.
  webhooks: {
    api: `SELECT, INSERT (id, account_id, url, agent_ids, types, secret),
      UPDATE (secret, previous_secret, previous_secret_until, ${WEBHOOK_STATE}), DELETE`,
    webhooks: `SELECT, UPDATE (delivered_at, lease_id, lease_until, ${WEBHOOK_STATE})`,
    ops: `SELECT (id, account_id, url, agent_ids, types, secret, previous_secret, previous_secret_until, delivered_at,
      lease_until, created_at, ${WEBHOOK_STATE}), UPDATE (secret, previous_secret, ${WEBHOOK_STATE})`,
  },
  webhook_cursors: { webhooks: 'SELECT, UPDATE (seq, pending_since)', ops: READ },
  webhook_tests: {
    api: `SELECT, INSERT (webhook_id, event_id),
      UPDATE (event_id, requested_at, lease_until, ended_at, failure, response_status)`,
    webhooks: 'SELECT, UPDATE (lease_until, ended_at, failure, response_status)',
  },

  // Operators
  audit_log: { api: READ, ops: ADD },
  schema_migrations: { api: READ, worker: READ, ops: READ },
};

/**
 * Functions of the schema `public` that only these processes may call. Triggers alone call the other ones that run with the
 * owner's privileges. All others run with the caller's.
 */
export const FUNCTION_GRANTS: Readonly<Record<string, readonly ProcessName[]>> = {
  'append_event(logged_events, jsonb)': [],
  'append_undoing(logged_events)': [],
  'anchor_logs()': ['worker'],
  'check_budget(uuid, text, numeric)': ['api'],
  'expire_events(integer, integer)': ['worker'],
  'delete_archived(integer, uuid, integer)': ['ops'],
};

/** Tables of BullMQ's schema. Its functions run with the caller's privileges. The API only adds jobs. */
export const QUEUE_TABLE_GRANTS: TableGrants = {
  migration: { api: READ, worker: READ },
  meta: { api: WRITE, worker: ALL },
  job: { api: WRITE, worker: ALL },
  event: { api: 'SELECT, INSERT, DELETE', worker: ALL }, // adding a job trims old events
  dedup: { api: ALL, worker: ALL },
  dedup_next: { api: ALL, worker: ALL },
  job_log: { worker: ALL },
  job_dependency: { worker: ALL },
  metrics: { worker: ALL },
  rate_limit: { worker: ALL },
  scheduler: { worker: ALL },
  relay_node: {},
  relay_subscription: {},
  relay_inbox: {},
  relay_retained: {},
};
