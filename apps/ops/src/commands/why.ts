import { missingExecution } from './executions.js';
import { defineCommand, type OpsContext, type OpsResult, RefusedError, UsageError } from '../cli/command.js';
import {
  type Explanation,
  explainAgent,
  explainExecution,
  explainIntent,
  type Pause,
  findPausedScope,
} from '../diagnose/explain.js';
import {
  type Circumstances,
  type DiagnosedExecution,
  findCircumstances,
  findExecution,
  findHead,
  findIntent,
  findLatestExecution,
  findPause,
} from '../diagnose/facts.js';

type Database = OpsContext['database'];
/** An explanation, and the record that it is about. */
type Answer = Explanation & { readonly subject: string };

export const why = defineCommand({
  name: 'why',
  changes: false,
  define: (command, run) =>
    command
      .summary('Say what an intent, an execution or an agent waits for')
      .description('Says in one sentence what an intent, an execution or an agent waits for, and what ends the wait.')
      .argument('<id>', 'agent_intent_…, agent_execution_… or the id of an agent')
      .action((id) => run((context) => show(context, id))),
});

async function show({ database }: OpsContext, id: string): Promise<OpsResult> {
  const { subject, cause, remedy } = await explain(database, id);
  const sentence = `${subject} ${cause.replace(/\.$/, '')}${remedy === null ? '' : `; ${remedy}`}`;
  return { lines: [sentence], data: { id, subject, cause, remedy } };
}

function explain(database: Database, id: string): Promise<Answer> {
  if (!id.startsWith('agent_')) throw new UsageError('expected the id of an intent, an execution or an agent: agent_…');
  if (id.startsWith('agent_execution_')) return explainOneExecution(database, id);
  return id.startsWith('agent_intent_') ? explainOneIntent(database, id) : explainOneAgent(database, id);
}

async function explainOneExecution(database: Database, id: string): Promise<Answer> {
  const execution = await findExecution(database, id);
  if (execution === null) throw await missingExecution(database, id);
  return explainFound(database, execution);
}

async function explainOneIntent(database: Database, id: string): Promise<Answer> {
  const intent = await findIntent(database, id);
  if (intent === null) throw new RefusedError(`intent ${id} does not exist`);
  const execution = intent.status === 'confirmed' ? null : await findLatestExecution(database, id);
  if (execution !== null) return explainFound(database, execution);
  const state = await findCircumstances(database, intent.agentId);
  const pause = state === null ? null : await findPauseFor(database, state, intent.action);
  return { subject: id, ...explainIntent(intent, state, pause) };
}

async function explainOneAgent(database: Database, agentId: string): Promise<Answer> {
  const state = await findCircumstances(database, agentId);
  if (state === null) throw new RefusedError(`${agentId} has no wallet`);
  const head = await findHead(database, agentId);
  if (head !== null) return explainFound(database, head);
  return { subject: agentId, ...explainAgent(state, await findPauseFor(database, state, 'buy_yes')) };
}

async function explainFound(database: Database, execution: DiagnosedExecution): Promise<Answer> {
  const state = await findCircumstances(database, execution.agentId);
  if (state === null) throw new RefusedError(`${execution.agentId} has no wallet`);
  const pause = await findPauseFor(database, state, execution.action);
  return { subject: execution.id, ...explainExecution(execution, state, pause) };
}

async function findPauseFor(
  database: Database,
  state: Circumstances,
  action: DiagnosedExecution['action'],
): Promise<Pause | null> {
  const scope = findPausedScope(state, action);
  return scope === null ? null : { scope, record: await findPause(database, scope) };
}
