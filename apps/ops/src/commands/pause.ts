import { ACTION_NAMES } from '@app/common';
import { wakeBusyLanes } from '@app/engine';
import { readPauses } from '@app/operations';
import type { SqlSession } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, UsageError } from '../cli/command.js';
import { pick, table } from '../cli/table.js';

const SCOPES: readonly string[] = ['global', ...ACTION_NAMES];
const MAX_PAUSES = 10_000;
const SCOPE_DOC = `global, an agent id, or an action: ${ACTION_NAMES.join(', ')}`;

export const pause = defineCommand({
  name: 'pause',
  changes: true,
  define: (command, run) =>
    command
      .summary('Pause new transactions')
      .description(
        'Pauses new transactions of all agents, of one agent, or of one action.\n\n' +
          'Armed transactions are completed. Queued executions keep their place, and can be cancelled. ' +
          'Claims and refunds stay open unless their action is paused.',
      )
      .argument('<scope>', SCOPE_DOC)
      .action((scope) => run((context) => setPaused(context, { scope, paused: true }))),
});

export const resume = defineCommand({
  name: 'resume',
  changes: true,
  define: (command, run) =>
    command
      .description('Resume paused transactions')
      .argument('<scope>', SCOPE_DOC)
      .action((scope) => run((context) => setPaused(context, { scope, paused: false }))),
});

export const listPauses = defineCommand({
  name: 'pauses',
  changes: false,
  define: (command, run) => command.description('List what is paused').action(() => run((context) => list(context))),
});

async function list({ database }: OpsContext): Promise<OpsResult> {
  const paused = await readPauses(database, { limit: MAX_PAUSES });
  const rows = paused.map(pick('scope', 'since'));
  const lines = rows.length === 0 ? ['nothing is paused'] : table(['PAUSED', 'LAST CHANGE'], rows);
  return { lines, data: { paused } };
}

async function setPaused(
  { database }: OpsContext,
  { scope, paused }: { scope: string; paused: boolean },
): Promise<OpsResult> {
  const exists = await database.transaction(async (tx) => {
    const isAgent = !SCOPES.includes(scope);
    const found = isAgent ? await pauseAgent(tx, scope, paused) : await pauseScope(tx, scope, paused);
    if (found) await wakeBusyLanes(tx, isAgent ? scope : null);
    return found;
  });
  if (!exists) {
    throw new UsageError(
      `${scope} is neither global, nor an action (${ACTION_NAMES.join(', ')}), nor an agent with a wallet`,
    );
  }
  return { lines: [`${scope} is ${paused ? 'paused' : 'resumed'}`], data: { scope, paused } };
}

async function pauseScope(tx: SqlSession, scope: string, paused: boolean): Promise<boolean> {
  const row = await tx.queryOne(
    'UPDATE execution_pauses SET paused = $2, updated_at = now() WHERE scope = $1 RETURNING 1',
    [scope, paused],
  );
  return row !== null;
}

async function pauseAgent(tx: SqlSession, agentId: string, paused: boolean): Promise<boolean> {
  const row = await tx.queryOne(
    `UPDATE agent_wallets SET paused = $2, policy_version = policy_version + 1, updated_at = now()
     WHERE agent_id = $1 RETURNING 1`,
    [agentId, paused],
  );
  return row !== null;
}
