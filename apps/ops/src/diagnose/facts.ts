import type { WalletStatus } from '@app/agents';
import type { Action } from '@app/common';
import {
  type ExecutionStatus,
  type IntentStatus,
  LIVE_STATUS_LIST,
  SEAL_VIOLATED,
  type WaitingReason,
} from '@app/engine';
import { isOverdue } from '@app/operations';
import type { SqlSession } from '@app/persistence';

export type DiagnosedIntent = {
  id: string;
  agentId: string;
  action: Action;
  status: IntentStatus;
};

export type DiagnosedExecution = {
  id: string;
  intentId: string;
  agentId: string;
  action: Action;
  status: ExecutionStatus;
  waitingFor: WaitingReason | null;
  errorMessage: string | null;
  transactionHash: string | null;
  createdAt: Date;
  completedAt: Date | null;
  /** Unfinished executions before it in its lane. */
  ahead: number;
  /** The first of them. */
  firstAhead: string | null;
  /** Whether workers refuse to send it, because it differs from what a worker armed. */
  isSealViolated: boolean;
  /** Latest deadline of its armed steps; null before one is armed. */
  deadline: Date | null;
};

/** State of the agent and of the service that its executions depend on. */
export type Circumstances = {
  now: Date;
  agentId: string;
  walletStatus: WalletStatus;
  agentPaused: boolean;
  frozenAt: Date | null;
  provisioned: boolean;
  quarantinedAt: Date | null;
  /** When a worker serves the lane next. */
  wakeAt: Date | null;
  isHeld: boolean;
  /** Whether it has been due for more than 30 s without a worker that holds it. */
  isOverdue: boolean;
  pausedScopes: string[];
  /** Workers that reported within the last minute. */
  workers: number;
  breakerOpen: boolean;
  /** Time since a worker last read a new head from the chain's node. */
  lastPollAgeMs: number;
  /** Since when no lane is served; null usually. */
  reconcileSince: Date | null;
};

export type PauseRecord = { scope: string; actor: string; at: Date };

const SELECT_EXECUTION_SQL = `SELECT e.id, e.intent_id AS "intentId", e.agent_id AS "agentId", e.action, e.status,
    e.waiting_for AS "waitingFor", e.error_message AS "errorMessage", e.transaction_hash AS "transactionHash",
    e.created_at AS "createdAt", e.completed_at AS "completedAt", earlier.count AS ahead, earlier.first AS "firstAhead",
    EXISTS (SELECT FROM execution_steps AS s WHERE s.execution_id = e.id AND s.provider_state = '${SEAL_VIOLATED}')
      AS "isSealViolated",
    (SELECT max(s.deadline) FROM execution_steps AS s WHERE s.execution_id = e.id) AS deadline
  FROM executions AS e CROSS JOIN LATERAL (
    SELECT count(*)::int, (array_agg(o.id ORDER BY o.seq))[1] AS first FROM executions AS o
    WHERE o.lane_id = e.lane_id AND o.seq < e.seq AND o.status IN ${LIVE_STATUS_LIST}) AS earlier`;

export async function findIntent(sql: SqlSession, id: string): Promise<DiagnosedIntent | null> {
  return sql.queryOne<DiagnosedIntent>(
    'SELECT id, agent_id AS "agentId", action, status FROM agent_intents WHERE id = $1',
    [id],
  );
}

export async function findExecution(sql: SqlSession, id: string): Promise<DiagnosedExecution | null> {
  return sql.queryOne<DiagnosedExecution>(`${SELECT_EXECUTION_SQL} WHERE e.id = $1`, [id]);
}

export async function findLatestExecution(sql: SqlSession, intentId: string): Promise<DiagnosedExecution | null> {
  return sql.queryOne<DiagnosedExecution>(
    `${SELECT_EXECUTION_SQL} WHERE e.intent_id = $1 ORDER BY e.attempt DESC LIMIT 1`,
    [intentId],
  );
}

/** Returns the execution that the agent's lane serves next, or serves now. */
export async function findHead(sql: SqlSession, agentId: string): Promise<DiagnosedExecution | null> {
  return sql.queryOne<DiagnosedExecution>(
    `${SELECT_EXECUTION_SQL} WHERE e.lane_id = (SELECT id FROM agent_wallets WHERE agent_id = $1) AND e.status IN ${LIVE_STATUS_LIST}
     ORDER BY e.status = 'queued', e.seq LIMIT 1`,
    [agentId],
  );
}

export async function findCircumstances(sql: SqlSession, agentId: string): Promise<Circumstances | null> {
  return sql.queryOne<Circumstances>(
    `SELECT now(), w.agent_id AS "agentId", w.status AS "walletStatus", w.paused AS "agentPaused",
       w.frozen_at AS "frozenAt",
       w.agent_wallet_address IS NOT NULL AND w.provider_wallet_id IS NOT NULL AS provisioned,
       l.quarantined_at AS "quarantinedAt", l.wake_at AS "wakeAt",
       (l.lease_until > now()) IS TRUE AS "isHeld", ${isOverdue('l')} IS TRUE AS "isOverdue",
       (SELECT coalesce(array_agg(scope), '{}') FROM execution_pauses WHERE paused) AS "pausedScopes",
       (SELECT count(*)::int FROM worker_heartbeats WHERE expires_at > now()) AS workers,
       coalesce((SELECT breaker_open FROM provider_accounts WHERE id = 'default'), false) AS "breakerOpen",
       (SELECT extract(epoch FROM now() - updated_at) * 1000 FROM chain_index)::float8 AS "lastPollAgeMs",
       (SELECT reconcile_since FROM engine_cluster) AS "reconcileSince"
     FROM agent_wallets AS w LEFT JOIN lanes AS l ON l.id = w.id WHERE w.agent_id = $1`,
    [agentId],
  );
}

/** Returns the last pause of a scope in the audit log. */
export async function findPause(sql: SqlSession, scope: string): Promise<PauseRecord | null> {
  return sql.queryOne<PauseRecord>(
    `SELECT $1::text AS scope, actor, at FROM audit_log
     WHERE command = 'pause' AND outcome = 'done' AND $1 = ANY (arguments) ORDER BY id DESC LIMIT 1`,
    [scope],
  );
}
