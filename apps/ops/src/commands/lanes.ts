import { LIVE_STATUS_LIST, releaseQuarantine } from '@app/engine';
import { LaneSummariesRepository } from '@app/operations';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { type Cell, sheet, table } from '../cli/table.js';
import { EXECUTION_HEADINGS, type ExecutionSummary, SEAL_VIOLATED_TEXT, summaryRow } from './execution-rows.js';

export const listLanes = defineCommand({
  name: 'lanes list',
  changes: false,
  define: (command, run) =>
    command
      .summary('List lanes with unfinished executions, longest due first')
      .description(
        'Lists lanes with unfinished executions, longest due first.\n\n' +
          'A lane is the queue of one wallet. HELD: a worker holds its lease. DUE: time at which a worker serves it next, or quarantined: release it when its cause is mended. Overdue: due for more than 30 s without a worker that holds it.',
      )
      .addOption(limitOption())
      .action(({ limit }) => run((context) => list(context, limit))),
});

async function list({ database }: OpsContext, limit: number): Promise<OpsResult> {
  const { items } = await new LaneSummariesRepository(database).list({ limit, after: null });
  const lanes = items.map((lane) => ({
    ...lane,
    waitingFor: lane.waitingFor === 'seal_violated' ? SEAL_VIOLATED_TEXT : lane.waitingFor,
  }));
  const rows = lanes.map((lane) => [
    lane.agentId,
    lane.unfinished,
    lane.status,
    lane.waitingFor,
    lane.state === 'quarantined' ? lane.state : lane.wakeAt,
    lane.state === 'leased' ? 'yes' : lane.isOverdue ? 'no, overdue' : 'no',
    lane.head,
  ]);
  const headings = ['AGENT', 'UNFINISHED', 'HEAD STATUS', 'WAITING FOR', 'DUE', 'HELD', 'HEAD'];
  return { lines: table(headings, rows), data: { lanes } };
}

export const showLane = defineCommand({
  name: 'lanes show',
  changes: false,
  define: (command, run) =>
    command
      .description('Show the lane of an agent: its wallet, its lease and its unfinished executions')
      .argument('<agent-id>', 'id, such as agent_alice_01')
      .action((agentId) => run((context) => show(context, agentId))),
});

async function show({ database }: OpsContext, agentId: string): Promise<OpsResult> {
  const lane = await database.queryOne<Record<string, Cell>>(
    `SELECT w.agent_id, w.agent_wallet_address, w.status AS wallet_status, w.paused, w.max_trade_amount,
       l.version, l.fence, l.wake_at, l.lease_until, l.failures, l.quarantined_at
     FROM agent_wallets AS w LEFT JOIN lanes AS l ON l.id = w.id WHERE w.agent_id = $1`,
    [agentId],
  );
  if (lane === null) throw new RefusedError(`${agentId} has no wallet`);
  const executions = await database.query<ExecutionSummary>(
    `SELECT id, agent_id AS "agentId", action, status, waiting_for AS "waitingFor", created_at AS "createdAt",
       transaction_hash AS "transactionHash" FROM executions
     WHERE lane_id = (SELECT id FROM agent_wallets WHERE agent_id = $1)
       AND status IN ${LIVE_STATUS_LIST}
     ORDER BY status = 'queued', seq`,
    [agentId],
  );
  const lines = [...sheet(lane), '', ...table(EXECUTION_HEADINGS, executions.map(summaryRow))];
  return { lines, data: { lane, executions } };
}

export const releaseLane = defineCommand({
  name: 'lanes release',
  changes: true,
  define: (command, run) =>
    command
      .description('Serve the quarantined lane of an agent again')
      .argument('<agent-id>', 'id, such as agent_alice_01')
      .action((agentId) => run((context) => release(context, agentId))),
});

async function release({ database }: OpsContext, agentId: string): Promise<OpsResult> {
  const wallet = await database.queryOne<{ id: string }>('SELECT id FROM agent_wallets WHERE agent_id = $1', [agentId]);
  if (wallet === null) throw new RefusedError(`${agentId} has no wallet`);
  if (!(await releaseQuarantine(database, wallet.id)))
    throw new RefusedError(`the lane of ${agentId} is not quarantined`);
  return { lines: [`the lane of ${agentId} is served again`], data: { agent_id: agentId } };
}
