import { randomUUID } from 'node:crypto';
import { type Verification, verifyRecords } from '@app/audit';
import { type ChainEffect, ChainHistory, ChainRpc } from '@app/chain';
import { type Action, newId, Secret } from '@app/common';
import { hashRequest, IntentsRepository } from '@app/intents';
import { Logger, Metrics } from '@app/observability';
import { KeystoreDirectory } from '../../../apps/worker/src/custody/keystore/keystore-directory.js';
import { Keystore } from '../../../apps/worker/src/custody/keystore/keystore.js';
import { Treasury } from '../../../apps/worker/src/custody/keystore/treasury.js';
import { TreasuryTransfersRepository } from '../../../apps/worker/src/custody/keystore/treasury-transfers.repository.js';
import { CHAIN_ID } from '../../../contracts/testing/anvil.js';
import { acceptExecution } from '../../../libs/intents/src/executions/accept-execution.js';
import { PgEngineStore } from '../../../libs/engine/src/persistence/pg-engine-store.js';
import { recordHeartbeat } from '../../../libs/engine/src/persistence/worker-heartbeats.js';
import type { EngineDependencies } from '../../../libs/engine/src/runner/engine-dependencies.js';
import { BlockWatcher } from '../../../libs/engine/src/runner/block-watcher.js';
import { LaneRunner } from '../../../libs/engine/src/runner/lane-runner.js';
import { LaneScheduler } from '../../../libs/engine/src/runner/lane-scheduler.js';
import { LeaseRenewer } from '../../../libs/engine/src/runner/lease-renewer.js';
import { LANE_RELEASED } from '../../../libs/engine/src/runner/step-result.js';
import { StepRunner } from '../../../libs/engine/src/runner/step-runner.js';
import { SystemTimers } from '../../../libs/engine/src/runner/timers.js';
import { DECIMALS, IndexerFixture } from '../indexer/indexer-fixture.js';
import { writeKeystore } from '../keystore-files.js';
import { LONG_TIMEOUT_MS } from '../long-timeout.js';
import { InterruptedChain, RecordingCustody, UnwillingNode } from './interruptible-parts.js';

const ETHER = 10n ** 18n;
const MAX_FEE_WEI = 500n * 10n ** 9n;
const FUNDS = 1_000_000_000n;
const DEADLINE_MS = 900_000;
const WORKER_ID = randomUUID();
const CONCURRENCY = 20;
/** Turns of a lane, far above those of a buy. */
const MAX_TURNS = 100;

export interface TestWallet {
  agentId: string;
  laneId: string;
  address: string;
}

export interface Started {
  intentId: string;
  executionId: string;
  laneId: string;
}

/** Fields of an intent; those that are absent are null. */
export interface IntentFields {
  action: Action;
  market?: string;
  amount?: string;
  /** Of a new market; that of the factory by default. */
  collateralToken?: string;
}

export type ExecutionState = {
  status: string;
  intent: string;
  executedAt: Date | null;
  completedAt: Date | null;
  readback: unknown;
  retrySafe: boolean | null;
  market: string | null;
  stepStatus: string;
  block: string | null;
  hash: string | null;
};

/** The engine with a keystore on a real chain and database, and the indexer that follows the chain. */
export class ExecutingWallets {
  private constructor(
    readonly index: IndexerFixture,
    readonly custody: RecordingCustody,
    readonly node: InterruptedChain,
    /** Node of the custody. */
    readonly sender: UnwillingNode,
    private readonly directory: KeystoreDirectory,
    private readonly dependencies: EngineDependencies,
  ) {}

  static async start({ maxFeeWei = MAX_FEE_WEI, laneDepth = 1 } = {}): Promise<ExecutingWallets> {
    const index = await IndexerFixture.start();
    const { contracts, database } = index;
    const { factory: factoryAddress, collateral: collateralAddress } = contracts;
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const node = new UnwillingNode({ url: contracts.chain.url, timeoutMs: LONG_TIMEOUT_MS });
    const keystore = await Keystore.open(await writeKeystore());
    const tank = new Treasury({
      ...{ keystore, node, transfers: new TreasuryTransfersRepository(database), log, chainId: CHAIN_ID },
      metrics: Metrics.off(),
      ...{ collateralAddress, topUpWei: null, accountDayWei: null, maxFeeWei: 0n, faucetBaseUnits: null },
    });
    const custody = new RecordingCustody({
      ...{ keystore, node, treasury: tank, log, chainId: CHAIN_ID, confirmations: 1, maxFeeWei },
    });
    const collateral = { address: collateralAddress, decimals: DECIMALS };
    const directory = new KeystoreDirectory({ keystore, node, blockchain: 'TESTNET', collateral });
    const rpc = new ChainRpc({ url: contracts.chain.url, chainId: CHAIN_ID });
    const chain = new InterruptedChain(rpc, { factoryAddress, collateralAddress });
    return new ExecutingWallets(index, custody, chain, node, directory, {
      store: new PgEngineStore(database, { leaseMs: 600_000, providerPostsPerSecond: null }),
      custody: custody,
      chain,
      ...{ newKey: randomUUID, random: () => 0.5, timers: new SystemTimers(), log, metrics: Metrics.off() },
      failpoints: { reach: () => Promise.resolve() },
      settings: {
        plan: { factoryAddress, collateralAddress, decimals: DECIMALS },
        ...{ deadlineMs: DEADLINE_MS, confirmations: 1, resendWithoutLookupMs: 60_000, stuckAfterMs: 20_000 },
        maxAccelerations: Infinity,
        allowance: 'market',
        ...{ leaseMs: 600_000, laneDepth, stepSealKeys: [new Secret('the seal key of the workers')] },
      },
    });
  }

  get chain() {
    return this.index.contracts.chain;
  }

  get database() {
    return this.index.database;
  }

  stop(): Promise<void> {
    return this.index.stop();
  }

  /** Adds a wallet with gas and collateral. */
  async wallet(): Promise<TestWallet> {
    const { id, address } = await this.directory.createWallet({ idempotencyKey: randomUUID() });
    await this.chain.rpc('anvil_setBalance', [address, `0x${(10n * ETHER).toString(16)}`]);
    await this.chain.start();
    await this.index.contracts.mint(address, FUNDS);
    const agentId = `agent_${randomUUID().replaceAll('-', '')}`;
    const row = await this.database.queryOne<{ id: string }>(
      `WITH owner AS (INSERT INTO users (kind, agent_id, wallet_address) VALUES ('agent', $1, $2) RETURNING id)
       INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
         allowed_actions, status)
       SELECT $1, id, $2, $3, 'provider_agent_wallet', 'CHAIN-TESTNET', '{create_market,buy_yes,buy_no}', 'active'
       FROM owner RETURNING id`,
      [agentId, address, id],
    );
    return { agentId, address, laneId: String(row?.id) };
  }

  /** Accepts an execution of a new intent. */
  async accept(
    { agentId, address, laneId }: TestWallet,
    { action, market, amount, collateralToken = this.index.contracts.collateral }: IntentFields,
  ): Promise<Started> {
    const intentId = newId('agent_intent');
    const isCreation = action === 'create_market';
    await this.database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount,
         resolver, collateral_token, close_timestamp, question, request_hash, confirmed_at)
       VALUES ($1, $2, $3, 'confirmed', $4, $5, $6, $7, $8, $9, $10, $11, '', now())`,
      [
        ...[intentId, agentId, action, address, randomUUID(), market?.toLowerCase() ?? null, amount ?? null],
        ...[isCreation ? address : null, isCreation ? collateralToken : null],
        ...[isCreation ? new Date((this.chain.now + 86_400) * 1000) : null, isCreation ? 'Will it rain?' : null],
      ],
    );
    const intents = new IntentsRepository(this.database);
    const written = await intents.find(intentId);
    if (written === null) throw new Error('the intent has no row');
    await this.database.query('UPDATE agent_intents SET request_hash = $2 WHERE id = $1', [
      intentId,
      hashRequest(written),
    ]);
    // Executes are accepted for a minute after a heartbeat.
    await recordHeartbeat(this.database, WORKER_ID, false);
    const acceptance = { intentId, requestId: 'test', executionEnabled: true, maxQueued: 100 };
    const { id: executionId } = await acceptExecution(this.database, acceptance);
    return { intentId, executionId, laneId };
  }

  /** Accepts an execution and serves its lane until it ends. */
  async execute(wallet: TestWallet, fields: IntentFields): Promise<Started> {
    const started = await this.accept(wallet, fields);
    await this.serve(wallet.laneId);
    return started;
  }

  /**
   * Serves the lane until it has no work left, or until `stop` holds after a turn. The engine's clock is not behind the
   * chain's, and each wait passes at once.
   */
  async serve(laneId: string, stop = async () => Promise.resolve(false)): Promise<void> {
    const { store } = this.dependencies;
    const lease = await store.acquire(laneId);
    if (lease === null) throw new Error('the lane is held');
    const steps = new StepRunner(this.dependencies);
    let passedMs = 0;
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const { nowMs, ...lane } = await store.load(lease, 1);
      const [execution] = lane.executions;
      if (execution === undefined || (await stop())) {
        await store.release(lease, null);
        return;
      }
      const clockMs = Math.max(nowMs, this.chain.now * 1_000) + passedMs;
      const result = await steps.advance({ lease, ...lane, nowMs: clockMs, execution });
      if (result === LANE_RELEASED) return;
      if (!result.again) passedMs += result.delayMs;
    }
    throw new Error(`the lane has work after ${MAX_TURNS} turns`);
  }

  /**
   * Serves the lane turn by turn for this time, which passes on the records instead of the clock, so that every age of a step
   * is as it would be.
   * @param afterTurn called with the time that has passed @returns the time until the lane had no work left; null when it has
   */
  async serveFor(
    laneId: string,
    durationMs: number,
    afterTurn: (passedMs: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<number | null> {
    const { store } = this.dependencies;
    const lease = await store.acquire(laneId);
    if (lease === null) throw new Error('the lane is held');
    const steps = new StepRunner(this.dependencies);
    let passedMs = 0;
    while (passedMs <= durationMs) {
      const { nowMs, ...lane } = await store.load(lease, 1);
      const [execution] = lane.executions;
      if (execution === undefined) {
        await store.release(lease, null);
        return passedMs;
      }
      const result = await steps.advance({ lease, ...lane, nowMs, execution });
      if (result === LANE_RELEASED) return passedMs;
      if (result.again) continue;
      await this.ageLane(laneId, result.delayMs);
      passedMs += result.delayMs;
      await afterTurn(passedMs);
    }
    await store.release(lease, null);
    return null;
  }

  /** Starts a worker that serves the lanes. */
  work(): LaneScheduler {
    const { dependencies } = this;
    const blocks = new BlockWatcher(dependencies);
    const leases = new LeaseRenewer(dependencies);
    const jobs = { add: () => Promise.resolve() }; // its sweep serves due lanes
    const runner = new LaneRunner(dependencies, new StepRunner(dependencies), leases, blocks, jobs);
    const scheduler = new LaneScheduler(CONCURRENCY, dependencies, runner, blocks);
    scheduler.start();
    return scheduler;
  }

  /** Makes the times of the lane's steps earlier, but for the deadlines, which are sealed. */
  async ageLane(laneId: string, ms: number): Promise<void> {
    await this.database.query(
      `UPDATE execution_steps SET armed_at = armed_at - $2 * interval '1 ms', last_sent_at = last_sent_at - $2 * interval '1 ms',
         accelerated_at = accelerated_at - $2 * interval '1 ms'
       WHERE execution_id IN (SELECT id FROM executions WHERE lane_id = $1)`,
      [laneId, ms],
    );
  }

  async readState({ executionId }: Started): Promise<ExecutionState> {
    return this.database.queryOneOrFail<ExecutionState>(
      `SELECT e.status, i.status AS intent, i.executed_at AS "executedAt", e.completed_at AS "completedAt", e.readback,
         e.retry_safe AS "retrySafe", e.market_contract_address AS market, s.status AS "stepStatus",
         s.block_number AS block, s.block_hash AS hash
       FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
         JOIN execution_steps AS s ON s.execution_id = e.id AND s.kind = 'main' WHERE e.id = $1`,
      [executionId],
    );
  }

  async readHistory({ executionId }: Started): Promise<string[]> {
    const rows = await this.database.query<{ type: string }>(
      'SELECT type FROM logged_events WHERE subject_id = $1 ORDER BY seq',
      [executionId],
    );
    return rows.map(({ type }) => type);
  }

  /** Whether a worker is to serve the lane now. */
  async isDue(laneId: string): Promise<boolean> {
    return (await this.database.queryOne('SELECT 1 FROM lanes WHERE id = $1 AND wake_at <= now()', [laneId])) !== null;
  }

  /** Effects of the execution on the chain. */
  async readEffects({ executionId }: Started): Promise<ChainEffect[]> {
    const statement = 'SELECT ref FROM executions WHERE id = $1';
    const row = await this.database.queryOne<{ ref: string }>(statement, [executionId]);
    const { blockNumber: toBlock } = await this.node.head();
    const effects: ChainEffect[] = [];
    for await (const read of this.history.effects({ fromBlock: 0, toBlock })) effects.push(...read);
    return effects.filter(({ ref }) => ref === row?.ref);
  }

  verify(): Promise<Verification> {
    const { plan } = this.dependencies.settings;
    return verifyRecords({ sql: this.database, chain: this.history, plan, fromBlock: 0 });
  }

  async snapshot(): Promise<string> {
    return this.chain.rpc<string>('evm_snapshot', []);
  }

  /** Removes all blocks since the snapshot, and their transactions. */
  async revert(snapshot: string): Promise<void> {
    await this.chain.rpc('evm_revert', [snapshot]);
    await this.chain.start();
  }

  async mine(blocks: number): Promise<void> {
    if (blocks > 0) await this.chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
    await this.chain.start();
  }

  /** Sends another transaction of the wallet, which takes its next nonce. */
  async sendOther(wallet: TestWallet): Promise<void> {
    await this.chain.rpc('anvil_impersonateAccount', [wallet.address]);
    await this.chain.rpc('eth_sendTransaction', [{ from: wallet.address, to: wallet.address, value: '0x0' }]);
    await this.mine(1);
  }

  /** Makes blocks ask for this base fee from now on, until the next call. */
  async setBaseFee(wei: bigint): Promise<void> {
    await this.chain.rpc('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]);
    await this.mine(1);
  }

  async sendRaw(raw: string): Promise<void> {
    await this.chain.rpc('eth_sendRawTransaction', [raw]);
    await this.chain.start();
  }

  private get history(): ChainHistory {
    return new ChainHistory(this.index.rpc, this.index.contracts.factory);
  }
}
