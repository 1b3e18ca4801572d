import { computeRef } from '@app/chain';
import { type ExecutionStatus, INTENT_COLUMNS, type IntentRecord, type IntentStatus, isFinished } from '@app/engine';
import { hashRequest } from '@app/intents';
import type { SqlSession } from '@app/persistence';
import { type ChainCheck, wasUsed } from './check-chain.js';
import type { Report } from './finding.js';

const BATCH_SIZE = 500;

type StoredIntent = IntentRecord & {
  walletAddress: string | null;
  executions: { id: string; attempt: number; status: ExecutionStatus }[];
  /** Whether intent and execution have the same time of execution. */
  executedTogether: boolean;
};

/** Checks every intent against its executions, and that unexecuted ones have no effect. @returns the number of intents */
export async function checkIntents(sql: SqlSession, check: ChainCheck): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    const rows = await sql.query<StoredIntent>(`${INTENTS_SQL} WHERE i.id > $1 ORDER BY i.id LIMIT $2`, [
      after,
      BATCH_SIZE,
    ]);
    if (rows.length === 0) return count;
    await checkRows(rows, check);
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Checks the intents against their executions, and that unexecuted ones have no effect. */
export async function checkIntentsById(
  sql: SqlSession,
  intentIds: readonly string[],
  check: ChainCheck,
): Promise<void> {
  await checkRows(await sql.query<StoredIntent>(`${INTENTS_SQL} WHERE i.id = ANY ($1)`, [intentIds]), check);
}

async function checkRows(rows: readonly StoredIntent[], check: ChainCheck): Promise<void> {
  for (const row of rows) checkIntent(row, check.report);
  await checkUnused(rows, check);
}

function checkIntent(row: StoredIntent, report: Report): void {
  const { id, status, executionsCount, executions } = row;
  const last = executions.at(-1);
  const reportIntent = (detail: string): void => report('intent_differs', id, detail);
  if (hashRequest(row) !== row.requestHash) report('request_differs', id, 'it differs from its request');
  if (executionsCount !== executions.length)
    reportIntent(`it counts ${executionsCount} executions and has ${executions.length}`);
  if (executions.some(({ attempt }, index) => attempt !== index + 1))
    reportIntent('its attempts are not numbered in order');
  if ((last?.id ?? null) !== row.currentExecutionId) reportIntent('its current execution is not its last');
  const executed = executions.filter((one) => one.status === 'executed').length;
  if (executed > 1) report('executed_twice', id, `${executed} executions are executed`);
  if (!isExpected(status, last?.status ?? null))
    reportIntent(`it is ${status}, its last execution ${last?.status ?? 'does not exist'}`);
  checkTimes(row, row.executedTogether, reportIntent);
}

function checkTimes(
  { status, executedAt, confirmedAt }: IntentRecord,
  executedTogether: boolean,
  report: (detail: string) => void,
): void {
  if ((executedAt !== null) !== (status === 'executed') || !executedTogether)
    report(`it is ${status}, which executed_at contradicts`);
  if (confirmedAt === null && status !== 'preview' && status !== 'cancelled')
    report(`it is ${status} and was never confirmed`);
  if (confirmedAt !== null && status === 'preview') report('it is a preview that was confirmed');
}

function isExpected(intent: IntentStatus, last: ExecutionStatus | null): boolean {
  switch (intent) {
    case 'executed':
      return last === 'executed';
    case 'failed':
      return last === 'failed';
    case 'executing':
      return last !== null && !isFinished(last);
    case 'preview':
      return last === null;
    case 'confirmed':
      return last === null || last === 'failed';
    case 'cancelled':
      return last === null || last === 'cancelled' || last === 'failed';
  }
}

async function checkUnused(rows: readonly StoredIntent[], check: ChainCheck): Promise<void> {
  const idle = rows.flatMap(({ id, status, walletAddress: sender }) =>
    sender === null || status === 'executed' || status === 'executing'
      ? []
      : [{ id, status, sender, ref: computeRef(id) }],
  );
  const used = await check.chain.refsUsed(idle);
  for (const [index, intent] of idle.entries()) {
    // A ref used only after the head may belong to an execution since this page was read.
    if (used[index] !== true || !(await wasUsed(check, intent))) continue;
    check.report('effect_without_execution', intent.id, `it is ${intent.status}, and took effect`);
  }
}

const INTENTS_SQL = `
  SELECT ${INTENT_COLUMNS}, w.agent_wallet_address AS "walletAddress",
    (SELECT coalesce(json_agg(json_build_object('id', e.id, 'attempt', e.attempt, 'status', e.status) ORDER BY e.attempt), '[]')
     FROM executions AS e WHERE e.intent_id = i.id) AS executions,
    i.executed_at IS NOT DISTINCT FROM (SELECT max(e.completed_at) FROM executions AS e
      WHERE e.intent_id = i.id AND e.status = 'executed') AS "executedTogether"
  FROM agent_intents AS i LEFT JOIN agent_wallets AS w ON w.agent_id = i.agent_id`;
