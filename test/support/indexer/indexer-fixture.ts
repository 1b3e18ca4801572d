import { randomUUID } from 'node:crypto';
import { ChainRpc, RpcLogSource } from '@app/chain';
import { Logger, Metrics } from '@app/observability';
import type { Database } from '@app/persistence';
import type { DataSource } from 'typeorm';
import { CHAIN_ID } from '../../../contracts/testing/anvil.js';
import { ContractFixture } from '../../../contracts/testing/fixture.js';
import { openDatabase, type OpenDatabase } from '../open-database.js';
import type { LogSource } from '../../../libs/chain/src/log-source.js';
import { IndexStore } from '../../../libs/indexer/src/persistence/index-store.js';
import { Indexer } from '../../../libs/indexer/src/runner/indexer.js';

export const DECIMALS = 6;

export interface IndexerOptions {
  source?: LogSource;
  factory?: string;
  confirmations?: number;
  leaseMs?: number;
}

/** Longer than any poll takes on a busy machine. */
const LEASE_MS = 300_000;

/** A chain with the contracts, a database, and indexers that read one into the other. */
export class IndexerFixture {
  private constructor(
    readonly contracts: ContractFixture,
    private readonly open: OpenDatabase,
    readonly rpc: ChainRpc,
  ) {}

  get database(): Database {
    return this.open.database;
  }

  get dataSource(): DataSource {
    return this.open.dataSource;
  }

  static async start(): Promise<IndexerFixture> {
    const [contracts, open] = await Promise.all([ContractFixture.start(), openDatabase()]);
    const rpc = new ChainRpc({ url: contracts.chain.url, chainId: CHAIN_ID });
    return new IndexerFixture(contracts, open, rpc);
  }

  async stop(): Promise<void> {
    await this.open.close();
    await this.contracts.stop();
  }

  get source(): LogSource {
    return new RpcLogSource(this.rpc);
  }

  indexer({ source, factory, confirmations = 1, leaseMs = LEASE_MS }: IndexerOptions = {}): Indexer {
    const factoryAddress = (factory ?? this.contracts.factory).toLowerCase();
    const subject = { chainId: CHAIN_ID, factoryAddress, decimals: DECIMALS, confirmations };
    return new Indexer({
      source: source ?? this.source,
      store: new IndexStore(this.database, subject, leaseMs),
      log: Logger.create({ app: 'test', level: 'silent', format: 'json' }),
      metrics: Metrics.off(),
      settings: { factoryAddress, startBlock: 0, confirmations },
    });
  }

  /** Runs one poll of a new indexer. */
  async index(options: IndexerOptions = {}): Promise<void> {
    const indexer = this.indexer(options);
    await indexer.poll();
    await indexer.close();
  }

  /** Returns all rows of the indexer's tables as text, so that two states can be compared exactly. */
  async rows(): Promise<Record<string, string[]>> {
    const state: Record<string, string[]> = {};
    for (const [table, where] of Object.entries(TABLES)) {
      const rows = await this.database.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM ${table} AS t ${where} ORDER BY 1`,
      );
      state[table] = rows.map(({ row }) => row);
    }
    return state;
  }

  /** Inserts an agent user with this wallet. @returns its id */
  async agent(walletAddress: string): Promise<string> {
    const id = randomUUID();
    await this.database.query(`INSERT INTO users (id, kind, agent_id, wallet_address) VALUES ($1, 'agent', $2, $3)`, [
      id,
      `agent_${id}`,
      walletAddress.toLowerCase(),
    ]);
    return id;
  }

  /** Removes everything indexed so far. */
  async clear(): Promise<void> {
    const store = new IndexStore(
      this.database,
      { chainId: CHAIN_ID, factoryAddress: this.contracts.factory.toLowerCase(), decimals: DECIMALS, confirmations: 1 },
      LEASE_MS,
    );
    const lease = await store.acquire();
    if (lease === null) throw new Error('another indexer holds the lease');
    await store.rollBack(lease, null);
    await store.release(lease);
  }
}

const TABLES = {
  chain_events: '',
  chain_markets: '',
  chain_stakes: '',
  market_candles: '',
  markets: '',
  users: '',
  positions: '',
  resolutions: '',
  settlements: '',
};
