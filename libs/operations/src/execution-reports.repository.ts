import { Inject, Injectable } from '@nestjs/common';
import { MAX_PAGE_LIMIT, type Page, type PageRequest, toPage } from '@app/common';
import {
  EXECUTION_STATUSES,
  type ExecutionRecord,
  type ExecutionStatus,
  isFinished,
  LIVE_STATUS_LIST,
  type StepKind,
  type StepStatus,
} from '@app/engine';
import {
  EXECUTION_COLUMNS,
  EXECUTION_CONTEXT,
  ExecutionsRepository,
  type ExecutionStepRecord,
  FAILURE_REASON_SQL,
  STEP_COLUMNS,
} from '@app/intents';
import { isLoggedBetween } from '@app/events';
import { Database, type SqlSession } from '@app/persistence';

export interface ExecutionsFilter {
  readonly status: ExecutionStatus | undefined;
  readonly agentId: string | undefined;
}

/** Step of an execution without what is sealed and sent. A type, so that it can be the row of a query. */
export type StepReport = ExecutionStepRecord & {
  kind: StepKind;
  status: StepStatus;
  sendAttempts: number;
  accelerations: number;
  contractAddress: string | null;
  providerTransactionId: string | null;
  providerState: string | null;
  failureReason: string | null;
};

export type HashReport = {
  kind: StepKind;
  transactionHash: string;
  seenAt: Date;
  /** Whether the provider named the hash for a transaction that is not the step's. */
  isForeign: boolean;
};

/** Event of the execution in the log of its agent; `data` is the JSON text that was hashed. */
export type HistoryEntry = { seq: number; at: Date; type: string; data: string };

export interface ExecutionReport {
  readonly execution: ExecutionRecord;
  readonly steps: readonly StepReport[];
  readonly hashes: readonly HashReport[];
  /** The newest 500, oldest first. */
  readonly events: readonly HistoryEntry[];
}

const MAX_EVENTS = 500;
/** Live executions come from their partial index, the others from an index by status. */
const ANY_STATUS = [
  `status IN ${LIVE_STATUS_LIST}`,
  ...EXECUTION_STATUSES.filter(isFinished).map((status) => `status = '${status}'`),
];
const OF_AGENT = 'agent_id = $3';
/** For live executions, which the index of their lane has without the ended ones. */
const OF_LANE = 'lane_id = (SELECT id FROM agent_wallets WHERE agent_id = $3)';
/** For a plan that reads the agent's executions in the order of their index, rather than all of them to sort them. */
const LOOKED_UP_STATUS_SQL = '(SELECT status FROM executions AS one WHERE one.id = executions.id OFFSET 0)';

@Injectable()
export class ExecutionReportsRepository {
  private readonly executions: ExecutionsRepository;

  constructor(@Inject(Database) private readonly sql: SqlSession) {
    this.executions = new ExecutionsRepository(sql);
  }

  /** Returns the executions of all agents, newest first. */
  async list(filter: ExecutionsFilter, { limit, after }: PageRequest): Promise<Page<ExecutionRecord>> {
    const { agentId } = filter;
    const position = [after?.at ?? 'infinity', after?.id ?? ''];
    const rows = await this.sql.query<ExecutionRecord>(
      buildStatement(filter, Math.max(limit, MAX_PAGE_LIMIT) + 1),
      agentId === undefined ? position : [...position, agentId],
    );
    return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  async find(id: string): Promise<ExecutionReport | null> {
    const [execution] = await this.executions.findMany([id]);
    if (execution === undefined) return null;
    const [steps, hashes, events] = await Promise.all([
      this.sql.query<StepReport>(SELECT_STEPS_SQL, [id]),
      this.sql.query<HashReport>(SELECT_HASHES_SQL, [id]),
      this.listEvents(execution),
    ]);
    return { execution, steps, hashes, events };
  }

  /** Reads on to the head of the log for an execution that is live, or whose end had a slow commit. */
  private async listEvents({ id, status }: ExecutionRecord): Promise<HistoryEntry[]> {
    const read = (toHead: boolean): Promise<HistoryEntry[]> => this.sql.query(SELECT_EVENTS_SQL, [id, toHead]);
    if (!isFinished(status)) return read(true);
    const events = await read(false);
    return events.some(({ type }) => type === `execution.${status}`) ? events : read(true);
  }
}

/** Statuses stand in the text: a prepared statement uses a partial index only for constants. */
function buildStatement({ status, agentId }: ExecutionsFilter, rows: number): string {
  const pages = chooseConditions(status, agentId).map(
    (condition) => `(SELECT id, created_at FROM executions
      WHERE ${condition} AND (created_at, id) < ($1::timestamptz, $2) ORDER BY created_at DESC, id DESC LIMIT ${rows})`,
  );
  return `
    SELECT ${EXECUTION_COLUMNS}, ${EXECUTION_CONTEXT}, ${FAILURE_REASON_SQL} AS "failureReason"
    FROM (SELECT id FROM (${pages.join(' UNION ALL ')}) AS newest ORDER BY created_at DESC, id DESC LIMIT ${rows}) AS page
      JOIN executions AS e ON e.id = page.id JOIN agent_intents AS i ON i.id = e.intent_id
      LEFT JOIN chain_markets AS c ON c.market_contract_address = e.market_contract_address
    ORDER BY e.created_at DESC, e.id DESC`;
}

function chooseConditions(status: ExecutionStatus | undefined, agentId: string | undefined): readonly string[] {
  if (agentId === undefined) return status === undefined ? ANY_STATUS : [`status = '${status}'`];
  if (status === undefined) return [OF_AGENT];
  if (status === 'executed') return [`${OF_AGENT} AND ${LOOKED_UP_STATUS_SQL} = 'executed'`];
  return [`${isFinished(status) ? OF_AGENT : OF_LANE} AND status = '${status}'`];
}

const SELECT_STEPS_SQL = `
  SELECT ${STEP_COLUMNS}, send_attempts AS "sendAttempts", accelerations, contract_address AS "contractAddress",
    provider_transaction_id AS "providerTransactionId", provider_state AS "providerState",
    failure_reason AS "failureReason"
  FROM execution_steps WHERE execution_id = $1 ORDER BY kind`;

const SELECT_HASHES_SQL = `
  SELECT kind, transaction_hash AS "transactionHash", seen_at AS "seenAt", is_foreign AS "isForeign"
  FROM execution_transaction_hashes WHERE execution_id = $1 ORDER BY kind, seen_at, transaction_hash`;

const SELECT_EVENTS_SQL = `
  SELECT seq::float8 AS seq, at, type, data FROM (
    SELECT v.* FROM executions AS e JOIN logged_events AS v ON v.subject_id = e.id
      AND ${isLoggedBetween({ log: `'agent:' || e.agent_id`, since: 'e.created_at', until: `CASE WHEN $2 THEN 'infinity' ELSE e.updated_at END` })}
    WHERE e.id = $1 ORDER BY v.seq DESC LIMIT ${MAX_EVENTS}) AS newest
  ORDER BY newest.seq`;
