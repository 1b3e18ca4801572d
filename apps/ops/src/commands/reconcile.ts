import { reconcileExecutions } from '@app/engine';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';

export const reconcile = defineCommand({
  name: 'reconcile',
  changes: true,
  define: (command, run) =>
    command
      .summary('Restore lost execution records from the chain')
      .description(
        'Restores lost execution records from the effects that the chain index holds.\n\n' +
          'Workers do the same by themselves after a restore or failover of the database. They serve no lane from its ' +
          'detection until the lifetime of an armed step has passed on chain; before that, this command is refused.',
      )
      .action(() => run((context) => reconcileAll(context))),
});

async function reconcileAll({ database, settings }: OpsContext): Promise<OpsResult> {
  const { waitsUntil, effects, restored } = await reconcileExecutions(database, settings.EXECUTION_DEADLINE_S * 1000);
  if (waitsUntil !== null) {
    throw new RefusedError(
      `the chain index has not passed ${waitsUntil.toISOString()}: lost steps may still take effect`,
    );
  }
  return {
    lines: [
      `compared ${effects} effects of wallets with the records`,
      `${restored} of them had no execution; a worker completes their records`,
      'workers serve lanes',
    ],
    data: { effects, restored },
  };
}
