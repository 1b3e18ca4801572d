import { Option } from '@commander-js/extra-typings';
import { EXECUTION_STATUSES } from '@app/agents';
import type { Database } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { sheet, table } from '../cli/table.js';
import { EXECUTION_HEADINGS, EXECUTION_SUMMARY, type ExecutionSummary, summaryRow } from './execution-rows.js';

export const listExecutions = defineCommand({
  name: 'executions list',
  changes: false,
  define: (command, run) =>
    command
      .description('List executions, newest first')
      .addOption(new Option('--status <status>', 'only executions with this status').choices(EXECUTION_STATUSES))
      .option('--agent <agent-id>', 'only executions of this agent')
      .addOption(limitOption())
      .action((options) => run((context) => list(context, options))),
});

interface ListOptions {
  readonly status?: string;
  readonly agent?: string;
  readonly limit: number;
}

async function list({ database }: OpsContext, { status, agent, limit }: ListOptions): Promise<OpsResult> {
  const executions = await database.query<ExecutionSummary>(
    `SELECT ${EXECUTION_SUMMARY} FROM executions
     WHERE (status = $1 OR $1 IS NULL) AND (agent_id = $2 OR $2 IS NULL) ORDER BY seq DESC LIMIT $3`,
    [status ?? null, agent ?? null, limit],
  );
  return { lines: table(EXECUTION_HEADINGS, executions.map(summaryRow)), data: { executions } };
}

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

const STEP_HEADINGS = ['STEP', 'STATUS', 'SENDS', 'ARMED', 'DEADLINE', 'PROVIDER TRANSACTION', 'TRANSACTION'];

export const showExecution = defineCommand({
  name: 'executions show',
  changes: false,
  define: (command, run) =>
    command
      .description('Show one execution with its steps and events')
      .argument('<id>', 'agent_execution_…, or agent_intent_… for its latest execution')
      .action((id) => run((context) => show(context, id))),
});

async function show({ database }: OpsContext, given: string): Promise<OpsResult> {
  const id = given.startsWith('agent_intent_') ? await latestOfIntent(database, given) : given;
  const execution = await database.queryOne<ExecutionSheet>(
    `SELECT id, intent_id, agent_id, action, attempt, status, waiting_for, agent_wallet_address,
       market_contract_address, ref, error_message, retry_safe, request_id, created_at, completed_at
     FROM executions WHERE id = $1`,
    [id],
  );
  if (execution === null) throw new RefusedError(`execution ${id} does not exist`);
  const [steps, events] = await Promise.all([listSteps(database, id), listEvents(database, id)]);
  const stepRows = steps.map((step) => [
    step.kind,
    step.status,
    step.send_attempts,
    step.armed_at,
    step.deadline,
    step.provider_transaction_id,
    step.transaction_hash,
  ]);
  const eventRows = events.map(({ seq, at, type, data }) => [seq, at, type, data]);
  const lines = [
    ...sheet(execution),
    '',
    ...table(STEP_HEADINGS, stepRows),
    '',
    ...table(['#', 'AT', 'EVENT', 'DATA'], eventRows),
  ];
  return { lines, data: { execution, steps, events } };
}

/** @throws {RefusedError} */
async function latestOfIntent(database: Database, intentId: string): Promise<string> {
  const found = await database.queryOne<{ id: string | null }>(
    `SELECT (SELECT e.id FROM executions AS e WHERE e.intent_id = i.id ORDER BY e.attempt DESC LIMIT 1) AS id
     FROM agent_intents AS i WHERE i.id = $1`,
    [intentId],
  );
  if (found === null) throw new RefusedError(`intent ${intentId} does not exist`);
  if (found.id === null)
    throw new RefusedError(`intent ${intentId} has no execution: see npm run ops -- why ${intentId}`);
  return found.id;
}

async function listSteps(database: Database, id: string): Promise<StepRow[]> {
  return database.query<StepRow>(
    `SELECT kind, status, send_attempts, armed_at, deadline, provider_transaction_id, transaction_hash
     FROM execution_steps WHERE execution_id = $1 ORDER BY kind`,
    [id],
  );
}

async function listEvents(database: Database, id: string): Promise<EventRow[]> {
  return database.query<EventRow>(
    'SELECT seq, at, type, data FROM execution_events WHERE execution_id = $1 ORDER BY seq',
    [id],
  );
}
