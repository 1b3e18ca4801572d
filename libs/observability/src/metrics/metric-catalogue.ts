/** What a label may say: one of these words, or as many different ones as this; everything beyond is `other`. */
export type LabelRule = readonly string[] | number;

export interface MetricSpec {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels?: Readonly<Record<string, LabelRule>>;
  /** Upper bounds in seconds, of histograms. */
  readonly buckets?: readonly number[];
}

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS'] as const;
const ACTIONS = 8;
const LIVE = ['queued', 'submitting', 'broadcast', 'unknown'] as const;
const CALL_OUTCOMES = ['ok', 'refused', 'limited', 'failed', 'timeout', 'no_answer', 'reverted'] as const;
const HTTP_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60];
const CALL_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STAGE_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/**
 * Every metric that API and worker answer, besides those of the runtime itself. Dashboards and alert rules are checked
 * against it. The number of series is bounded by the labels' rules, whatever is asked of the service.
 */
export const METRIC_CATALOGUE = {
  presage_http_requests_total: {
    kind: 'counter',
    help: 'Requests answered, by route pattern.',
    labels: { method: METHODS, route: 80, status: 40 },
  },
  presage_http_request_seconds: {
    kind: 'histogram',
    help: 'Time from a request’s headers to the end of its answer.',
    labels: { route: 80 },
    buckets: HTTP_BUCKETS,
  },
  presage_http_requests_in_flight: { kind: 'gauge', help: 'Requests that are being answered.' },
  presage_http_requests_shed_total: {
    kind: 'counter',
    help: 'Requests refused with 503 because there was no room for them; they count as no other.',
    labels: { reason: ['event_loop', 'database', 'lanes'] },
  },
  presage_executions_accepted_total: {
    kind: 'counter',
    help: 'Executions accepted by this API process.',
    labels: { action: ACTIONS },
  },
  presage_executions_ended_total: {
    kind: 'counter',
    help: 'Executions that ended in this process.',
    labels: { action: ACTIONS, outcome: ['executed', 'failed', 'cancelled'] },
  },
  presage_executions_became_unknown_total: {
    kind: 'counter',
    help: 'Times an outcome became unknown, to be reconciled.',
    labels: { action: ACTIONS },
  },
  presage_execution_stage_seconds: {
    kind: 'histogram',
    help: 'Stages: queued, accepted to armed; submitted, armed to answered; broadcast and mined, sent to there; confirmed, mined to done; total.',
    labels: { stage: ['queued', 'submitted', 'broadcast', 'mined', 'confirmed', 'total'] },
    buckets: STAGE_BUCKETS,
  },
  presage_provider_calls_total: {
    kind: 'counter',
    help: 'Calls to the wallet provider.',
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
    help: 'JSON-RPC calls to the chain’s node.',
    labels: { operation: 20, outcome: CALL_OUTCOMES },
  },
  presage_chain_call_seconds: {
    kind: 'histogram',
    help: 'Duration of JSON-RPC calls to the chain’s node.',
    labels: { operation: 20 },
    buckets: CALL_BUCKETS,
  },
  presage_tasks_total: {
    kind: 'counter',
    help: 'Tries of tasks: wallets to provision, balances, faucet grants, e-mail.',
    labels: { kind: 10, outcome: ['done', 'postponed', 'failed'] },
  },
  presage_lanes_active: { kind: 'gauge', help: 'Lanes that this worker serves at this moment.' },
  presage_lanes: {
    kind: 'gauge',
    help: 'Lanes with something to do, of all workers: due, leased, or waiting for their time. At most 10,000 are counted.',
    labels: { state: ['due', 'leased', 'waiting'] },
  },
  presage_executions_live: {
    kind: 'gauge',
    help: 'Executions that have not ended, by status. At most 10,000 are counted.',
    labels: { status: LIVE },
  },
  presage_execution_oldest_queued_age_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest execution that waits for nothing but a worker; 0 when there is none.',
  },
  presage_execution_unknown_age_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest execution whose outcome is unknown, since it was accepted; 0 when there is none.',
  },
  presage_tasks_due: { kind: 'gauge', help: 'Tasks that a worker could take now. At most 10,000 are counted.' },
  presage_queue_waiting: {
    kind: 'gauge',
    help: 'Rings that wait in the queue to be answered.',
    labels: { job: ['lane', 'task'] },
  },
  presage_provider_breaker_open: { kind: 'gauge', help: '1 while the wallet provider refuses our credentials.' },
  presage_provider_configured: { kind: 'gauge', help: '1 when a worker has said that it has a wallet provider.' },
  presage_paused_scopes: { kind: 'gauge', help: 'Pauses that an operator has set, of all actions or of one.' },
  presage_lanes_stopped: { kind: 'gauge', help: '1 while no lane is served, until `ops reconcile` has run.' },
  presage_index_lag_blocks: { kind: 'gauge', help: 'Confirmed blocks that the read models do not show yet.' },
  presage_index_last_poll_age_seconds: { kind: 'gauge', help: 'Time since a worker last looked at the chain.' },
  presage_index_has_leader: { kind: 'gauge', help: '1 while a worker holds the index.' },
  presage_state_read_success: {
    kind: 'gauge',
    help: '0 when the gauges read from the database could not be read anew.',
  },
} as const satisfies Readonly<Record<string, MetricSpec>>;

type Catalogue = typeof METRIC_CATALOGUE;
export type MetricKind = MetricSpec['kind'];
export type MetricName = keyof Catalogue;
/** The metrics of one kind, by name. */
export type MetricOf<Kind extends MetricKind> = {
  [Name in MetricName]: Catalogue[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
/** The labels that a metric takes, all of them. */
export type LabelsOf<Name extends MetricName> = Catalogue[Name] extends { labels: infer Labels }
  ? { readonly [Label in keyof Labels]: string }
  : Readonly<Record<string, never>>;
