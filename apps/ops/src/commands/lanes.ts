import type { Command } from '../cli/command.js';
import { RefusedError } from '../cli/command.js';
import { sheet, table } from '../cli/table.js';
import { EXECUTION_HEADINGS, EXECUTION_SUMMARY, type ExecutionSummary, summaryRow } from './execution-rows.js';

type LaneRow = {
  agent_id: string;
  live: number;
  head: string | null;
  status: string | null;
  waiting_for: string | null;
  wake_at: Date | null;
  held: boolean;
};

export const listLanes: Command = {
  name: 'lanes list',
  arguments: [],
  summary: 'lists the lanes that have work, those that have waited longest first',
  details: ['A lane is a wallet. HELD says that a worker serves it at this moment, DUE when one will look at it next.'],
  options: { limit: { form: 'text', value: 'N', doc: 'at most so many, 50 unless told otherwise' } },
  changes: false,
  run: async ({ database }, input) => {
    const lanes = await database.query<LaneRow>(
      `SELECT w.agent_id, count(*)::int AS live, (array_agg(e.id ORDER BY e.status = 'queued', e.seq))[1] AS head,
         (array_agg(e.status ORDER BY e.status = 'queued', e.seq))[1] AS status,
         (array_agg(e.waiting_for ORDER BY e.status = 'queued', e.seq))[1] AS waiting_for,
         l.wake_at, coalesce(l.lease_until > now(), false) AS held
       FROM executions AS e JOIN lanes AS l ON l.id = e.lane_id JOIN agent_wallets AS w ON w.id = l.id
       WHERE e.status IN ('queued', 'submitting', 'broadcast', 'unknown')
       GROUP BY w.agent_id, l.id ORDER BY min(e.created_at) LIMIT $1`,
      [input.integer('limit', { fallback: 50, max: 10_000 })],
    );
    const rows = lanes.map((lane) => [
      lane.agent_id,
      lane.live,
      lane.status,
      lane.waiting_for,
      lane.wake_at,
      lane.held ? 'yes' : 'no',
      lane.head,
    ]);
    return { lines: table(['AGENT', 'LIVE', 'HEAD IS', 'WAITS FOR', 'DUE', 'HELD', 'HEAD'], rows), data: { lanes } };
  },
};

type LaneSheet = {
  agent_id: string;
  agent_wallet_address: string | null;
  wallet_status: string;
  paused: boolean;
  max_trade_amount: string | null;
  version: string | null;
  fence: string | null;
  wake_at: Date | null;
  lease_until: Date | null;
};

export const showLane: Command = {
  name: 'lanes show',
  arguments: ['AGENT_ID'],
  summary: 'shows one lane: its wallet, who may act on it and until when, and what stands in it',
  changes: false,
  run: async ({ database }, input) => {
    const agentId = input.argument(0);
    const lane = await database.queryOne<LaneSheet>(
      `SELECT w.agent_id, w.agent_wallet_address, w.status AS wallet_status, w.paused, w.max_trade_amount,
         l.version, l.fence, l.wake_at, l.lease_until
       FROM agent_wallets AS w LEFT JOIN lanes AS l ON l.id = w.id WHERE w.agent_id = $1`,
      [agentId],
    );
    if (lane === null) throw new RefusedError(`${agentId} has no wallet`);
    const live = await database.query<ExecutionSummary>(
      `SELECT ${EXECUTION_SUMMARY} FROM executions
       WHERE lane_id = (SELECT id FROM agent_wallets WHERE agent_id = $1)
         AND status IN ('queued', 'submitting', 'broadcast', 'unknown')
       ORDER BY status = 'queued', seq`,
      [agentId],
    );
    const lines = [...sheet(lane), '', ...table(EXECUTION_HEADINGS, live.map(summaryRow))];
    return { lines, data: { lane, executions: live } };
  },
};
