import { randomUUID } from 'node:crypto';
import type { Database } from '@app/persistence';
import { recordExecution } from '../agents/executions.js';
import { recordHolding, recordIndexedBlock } from '../agents/holdings.js';
import { newAgent, randomAddress } from '../agents/requests.js';

/** A market of the demo data. */
const MODEL_MARKET_ID = '00000000-0000-4000-8000-000000000102';
const AMOUNTS = {
  positions: { quantity: '1', average_entry_price: '1' },
  settlements: { amount: '1', status: 'PENDING' },
};

/** Inserts rows of lists directly, with any time, as a worker would. */
export class ListRows {
  private contracts = 0;

  constructor(private readonly database: Database) {}

  user(): Promise<string> {
    return this.insert('users', { kind: 'address' });
  }

  /** @param times `created_at` or `closes_at` */
  async market(category: string, times: Record<string, Date> = {}): Promise<string> {
    const model = await this.database.queryOne<Record<string, unknown>>(
      `SELECT creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain, closes_at
       FROM markets WHERE id = $1`,
      [MODEL_MARKET_ID],
    );
    return this.insert('markets', { ...model, category, ...times });
  }

  /** Inserts a market with a contract, whose pool or last stake follows from the time; every second one has no stake. */
  async stakedMarket(category: string, key: 'pool' | 'last_stake_at', at: Date): Promise<string> {
    const id = await this.market(category, { created_at: at });
    await recordIndexedBlock(this.database);
    this.contracts += 1;
    const isStaked = this.contracts % 2 === 0;
    await this.database.query(
      `INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
         block_number, created_at, transaction_hash, yes_pool_base_units, last_stake_at)
       VALUES ($1, $2, true, 'staked', $1, $1, now(), 1, $3, $6, $4, $5)`,
      [
        randomAddress(),
        id,
        at,
        isStaked ? (key === 'pool' ? Math.floor(at.getTime() / 1_000) : 1) : 0,
        isStaked ? (key === 'pool' ? new Date(0) : at) : null,
        `0x${'ab'.repeat(32)}`,
      ],
    );
    return id;
  }

  /** Inserts a row of this owner: for a market with a new user, for a user in a new market. */
  async owned(list: keyof typeof AMOUNTS, owner: 'market' | 'user', ownerId: string, at: Date): Promise<string> {
    return this.insert(list, {
      market_id: owner === 'market' ? ownerId : await this.market('owned'),
      user_id: owner === 'user' ? ownerId : await this.user(),
      outcome: 'YES',
      created_at: at,
      ...AMOUNTS[list],
    });
  }

  /** Inserts an agent with a wallet. */
  async agent(): Promise<string> {
    const agent = newAgent();
    await this.insert('agent_wallets', {
      agent_id: agent,
      user_id: await this.user(),
      wallet_provider: 'provider_agent_wallet',
      chain: 'CHAIN-TESTNET',
      allowed_actions: ['claim_payout'],
      status: 'active',
    });
    return agent;
  }

  intent(agent: string, at: Date): Promise<string> {
    return this.insert('agent_intents', {
      id: `agent_intent_${randomUUID().replaceAll('-', '')}`,
      agent_id: agent,
      action: 'claim_payout',
      status: 'failed',
      user_wallet: randomAddress(),
      market_id: 'rain',
      market_contract_address: randomAddress(),
      request_hash: 'none',
      created_at: at,
    });
  }

  execution(intentId: string, at: Date): Promise<string> {
    return recordExecution(this.database, intentId, { status: 'failed', createdAt: at.toISOString() });
  }

  /** Inserts a market on chain. */
  async chainMarket(): Promise<{ id: string; address: string }> {
    const address = randomAddress();
    await recordIndexedBlock(this.database);
    await recordHolding(this.database, { walletAddress: randomAddress(), marketAddress: address });
    const row = await this.database.queryOne<{ id: string }>(
      'SELECT record_id AS id FROM chain_markets WHERE market_contract_address = $1',
      [address],
    );
    return { id: row?.id ?? '', address };
  }

  /** Inserts a one-hour candle. @returns its start as ISO 8601 */
  async candle(address: string, startAt: Date): Promise<string> {
    await this.database.query(
      `INSERT INTO market_candles (market_contract_address, interval_seconds, start_at, open, high, low, close,
         volume_base_units, trades) VALUES ($1, 3600, $2, 0.5, 0.75, 0.25, 0.5, 1500000, 2)`,
      [address, startAt],
    );
    return startAt.toISOString();
  }

  private async insert(table: string, fields: Record<string, unknown>): Promise<string> {
    const names = Object.keys(fields);
    const row = await this.database.queryOne<{ id: string }>(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
      Object.values(fields) as string[],
    );
    if (row === null) throw new Error(`no row was inserted into ${table}`);
    return row.id;
  }
}
