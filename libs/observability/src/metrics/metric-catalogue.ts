import { ACTION_NAMES, ERROR_CATALOGUE } from '@app/common';

/** Allowed values of a label: a fixed list, or the maximum number of distinct values. The rest is counted as `other`. */
export type LabelRule = readonly string[] | number;

export interface MetricSpec {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** A counter whose labels are all fixed lists starts with all of its series at 0. */
  readonly labels?: Readonly<Record<string, LabelRule>>;
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

/** Codes of requests that failed inside the service. The 502 of a failed execution is none. */
const INTERNAL_ERRORS = Object.entries(ERROR_CATALOGUE).flatMap(([code, { status }]) => (status === 500 ? [code] : []));
const METHODS = ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const LIVE = ['queued', 'submitting', 'broadcast', 'unknown'] as const;
const CALL_OUTCOMES = ['ok', 'refused', 'limited', 'failed', 'timeout', 'no_answer', 'reverted'] as const;
const HTTP_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60];
const CALL_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const TASK_KINDS = ['provision_wallet', 'read_balance', 'request_faucet', 'send_passcode'] as const;
/** Reasons of failed executions, as the API reports them. */
const FAILURE_REASONS = [
  'insufficient_gas',
  'insufficient_balance',
  'market_not_ours',
  'market_not_open',
  'too_early',
  'not_permitted',
  'already_final',
  'nothing_to_claim',
  'already_claimed',
  'below_min_multiple',
  'collateral_mismatch',
  'policy_changed',
  'custody_refused',
  'chain_unavailable',
  'deadline_passed',
  'reverted',
] as const;
const STAGE_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/**
 * Every metric of API, worker and webhooks, besides the runtime's own. `npm run check` holds dashboard and alert rules to it. Label
 * rules bound the number of series.
 */
export const METRIC_CATALOGUE = {
  presage_build_info: {
    kind: 'gauge',
    help: 'Always 1. The label has the version of the process.',
    labels: { version: 1 },
  },
  presage_http_requests_total: {
    kind: 'counter',
    help: 'Requests answered, by method, route pattern and status.',
    labels: { method: METHODS, route: 80, status: 40 },
  },
  presage_http_failures_total: {
    kind: 'counter',
    help: 'Requests that failed inside the service and were answered 500, by error code.',
    labels: { code: INTERNAL_ERRORS },
  },
  presage_http_request_seconds: {
    kind: 'histogram',
    help: 'Time from request headers to the end of the response.',
    labels: { route: 80 },
    buckets: HTTP_BUCKETS,
  },
  presage_http_requests_in_flight: { kind: 'gauge', help: 'Requests being answered.' },
  presage_http_requests_shed_total: {
    kind: 'counter',
    help: 'Requests refused with 503 by load shedding. Those refused before their key is read are not counted in presage_http_requests_total.',
    labels: { reason: ['event_loop', 'database', 'lanes', 'provider', 'previews', 'searches'] },
  },
  presage_event_streams: { kind: 'gauge', help: 'Open event streams of this process.' },
  presage_event_streams_max: { kind: 'gauge', help: 'Event streams that this process may have open.' },
  presage_event_streams_ended_total: {
    kind: 'counter',
    help: 'Event streams that the server refused or ended: the process had too many, the client read too slowly, or its key lost the right.',
    labels: { reason: ['full', 'slow', 'forbidden'] },
  },
  presage_event_delivery_seconds: {
    kind: 'histogram',
    help: 'Time from an event to its delivery to streams and waiting requests of this process, by the clocks of database and process.',
    buckets: CALL_BUCKETS,
  },
  presage_event_poll_age_seconds: {
    kind: 'gauge',
    help: 'Time since this process last read the ends of the event logs and delivered what it found; 0 without streams and waiting requests, unless a read failed and none has succeeded since.',
  },
  presage_webhook_deliveries_total: {
    kind: 'counter',
    help: 'Attempts of this process to deliver an event to a webhook: accepted by the receiver, failed, or ended by a 410.',
    labels: { outcome: ['delivered', 'failed', 'ended'] },
  },
  presage_webhook_delivery_seconds: {
    kind: 'histogram',
    help: 'Time from an event to its delivery to a webhook, failed attempts included, by the clocks of database and process.',
    buckets: STAGE_BUCKETS,
  },
  presage_webhooks: {
    kind: 'gauge',
    help: 'Webhooks, over all processes: active, active with a failed last attempt, paused after three days of failures, or ended by a 410.',
    labels: { state: ['active', 'failing', 'paused', 'ended'] },
  },
  presage_webhook_oldest_event_age_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest event that an active webhook without failures still has to deliver; 0 when there is none.',
  },
  presage_executions_accepted_total: {
    kind: 'counter',
    help: 'Executions accepted by this API process.',
    labels: { action: ACTION_NAMES },
  },
  presage_budget_refusals_total: {
    kind: 'counter',
    help: 'Executions that this API process refused because of a budget of the agent or its account.',
    labels: {
      scope: ['agent', 'account'],
      rule: ['daily_limit', 'market_limit', 'open_exposure_limit', 'total_limit'],
    },
  },
  presage_executions_ended_total: {
    kind: 'counter',
    help: 'Executions that ended in this process.',
    labels: { action: ACTION_NAMES, outcome: ['executed', 'failed', 'cancelled'] },
  },
  presage_executions_failed_total: {
    kind: 'counter',
    help: 'Executions that failed in this process, by the failure_reason of the API. custody_refused, chain_unavailable and deadline_passed are faults of the service or of what it stands on, the others are faults of agents.',
    labels: { reason: FAILURE_REASONS },
  },
  presage_executions_reopened_total: {
    kind: 'counter',
    help: 'Executions of this process whose effect a reorganisation took back, or that had failed before it appeared. They end once more.',
    labels: { action: ACTION_NAMES },
  },
  presage_executions_became_unknown_total: {
    kind: 'counter',
    help: 'Executions of this process whose outcome became unknown.',
    labels: { action: ACTION_NAMES },
  },
  presage_seal_violations_total: {
    kind: 'counter',
    help: 'Armed steps that were not sent because seal or body differ from what a worker armed.',
    labels: { violation: ['seal_missing', 'seal_differs', 'body_differs'] },
  },
  presage_execution_stage_seconds: {
    kind: 'histogram',
    help: 'Stages: queued, accepted to armed; submitted, armed to answered; broadcast and mined, since the last send; confirmed, mined to done, 0 when one write records both; total.',
    labels: { stage: ['queued', 'submitted', 'broadcast', 'mined', 'confirmed', 'total'] },
    buckets: STAGE_BUCKETS,
  },
  presage_provider_calls_total: {
    kind: 'counter',
    help: 'Calls to the wallet provider, by outcome.',
    labels: { operation: 20, outcome: CALL_OUTCOMES },
  },
  presage_provider_call_seconds: {
    kind: 'histogram',
    help: 'Duration of calls to the wallet provider.',
    labels: { operation: 20 },
    buckets: CALL_BUCKETS,
  },
  presage_chain_calls_total: {
    kind: 'counter',
    help: 'JSON-RPC calls to the chain node, by outcome; no_answer includes errors of the node and one of another chain.',
    labels: { operation: 20, outcome: CALL_OUTCOMES },
  },
  presage_chain_call_seconds: {
    kind: 'histogram',
    help: 'Duration of JSON-RPC calls to the chain node.',
    labels: { operation: 20 },
    buckets: CALL_BUCKETS,
  },
  presage_chain_breaker_open: {
    kind: 'gauge',
    help: '1 while this process refuses calls to the chain node unsent, because the last ones got no usable answer; 0 a minute after its last try.',
  },
  presage_tasks_total: {
    kind: 'counter',
    help: 'Task attempts by outcome: wallet provisioning, balance reads, faucet grants, e-mail.',
    labels: { kind: TASK_KINDS, outcome: ['done', 'postponed', 'failed'] },
  },
  presage_lanes_active: { kind: 'gauge', help: 'Lanes that this worker is serving.' },
  presage_lanes: {
    kind: 'gauge',
    help: 'Lanes with work, over all workers: due, leased, waiting for their due time, or quarantined after unexpected errors. The first three are counted up to 10,000.',
    labels: { state: ['due', 'leased', 'waiting', 'quarantined'] },
  },
  presage_executions_live: {
    kind: 'gauge',
    help: 'Executions that have not ended, by status. Counted up to 10,000.',
    labels: { status: LIVE },
  },
  presage_execution_oldest_queued_age_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest execution that only waits for a worker; 0 when there is none.',
  },
  presage_execution_unknown_age_seconds: {
    kind: 'gauge',
    help: 'Time since acceptance of the oldest execution with an unknown outcome; 0 when there is none.',
  },
  presage_execution_overdue_seconds: {
    kind: 'gauge',
    help: 'Time since the deadline of the transaction of an execution that is submitting or broadcast; the longest, 0 when there is none. A block after the deadline ends it, so the chain does not advance.',
  },
  presage_provider_delay_seconds: {
    kind: 'gauge',
    help: 'Longest time until a new execution is sent under the rate limit of the wallet provider.',
  },
  presage_tasks_due: { kind: 'gauge', help: 'Tasks ready to run. Counted up to 10,000.' },
  presage_queue_reachable: { kind: 'gauge', help: '0 when this process could not read the queue.' },
  presage_queue_waiting: {
    kind: 'gauge',
    help: 'Jobs waiting in the queue.',
    labels: { kind: ['lane', 'task'] },
  },
  presage_provider_breaker_open: {
    kind: 'gauge',
    help: '1 while the wallet provider rejects the configured credentials.',
  },
  presage_provider_configured: { kind: 'gauge', help: '1 while a worker with a configured wallet provider reports.' },
  presage_paused_scopes: { kind: 'gauge', help: 'Pauses in force, global or of one action.' },
  presage_lanes_overdue: {
    kind: 'gauge',
    help: 'Lanes that have been due for more than 30 seconds without a worker that holds them, up to 10,000.',
  },
  presage_lanes_stopped: { kind: 'gauge', help: '1 while no lane is served, until the records are reconciled.' },
  presage_index_lag_blocks: { kind: 'gauge', help: 'Confirmed blocks that the read models do not contain yet.' },
  presage_index_last_poll_age_seconds: {
    kind: 'gauge',
    help: 'Time since a worker last polled the chain for new blocks.',
  },
  presage_index_has_leader: { kind: 'gauge', help: '1 while a worker holds the index lease.' },
  presage_database_connections_used: { kind: 'gauge', help: 'Share of the PostgreSQL connections in use, 0 to 1.' },
  presage_api_keys_expiring: { kind: 'gauge', help: 'API keys of the last week that expire within the next.' },
  presage_tank_transfers: { kind: 'gauge', help: 'Gas transfers that the tank of the keystore can pay for.' },
  presage_state_read_success: {
    kind: 'gauge',
    help: '0 when the last read of the state from the database failed.',
  },
} as const satisfies Readonly<Record<string, MetricSpec>>;

type Catalogue = typeof METRIC_CATALOGUE;
export type MetricKind = MetricSpec['kind'];
export type MetricName = keyof Catalogue;
export type MetricOf<Kind extends MetricKind> = {
  [Name in MetricName]: Catalogue[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type LabelsOf<Name extends MetricName> = Catalogue[Name] extends { labels: infer Labels }
  ? { readonly [Label in keyof Labels]: string }
  : Readonly<Record<string, never>>;
