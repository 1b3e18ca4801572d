import { EXECUTION_STATUSES } from '@app/agents';
import type { Database } from '@app/persistence';
import { type Command, RefusedError } from '../cli/command.js';
import { sheet, table } from '../cli/table.js';
import { EXECUTION_HEADINGS, EXECUTION_SUMMARY, type ExecutionSummary, summaryRow } from './execution-rows.js';

export const listExecutions: Command = {
  name: 'executions list',
  arguments: [],
  summary: 'lists executions, newest first',
  options: {
    status: { form: 'text', value: 'STATUS', doc: `only ${EXECUTION_STATUSES.join(', ')}` },
    agent: { form: 'text', value: 'AGENT_ID', doc: 'only those of one agent' },
    limit: { form: 'text', value: 'N', doc: 'at most so many, 50 unless told otherwise' },
  },
  changes: false,
  run: async ({ database }, input) => {
    const executions = await database.query<ExecutionSummary>(
      `SELECT ${EXECUTION_SUMMARY} FROM executions
       WHERE (status = $1 OR $1 IS NULL) AND (agent_id = $2 OR $2 IS NULL) ORDER BY seq DESC LIMIT $3`,
      [
        input.oneOf('status', EXECUTION_STATUSES) ?? null,
        input.text('agent') ?? null,
        input.integer('limit', { fallback: 50, max: 10_000 }),
      ],
    );
    return { lines: table(EXECUTION_HEADINGS, executions.map(summaryRow)), data: { executions } };
  },
};

type ExecutionSheet = {
  id: string;
  intent_id: string;
  agent_id: string;
  action: string;
  attempt: number;
  status: string;
  waiting_for: string | null;
  agent_wallet_address: string;
  market_contract_address: string | null;
  ref: string;
  error_message: string | null;
  retry_safe: boolean | null;
  request_id: string | null;
  created_at: Date;
  completed_at: Date | null;
};
type StepRow = {
  kind: string;
  status: string;
  send_attempts: number;
  armed_at: Date | null;
  deadline: Date | null;
  provider_transaction_id: string | null;
  transaction_hash: string | null;
};
type EventRow = { seq: number; at: Date; type: string; data: string };

export const showExecution: Command = {
  name: 'executions show',
  arguments: ['EXECUTION_ID'],
  summary: 'shows one execution: its record, its steps, and the timeline of what happened to it',
  changes: false,
  run: async ({ database }, input) => {
    const id = input.argument(0);
    const execution = await database.queryOne<ExecutionSheet>(
      `SELECT id, intent_id, agent_id, action, attempt, status, waiting_for, agent_wallet_address,
         market_contract_address, ref, error_message, retry_safe, request_id, created_at, completed_at
       FROM executions WHERE id = $1`,
      [id],
    );
    if (execution === null) throw new RefusedError(`there is no execution ${id}`);
    const [steps, events] = await Promise.all([stepsOf(database, id), eventsOf(database, id)]);
    const stepRows = steps.map((step) => [
      step.kind,
      step.status,
      step.send_attempts,
      step.armed_at,
      step.deadline,
      step.provider_transaction_id,
      step.transaction_hash,
    ]);
    const lines = [
      ...sheet(execution),
      '',
      ...table(['STEP', 'STATUS', 'SENT', 'ARMED', 'DEADLINE', 'AT THE PROVIDER', 'TRANSACTION'], stepRows),
      '',
      ...table(
        ['#', 'AT', 'EVENT', 'DATA'],
        events.map(({ seq, at, type, data }) => [seq, at, type, data]),
      ),
    ];
    return { lines, data: { execution, steps, events } };
  },
};

async function stepsOf(database: Database, id: string): Promise<StepRow[]> {
  return database.query<StepRow>(
    `SELECT kind, status, send_attempts, armed_at, deadline, provider_transaction_id, transaction_hash
     FROM execution_steps WHERE execution_id = $1 ORDER BY kind`,
    [id],
  );
}

async function eventsOf(database: Database, id: string): Promise<EventRow[]> {
  return database.query<EventRow>(
    'SELECT seq, at, type, data FROM execution_events WHERE execution_id = $1 ORDER BY seq',
    [id],
  );
}
