import { setTimeout as delay } from 'node:timers/promises';
import { ChainRpc, RpcLogSource } from '@app/chain';
import type { Secret } from '@app/common';
import { IndexStore, Indexer } from '@app/indexer';
import { Logger, Metrics } from '@app/observability';
import type { Database } from '@app/persistence';
import { ensureDatabase, withClient } from '../../../dev/devnet/postgres/postgres.js';
import { CHAIN_ID } from '../../../contracts/testing/anvil.js';
import { ContractFixture } from '../../../contracts/testing/fixture.js';
import { connectDatabase } from '../../../test/support/open-database.js';
import type { TestRun } from '../../../test/support/stack/test-run.js';
import { Random } from '../../support/random.js';
import { type FactLines, listDifferences } from './fact-lines.js';
import { readLogs, readModels, readPonder } from './facts.js';
import { PONDER_SCHEMA, startPonder } from './ponder-process.js';
import { RandomHistory, TRADERS } from './random-history.js';

const DECIMALS = 6;
/** Longer than a run: an indexer whose lease has expired leaves out a poll. */
const LEASE_MS = 86_400_000;
/** Share of the events that are on the chain when Ponder starts. It reads them in another way than later ones. */
const PAST_SHARE = 0.5;
const EVENTS_PER_REORGANISATION = 100;
/** Below the 30 blocks after which Ponder considers a block final. */
const MAX_UNDONE_BLOCKS = 14;
const POLL_INTERVAL_MS = 50;
const CATCH_UP_TIMEOUT_MS = 300_000;
const STOP_GRACE_MS = 10_000;

export interface CompareOptions {
  readonly events: number;
  readonly seed: number;
}

export interface Comparison {
  readonly events: number;
  /** Both have indexed each branch before it was taken back. */
  readonly reorganisations: number;
  readonly undoneEvents: number;
  readonly loggedEvents: number;
  readonly facts: FactLines;
  /** Differences from Ponder by source. */
  readonly differences: Readonly<Record<string, readonly string[]>>;
}

type Log = (line: string) => void;

/** Has the product and Ponder index the same random history, reorganisations included, and compares the rows. */
export async function compareIndexers({ events, seed }: CompareOptions, run: TestRun, log: Log): Promise<Comparison> {
  const postgres = await run.startPostgres();
  const [ownUrl, ponderUrl] = [postgres.url('presage'), postgres.url('ponder')];
  for (const name of ['presage', 'ponder']) await ensureDatabase(postgres.url('postgres'), name);
  const { database, dataSource, close } = await connectDatabase(ownUrl.reveal());
  const contracts = await ContractFixture.start();
  try {
    await dataSource.runMigrations();
    await insertAgents(database);
    const indexer = openIndexer(database, contracts);
    const random = new Random(seed);
    const history = new RandomHistory(contracts, random);
    await history.extendTo(Math.floor(events * PAST_SHARE));
    log(`${history.events} events before Ponder starts`);
    const ponder = await startPonder({
      ...{ run, databaseUrl: ponderUrl, rpcUrl: contracts.chain.url, chainId: CHAIN_ID, factory: contracts.factory },
    });
    try {
      log('Ponder has indexed them');
      const follow = async (): Promise<void> => {
        const marketId = await history.createMarket();
        await indexer.poll();
        await untilIndexed(ponderUrl, marketId);
      };
      const reorganisations = await continueHistory({ history, random, events, follow, log });
      await indexer.close();
      return { reorganisations, ...(await compare(database, ponderUrl)) };
    } finally {
      await ponder.stop(STOP_GRACE_MS);
    }
  } finally {
    await contracts.stop();
    await close();
  }
}

interface Continuation {
  readonly history: RandomHistory;
  readonly random: Random;
  readonly events: number;
  /** Has the product index once, and waits until Ponder has indexed the chain's head. */
  readonly follow: () => Promise<void>;
  readonly log: Log;
}

/** Extends the history while both follow it. Both see each branch that is taken back. @returns number of branches */
async function continueHistory({ history, random, events, follow, log }: Continuation): Promise<number> {
  let reorganised = 0;
  await follow();
  while (history.events < events) {
    await history.extendTo(Math.min(events, history.events + EVENTS_PER_REORGANISATION));
    await follow();
    await history.takeBack(async () => {
      await history.addBlocks(random.between(1, MAX_UNDONE_BLOCKS));
      await follow();
    });
    reorganised += 1;
    await follow();
    if (reorganised % 10 === 0) log(`${history.events} events, ${reorganised} reorganisations`);
  }
  // The product may keep an undone branch until the chain is longer than it.
  await history.addBlocks(2 * MAX_UNDONE_BLOCKS);
  await follow();
  return reorganised;
}

async function compare(database: Database, ponderUrl: Secret): Promise<Omit<Comparison, 'reorganisations'>> {
  const facts = await readPonder(ponderUrl);
  const [markets, agents] = [
    await readLogs(database, 'market:', DECIMALS),
    await readLogs(database, 'agent:', DECIMALS),
  ];
  const { count } = await database.queryOneOrFail<{ count: number }>('SELECT count(*)::int AS count FROM chain_events');
  return {
    events: count,
    undoneEvents: markets.undone + agents.undone,
    loggedEvents: markets.events + agents.events,
    facts,
    differences: {
      'read models': listDifferences(facts, await readModels(database)),
      'logs of markets': listDifferences(facts, markets.facts),
      'logs of agents': listDifferences(facts, agents.facts),
    },
  };
}

function openIndexer(database: Database, { chain, factory }: ContractFixture): Indexer {
  const factoryAddress = factory.toLowerCase();
  const subject = { chainId: CHAIN_ID, factoryAddress, decimals: DECIMALS, confirmations: 1 };
  return new Indexer({
    source: new RpcLogSource(new ChainRpc({ url: chain.url, chainId: CHAIN_ID })),
    store: new IndexStore(database, subject, LEASE_MS),
    log: Logger.create({ app: 'compare', level: 'error', format: 'json' }),
    metrics: Metrics.off(),
    settings: { factoryAddress, startBlock: 0, confirmations: 1 },
  });
}

/** Makes every trader an agent, so that each has a log. */
async function insertAgents(database: Database): Promise<void> {
  await database.query(
    `WITH traders AS (
       INSERT INTO users (kind, agent_id, wallet_address)
       SELECT 'agent', 'agent_' || address, address FROM unnest($1::text[]) AS given (address)
       RETURNING id, agent_id, wallet_address)
     INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, wallet_provider, chain, allowed_actions, status)
     SELECT agent_id, id, wallet_address, 'p', 'CHAIN-TESTNET', '{buy_yes}', 'active' FROM traders`,
    [TRADERS.map((address) => address.toLowerCase())],
  );
}

/** Ponder commits a block after all blocks before it. */
async function untilIndexed(ponderUrl: Secret, marketId: string): Promise<void> {
  const deadlineMs = Date.now() + CATCH_UP_TIMEOUT_MS;
  await withClient(ponderUrl, async (client) => {
    for (;;) {
      const { rowCount } = await client.query(`SELECT FROM ${PONDER_SCHEMA}.market WHERE id = $1`, [marketId]);
      if (rowCount === 1) return;
      if (Date.now() > deadlineMs) throw new Error(`Ponder has not indexed market ${marketId}`);
      await delay(POLL_INTERVAL_MS);
    }
  });
}
