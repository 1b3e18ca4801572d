import { Option } from '@commander-js/extra-typings';
import { ArchivesRepository } from '@app/audit';
import { EXECUTION_STATUSES, SEAL_VIOLATED } from '@app/engine';
import { ExecutionReportsRepository } from '@app/operations';
import type { Database } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { pick, sheet, table } from '../cli/table.js';
import { EXECUTION_HEADINGS, SEAL_VIOLATED_TEXT, summaryRow } from './execution-rows.js';

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
  const filter = { status: EXECUTION_STATUSES.find((known) => known === status), agentId: agent };
  const { items: executions } = await new ExecutionReportsRepository(database).list(filter, { limit, after: null });
  return { lines: table(EXECUTION_HEADINGS, executions.map(summaryRow)), data: { executions } };
}

const STEP_HEADINGS = ['STEP', 'STATUS', 'SENDS', 'ARMED', 'DEADLINE', 'PROVIDER TRANSACTION', 'TRANSACTION'];
const stepRow = pick(
  'kind',
  'status',
  'sendAttempts',
  'armedAt',
  'deadline',
  'providerTransactionId',
  'transactionHash',
);

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
  const report = await new ExecutionReportsRepository(database).find(id);
  if (report === null) throw await missingExecution(database, id);
  const isSealViolated = report.steps.some(({ providerState }) => providerState === SEAL_VIOLATED);
  const { readback, ...fields } = report.execution;
  const execution = isSealViolated ? { ...fields, waitingFor: SEAL_VIOLATED_TEXT } : fields;
  const events = report.events.map(({ seq, at, type, data }) => [seq, at, type, data]);
  const lines = [
    ...sheet(execution),
    '',
    ...table(STEP_HEADINGS, report.steps.map(stepRow)),
    '',
    ...table(['#', 'AT', 'EVENT', 'DATA'], events),
  ];
  return { lines, data: { ...report, execution: { ...execution, readback } } };
}

/** Refusal for an execution that the database does not have; names its archive if it has one. */
export async function missingExecution(database: Database, id: string): Promise<RefusedError> {
  const archive = await new ArchivesRepository(database).findByExecution(id);
  return new RefusedError(
    archive === null
      ? `execution ${id} does not exist`
      : `${id} is archived with ${archive.month}, in ${archive.fileName}`,
  );
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
