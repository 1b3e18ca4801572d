import { randomUUID } from 'node:crypto';
import { ChainRpc, RpcLogSource } from '@app/chain';
import { Logger } from '@app/observability';
import type { Database } from '@app/persistence';
import type { DataSource } from 'typeorm';
import { CHAIN_ID } from '../../../contracts/testing/anvil.js';
import { Stage } from '../../../contracts/testing/stage.js';
import { openDatabase, type OpenDatabase } from '../../agents/open-database.js';
import type { LogSource } from '../../../libs/indexer/src/domain/log-source.js';
import { IndexStore } from '../../../libs/indexer/src/persistence/index-store.js';
import { Indexer } from '../../../libs/indexer/src/runner/indexer.js';

export const DECIMALS = 6;

export interface IndexerOptions {
  source?: LogSource;
  factory?: string;
  confirmations?: number;
  leaseMs?: number;
}

/** A chain with our contracts, a database, and indexers between the two. */
export class IndexedStage {
  private constructor(
    readonly stage: Stage,
    private readonly open: OpenDatabase,
    readonly rpc: ChainRpc,
  ) {}

  get database(): Database {
    return this.open.database;
  }

  get dataSource(): DataSource {
    return this.open.dataSource;
  }

  static async set(): Promise<IndexedStage> {
    const [stage, open] = await Promise.all([Stage.set(), openDatabase()]);
    const rpc = new ChainRpc({ url: stage.chain.url });
    return new IndexedStage(stage, open, rpc);
  }

  async stop(): Promise<void> {
    await this.open.close();
    await this.stage.stop();
  }

  get source(): LogSource {
    return new RpcLogSource(this.rpc);
  }

  indexer({ source, factory, confirmations = 1, leaseMs = 10_000 }: IndexerOptions = {}): Indexer {
    const factoryAddress = (factory ?? this.stage.factory).toLowerCase();
    const subject = { chainId: CHAIN_ID, factoryAddress, decimals: DECIMALS, confirmations };
    return new Indexer({
      source: source ?? this.source,
      store: new IndexStore(this.database, subject, leaseMs),
      log: Logger.create({ app: 'test', level: 'silent', format: 'json' }),
      settings: { factoryAddress, startBlock: 0, confirmations },
    });
  }

  /** One round of an indexer of its own. */
  async index(options: IndexerOptions = {}): Promise<void> {
    const indexer = this.indexer(options);
    await indexer.poll();
    await indexer.close();
  }

  /** Everything that the indexer keeps, as text, so that two states can be compared to the last digit. */
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

  /** A user who is an agent of ours, with this wallet. */
  async agent(walletAddress: string): Promise<string> {
    const id = randomUUID();
    await this.database.query(`INSERT INTO users (id, kind, agent_id, wallet_address) VALUES ($1, 'agent', $2, $3)`, [
      id,
      `agent_${id}`,
      walletAddress.toLowerCase(),
    ]);
    return id;
  }

  async forgetEverything(): Promise<void> {
    const store = new IndexStore(
      this.database,
      { chainId: CHAIN_ID, factoryAddress: this.stage.factory.toLowerCase(), decimals: DECIMALS, confirmations: 1 },
      10_000,
    );
    const lease = await store.acquire();
    if (lease === null) throw new Error('somebody still indexes');
    await store.rollBack(lease, null);
    await store.release(lease);
  }
}

const TABLES = {
  chain_events: '',
  chain_markets: '',
  market_candles: '',
  markets: '',
  users: '',
  positions: '',
  resolutions: '',
  settlements: '',
};
