import { describeVerification, verifyRecords } from '@app/audit';
import { ChainHistory } from '@app/chain';
import { toPlanContext } from '@app/engine';
import { defineCommand, type OpsContext, type OpsResult } from '../cli/command.js';

export const verify = defineCommand({
  name: 'verify',
  changes: false,
  define: (command, run) =>
    command
      .summary('Verify all records against the chain')
      .description(
        'Verifies all records against the chain: each recorded execution took effect, and took effect once.\n\n' +
          'Reads database and chain, and changes nothing. The last lines describe each disagreement; ' +
          'the exit code is then 1. `npm run verify` runs this command.',
      )
      .action(() => run((context) => verifyAll(context))),
});

async function verifyAll({ database, rpc, settings }: OpsContext): Promise<OpsResult> {
  const verification = await verifyRecords({
    sql: database,
    chain: new ChainHistory(rpc, settings.FACTORY_ADDRESS),
    plan: toPlanContext(settings),
    fromBlock: 0,
  });
  const lines = describeVerification(verification).split('\n');
  return { lines, data: verification, disagrees: verification.findingsCount > 0 };
}
