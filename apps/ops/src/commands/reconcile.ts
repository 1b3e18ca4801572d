import { refOf, viewCall } from '@app/contracts';
import { declareReconciled, recordExecutedByRef } from '@app/engine';
import { defineCommand, type OpsContext, type OpsResult } from '../cli/command.js';

type Candidate = { id: string; walletAddress: string };

const PAGE_SIZE = 200;

export const reconcile = defineCommand({
  name: 'reconcile',
  changes: true,
  define: (command, run) =>
    command
      .summary('Restore lost execution records from the chain after a restore or failover')
      .description(
        'Restores lost execution records from the chain after a restore or failover of the database.\n\n' +
          'Asks the chain for each intent without an executed record, and records those that took effect. ' +
          'Workers serve no lane between the detection of another PostgreSQL cluster or timeline and this command.',
      )
      .action(() => run((context) => reconcileAll(context))),
});

async function reconcileAll(context: OpsContext): Promise<OpsResult> {
  let found = 0;
  let checked = 0;
  let after = '';
  for (;;) {
    const page = await listCandidates(context, after);
    const used = await Promise.all(page.map((candidate) => isRefUsed(context, candidate)));
    for (const [index, { id }] of page.entries()) {
      if (used[index] === true && (await context.database.transaction((tx) => recordExecutedByRef(tx, id)))) found += 1;
    }
    checked += page.length;
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  await context.database.transaction((tx) => declareReconciled(tx));
  return report(checked, found);
}

/** Returns the next page of intents without an executed record, in order of id. */
async function listCandidates({ database }: OpsContext, after: string): Promise<Candidate[]> {
  return database.query<Candidate>(
    `SELECT i.id, wallet.agent_wallet_address AS "walletAddress"
     FROM agent_intents AS i JOIN agent_wallets AS wallet ON wallet.agent_id = i.agent_id
     WHERE i.id > $1 AND i.status IN ('preview', 'confirmed', 'failed', 'cancelled')
       AND wallet.provider_wallet_id IS NOT NULL
     ORDER BY i.id LIMIT $2`,
    [after, PAGE_SIZE],
  );
}

/** Whether the contracts have seen the intent's ref, so that it took effect. */
async function isRefUsed({ rpc, settings }: OpsContext, { id, walletAddress }: Candidate): Promise<boolean> {
  return rpc.view(settings.FACTORY_ADDRESS, viewCall('factory', 'refUsed', [walletAddress, refOf(id)]));
}

function report(checked: number, found: number): OpsResult {
  return {
    lines: [
      `checked ${checked} intents without an executed record`,
      `${found} of them took effect; a worker completes their records`,
      'workers serve lanes again',
    ],
    data: { checked, found },
  };
}
