import { grouped, money } from '../../../apps/console/src/format/decimal.js';
import { duration } from '../../../apps/console/src/operator/duration.js';
import type { AgentClient } from './agent-client.js';
import type { Panels } from './shown-values.js';

/** Numbers and times of an overview as the page for operators shows them, by panel. */
export function overviewNumbers({ lanes, executions, provider, index, queue, workers, pauses }: any): Panels {
  const age = (ms: number): string => (ms === 0 ? 'none' : duration(ms));
  return {
    'Lanes by state': {
      facts: {
        ...{ Due: String(lanes.due), 'Leased by a worker': String(lanes.leased), Waiting: String(lanes.waiting) },
        Quarantined: String(lanes.quarantined),
      },
    },
    'Unfinished executions': {
      facts: {
        ...{ Queued: String(executions.queued), Submitting: String(executions.submitting) },
        ...{ Broadcast: String(executions.broadcast), Unknown: String(executions.unknown) },
        'Oldest not picked up': age(executions.oldest_untouched_ms),
        'Oldest unknown': age(executions.oldest_unknown_ms),
      },
    },
    'Wallet provider': {
      facts: {
        Breaker: provider.breaker_open ? 'open' : 'closed',
        ...(provider.probe_at !== null && { 'Next probe': provider.probe_at }),
        'Wait for the rate limit': duration(provider.debt_ms),
      },
    },
    Index: {
      facts: {
        ...{ 'Indexed block': grouped(index.block), 'Newest block': grouped(index.head_block) },
        ...{ 'Blocks behind': String(index.lag_blocks), 'Last poll': `${duration(index.last_poll_age_ms)} ago` },
      },
    },
    'Queue and workers': {
      facts: {
        'Workers alive': String(workers.alive),
        'Waiting jobs of lanes': String(queue.lane_jobs),
        'Waiting jobs of tasks': String(queue.task_jobs),
        'Due tasks': String(queue.tasks_due),
      },
    },
    Pauses: { rows: pauses.map(({ scope, since }: any) => ({ Paused: scope, 'Last change': since })) },
  };
}

/** Numbers and times of the lists on the page for operators, by panel. */
export async function operatorLists(agent: AgentClient): Promise<Panels> {
  const read = async (path: string): Promise<any> => (await agent.get(path)).body;
  const [{ lanes }, { executions }, { entries }] = await Promise.all([
    read('/ops/lanes?limit=20'),
    read('/ops/executions?limit=20'),
    read('/ops/audit?limit=20'),
  ]);
  return {
    'Busy lanes': {
      rows: lanes.map(({ agent_id, unfinished, failures, due_at, quarantined_at }: any) => ({
        ...{ Agent: agent_id, Unfinished: String(unfinished), Errors: String(failures) },
        Due: due_at ?? quarantined_at,
      })),
    },
    Executions: {
      rows: executions.map(({ agent_id, amount, transaction_hash, created_at }: any) => ({
        ...{ Agent: agent_id, 'Stake, USDC': amount ?? '–', Transaction: transaction_hash ?? 'none' },
        Accepted: created_at,
      })),
    },
    'Audit log': { rows: entries.map(({ at, actor }: any) => ({ Time: at, Operator: actor })) },
  };
}

/** Numbers and times of an execution's report, by panel. */
export function reportNumbers(execution: any): Panels {
  const steps = execution.steps.map((step: any) => [
    step.kind === 'approve' ? 'Step: approval' : 'Step: action',
    {
      facts: {
        ...{ Sends: String(step.send_attempts), Accelerations: String(step.accelerations) },
        ...{ Armed: step.armed_at, 'Last send': step.last_sent_at, Deadline: step.deadline },
        'Provider transaction': step.provider_transaction_id,
        ...{ Contract: step.contract_address, Transaction: step.transaction_hash },
        ...{ 'Block of the receipt': grouped(step.block_number), 'Block hash': step.block_hash },
      },
    },
  ]);
  return {
    Execution: {
      facts: {
        ...{ Attempt: String(execution.attempt), Stake: money(execution.amount), Ref: execution.ref },
        Request: execution.request_id,
        'Failed tries before arming': String(execution.tries),
        ...{ Accepted: execution.created_at, Completed: execution.completed_at },
      },
    },
    ...Object.fromEntries(steps),
    History: { rows: execution.events.map(({ seq, at }: any) => ({ Seq: String(seq), Time: at })) },
  };
}
