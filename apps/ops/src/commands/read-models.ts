import { IndexStore, readIndexStatus } from '@app/indexer';
import { defineCommand, type OpsContext, type OpsResult, UsageError } from '../cli/command.js';
import { sheet } from '../cli/table.js';

/** Lease of the index during a rebuild. The worker that held it stops indexing until it ends. */
const LEASE_MS = 10_000;

export const showIndex = defineCommand({
  name: 'index show',
  changes: false,
  define: (command, run) =>
    command
      .description('Show how far the read models are behind the chain')
      .action(() => run((context) => show(context))),
});

async function show({ database }: OpsContext): Promise<OpsResult> {
  const status = await readIndexStatus(database);
  const { blockAgeMs } = status;
  const fields = {
    'indexed block':
      blockAgeMs === null ? status.blockNumber : `${status.blockNumber}, of ${Math.round(blockAgeMs / 1000)} s ago`,
    'newest block': status.headNumber,
    'blocks behind': status.lagBlocks,
    'last poll': `${Math.round(status.lastPollAgeMs / 1000)} s ago`,
    'worker active': status.hasLeader ? 'yes' : 'no',
    confirmations: status.confirmations,
  };
  return { lines: sheet(fields), data: status };
}

export const rebuildIndex = defineCommand({
  name: 'index rebuild',
  changes: true,
  define: (command, run) =>
    command
      .summary('Delete the read models, and let a worker index the chain again')
      .description(
        'Deletes positions, resolutions and settlements; a worker then indexes them again from the chain.\n\n' +
          'Reads are incomplete until the worker has caught up. Executions are not affected.',
      )
      .option('--yes', 'confirm that reads may be incomplete')
      .action(({ yes }) => run((context) => rebuild(context, yes))),
});

async function rebuild({ database, settings }: OpsContext, isConfirmed = false): Promise<OpsResult> {
  if (!isConfirmed) throw new UsageError('reads are incomplete during a rebuild; confirm with --yes');
  const subject = {
    chainId: settings.CHAIN_ID,
    factoryAddress: settings.FACTORY_ADDRESS.toLowerCase(),
    decimals: settings.COLLATERAL_DECIMALS,
    confirmations: settings.CONFIRMATIONS,
  };
  const store = new IndexStore(database, subject, LEASE_MS);
  const lease = await store.takeOver();
  const eventsDeleted = await store.clear(lease);
  await store.release(lease);
  return { lines: [`deleted ${eventsDeleted} events; a worker indexes them again`], data: { eventsDeleted } };
}
