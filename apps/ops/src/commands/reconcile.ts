import { viewCall, refOf } from '@app/contracts';
import { declareReconciled, recordExecutedByRef } from '@app/engine';
import type { Command, OpsContext, OpsResult } from '../cli/command.js';

type Candidate = { id: string; agent_wallet_address: string };

const BATCH = 200;

/**
 * After a restore the database may have forgotten executions. Every intent that is not recorded as executed is asked for
 * on the chain: a ref that was used is an execution, and is put back on record; then lanes are served again.
 */
export const reconcile: Command = {
  name: 'reconcile',
  arguments: [],
  summary: 'after a restore or failover: puts back on record what the chain says was executed, then serves lanes again',
  details: [
    'Workers serve no lane from the moment that they see another PostgreSQL cluster or timeline until this ran.',
  ],
  changes: true,
  run: async (context) => {
    let found = 0;
    let checked = 0;
    let after = '';
    for (;;) {
      // Each page starts where the one before it ended.
      const page = await candidates(context, after);
      const used = await Promise.all(page.map((candidate) => isUsed(context, candidate)));
      for (const [index, { id }] of page.entries()) {
        if (used[index] === true && (await context.database.transaction((tx) => recordExecutedByRef(tx, id))))
          found += 1;
      }
      checked += page.length;
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    await context.database.transaction((tx) => declareReconciled(tx));
    return report(checked, found);
  },
};

async function candidates({ database }: OpsContext, after: string): Promise<Candidate[]> {
  return database.query<Candidate>(
    `SELECT i.id, wallet.agent_wallet_address
     FROM agent_intents AS i JOIN agent_wallets AS wallet ON wallet.agent_id = i.agent_id
     WHERE i.id > $1 AND i.status IN ('preview', 'confirmed', 'failed', 'cancelled')
       AND wallet.provider_wallet_id IS NOT NULL
     ORDER BY i.id LIMIT $2`,
    [after, BATCH],
  );
}

async function isUsed({ rpc, settings }: OpsContext, { id, agent_wallet_address }: Candidate): Promise<boolean> {
  return rpc.view(settings.FACTORY_ADDRESS, viewCall('factory', 'refUsed', [agent_wallet_address, refOf(id)]));
}

function report(checked: number, found: number): OpsResult {
  return {
    lines: [
      `${checked} intents that are not recorded as executed were looked for on the chain`,
      `${found} of them had been executed and are being put back on record by the worker`,
      'lanes are served again',
    ],
    data: { checked, found },
  };
}
