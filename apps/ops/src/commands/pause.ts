import { ACTIONS } from '@app/common';
import { wakeBusyLanes } from '@app/engine';
import type { Sql } from '@app/persistence';
import { type Command, type OpsContext, type OpsResult, UsageError } from './command.js';

const SCOPES: readonly string[] = ['global', ...ACTIONS];

/** Effective for everything that is not armed yet, at the latest with the next look at its lane. */
export const pause: Command = {
  usage: 'pause <global | ACTION | AGENT_ID>',
  summary: 'stops new transactions; claims and refunds stay open unless they are paused by name',
  run: (context, args) => setPaused(context, args, true),
};

export const resume: Command = {
  usage: 'resume <global | ACTION | AGENT_ID>',
  summary: 'lets them go on',
  run: (context, args) => setPaused(context, args, false),
};

async function setPaused({ database }: OpsContext, args: readonly string[], paused: boolean): Promise<OpsResult> {
  const [scope] = args;
  if (scope === undefined || args.length > 1) throw new UsageError('name one scope: global, an action, or an agent');
  const found = await database.transaction(async (tx) => {
    const known = SCOPES.includes(scope) ? await pauseScope(tx, scope, paused) : await pauseAgent(tx, scope, paused);
    if (known) await wakeBusyLanes(tx);
    return known;
  });
  if (!found)
    throw new UsageError(`nothing is called ${scope}: it is neither global, nor an action, nor an agent with a wallet`);
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
