import { ACTIONS } from '@app/common';
import { wakeBusyLanes } from '@app/engine';
import type { Sql } from '@app/persistence';
import type { CommandInput } from '../cli/command-input.js';
import { type Command, type OpsContext, type OpsResult, UsageError } from '../cli/command.js';
import { table } from '../cli/table.js';

const SCOPES: readonly string[] = ['global', ...ACTIONS];
const SCOPE = 'global | ACTION | AGENT_ID';

/** Effective for everything that is not armed yet, at the latest with the next look at its lane. */
export const pause: Command = {
  name: 'pause',
  arguments: [SCOPE],
  summary: 'stops new transactions; claims and refunds stay open unless they are paused by name',
  details: ['What is armed already is finished. What waits keeps its place, and can be cancelled.'],
  changes: true,
  run: (context, input) => setPaused(context, input, true),
};

export const resume: Command = {
  name: 'resume',
  arguments: [SCOPE],
  summary: 'lets them go on',
  changes: true,
  run: (context, input) => setPaused(context, input, false),
};

export const listPauses: Command = {
  name: 'pauses',
  arguments: [],
  summary: 'shows what is paused',
  changes: false,
  run: async ({ database }) => {
    const rows = await database.query<{ scope: string; since: Date }>(
      `SELECT scope, updated_at AS since FROM execution_pauses WHERE paused
       UNION ALL SELECT agent_id, updated_at FROM agent_wallets WHERE paused ORDER BY scope`,
    );
    const lines =
      rows.length === 0
        ? ['nothing is paused']
        : table(
            ['PAUSED', 'LAST CHANGE'],
            rows.map(({ scope, since }) => [scope, since]),
          );
    return { lines, data: { paused: rows } };
  },
};

async function setPaused({ database }: OpsContext, input: CommandInput, paused: boolean): Promise<OpsResult> {
  const scope = input.argument(0);
  const found = await database.transaction(async (tx) => {
    const known = SCOPES.includes(scope) ? await pauseScope(tx, scope, paused) : await pauseAgent(tx, scope, paused);
    if (known) await wakeBusyLanes(tx);
    return known;
  });
  if (!found)
    throw new UsageError(
      `nothing is called ${scope}: it is neither global, nor an action (${ACTIONS.join(', ')}), nor an agent with a wallet`,
    );
  return { lines: [`${scope} is ${paused ? 'paused' : 'not paused'}`], data: { scope, paused } };
}

async function pauseScope(tx: Sql, scope: string, paused: boolean): Promise<boolean> {
  const row = await tx.queryOne(
    'UPDATE execution_pauses SET paused = $2, updated_at = now() WHERE scope = $1 RETURNING 1',
    [scope, paused],
  );
  return row !== null;
}

async function pauseAgent(tx: Sql, agentId: string, paused: boolean): Promise<boolean> {
  const row = await tx.queryOne(
    `UPDATE agent_wallets SET paused = $2, policy_version = policy_version + 1, updated_at = now()
     WHERE agent_id = $1 RETURNING 1`,
    [agentId, paused],
  );
  return row !== null;
}
