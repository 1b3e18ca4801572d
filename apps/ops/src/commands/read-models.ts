import { IndexStore, readIndexStatus } from '@app/indexer';
import { type Command, UsageError } from '../cli/command.js';
import { sheet } from '../cli/table.js';

export const showIndex: Command = {
  name: 'index show',
  arguments: [],
  summary: 'shows how far the read models follow the chain',
  changes: false,
  run: async ({ database }) => {
    const { lastPollAgeMs, hasLeader, ...status } = await readIndexStatus(database);
    const fields = {
      'read up to block': status.blockNumber,
      'newest block seen': status.headNumber,
      'blocks behind': status.lagBlocks,
      'last poll': `${Math.round(lastPollAgeMs / 1000)} s ago`,
      'a worker indexes': hasLeader ? 'yes' : 'no',
      confirmations: status.confirmations,
    };
    return { lines: sheet(fields), data: { ...status, lastPollAgeMs, followed: hasLeader } };
  },
};

/** A worker gives the index up when its lease is taken, so nothing needs to be stopped. */
const LEASE_MS = 10_000;

export const rebuildIndex: Command = {
  name: 'index rebuild',
  arguments: [],
  summary: 'forgets positions, resolutions and settlements, and has a worker read them from the chain again',
  details: [
    'Until the worker has caught up, reads answer what it has read so far. Executions are not touched, and go on.',
  ],
  options: { yes: { form: 'flag', needed: true, doc: 'that this is meant' } },
  changes: true,
  run: async ({ database, settings }, input) => {
    if (!input.flag('yes')) throw new UsageError('reads are incomplete until it is done; say --yes if that is meant');
    const subject = {
      chainId: settings.CHAIN_ID,
      factoryAddress: settings.FACTORY_ADDRESS.toLowerCase(),
      decimals: settings.COLLATERAL_DECIMALS,
      confirmations: settings.CONFIRMATIONS,
    };
    const store = new IndexStore(database, subject, LEASE_MS);
    const lease = await store.takeOver();
    const events = await store.rollBack(lease, null);
    await store.release(lease);
    return { lines: [`${events} events were forgotten; a worker reads them again`], data: { eventsForgotten: events } };
  },
};
