import { randomUUID } from 'node:crypto';
import { ACTION_NAMES, type Action, newId } from '@app/common';
import type { Database } from '@app/persistence';
import { acceptExecution } from '../../libs/intents/src/executions/accept-execution.js';
import { PgEngineStore } from '../../libs/engine/src/persistence/pg-engine-store.js';
import { openDatabase } from './open-database.js';

export const MARKET = `0x${'ab'.repeat(20)}`;

export interface Accepted {
  executionId: string;
  laneId: string;
  /** Whether the lane has unfinished executions that were accepted before. */
  waitsForLane: boolean;
}

export interface WalletOverrides {
  maxTradeAmount?: string;
  dailyLimit?: string;
  marketLimit?: string;
  openExposureLimit?: string;
  totalLimit?: string;
  ownerEmail?: string;
}

/** A database with wallets and intents as the agent API would store them. */
export interface EngineFixture {
  databaseUrl: string;
  database: Database;
  store: PgEngineStore;
  /** Inserts a wallet that may take all actions. `laneId` is also the wallet's id. */
  wallet(overrides?: WalletOverrides): Promise<{ agentId: string; laneId: string }>;
  /** Inserts a confirmed intent. @returns its id */
  intent(agentId: string, fields?: { action?: Action; amount?: string; market?: string }): Promise<string>;
  accept(intentId: string): Promise<Accepted>;
  close(): Promise<void>;
}

export async function openEngineFixture({ leaseMs = 10_000 } = {}): Promise<EngineFixture> {
  const open = await openDatabase();
  const { url: databaseUrl, database } = open;
  // A recorded heartbeat ends after a minute, which suites exceed on a slow machine.
  await database.query(
    `INSERT INTO worker_heartbeats (worker_id, expires_at, pays_gas) VALUES ($1, 'infinity', false)`,
    [randomUUID()],
  );
  const hex = () => randomUUID().replaceAll('-', '') + '00000000';
  return {
    databaseUrl,
    database,
    store: new PgEngineStore(database, { leaseMs, providerPostsPerSecond: 1_000 }),
    async wallet({ maxTradeAmount, dailyLimit, marketLimit, openExposureLimit, totalLimit, ownerEmail } = {}) {
      const agentId = `agent_${hex()}`;
      const row = await database.queryOne<{ id: string }>(
        `WITH owner AS (INSERT INTO users (kind, agent_id) VALUES ('agent', $1) RETURNING id)
         INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
           allowed_actions, status, max_trade_amount, daily_limit, market_limit, open_exposure_limit, owner_email,
           total_limit)
         SELECT $1, id, $2, $3, 'provider_agent_wallet', 'CHAIN-TESTNET',
           '{${ACTION_NAMES.join()}}',
           'active', $4, $5, $6, $7, $8, $9 FROM owner RETURNING id`,
        [
          ...[agentId, `0x${hex()}`, randomUUID(), maxTradeAmount ?? null],
          ...[dailyLimit ?? null, marketLimit ?? null, openExposureLimit ?? null, ownerEmail ?? null],
          totalLimit ?? null,
        ],
      );
      return { agentId, laneId: row?.id ?? '' };
    },
    async intent(agentId, { action = 'buy_yes', amount = '10', market = MARKET } = {}) {
      const id = newId('agent_intent');
      await database.query(
        `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount,
           request_hash, confirmed_at)
         VALUES ($1, $2, $3, 'confirmed', $4, 'market', $4, $5, 'hash', now())`,
        [id, agentId, action, market, action.startsWith('buy') ? amount : null],
      );
      return id;
    },
    async accept(intentId) {
      const acceptance = { intentId, requestId: 'test', executionEnabled: true, maxQueued: 20_000 };
      const { id: executionId, laneId, waitingFor } = await acceptExecution(database, acceptance);
      return { executionId, laneId, waitsForLane: waitingFor === 'lane' };
    },
    close: () => open.close(),
  };
}
