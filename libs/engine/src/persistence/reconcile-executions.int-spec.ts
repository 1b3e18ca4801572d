import { randomBytes } from 'node:crypto';
import { computeRef } from '@app/chain';
import { newId } from '@app/common';
import { type EngineFixture, MARKET, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { IntentsRepository } from '../../../intents/src/intents/intents.repository.js';
import type { IntentRequest } from './entities/intent.entity.js';
import { cancelIntent } from '../../../intents/src/executions/cancel-intent.js';
import { freezeWallet } from '../../../intents/src/executions/freeze-wallet.js';
import { checkCluster } from './check-cluster.js';
import { reconcileExecutions, type Reconciliation } from './reconcile-executions.js';
import { recordExecutedByRef } from './record-executed-by-ref.js';

const DEADLINE_MS = 900_000;
/** Longer than the deadline and the difference between two clocks. */
const AFTER_DEADLINE = `interval '16 minutes'`;
/** More than the margin for reorganisations. */
const FAR_BLOCKS = 100;

describe('reconcileExecutions', () => {
  let fixture: EngineFixture;
  let agent: { agentId: string; laneId: string };
  let log: number;

  beforeEach(async () => {
    log = 0;
    fixture = await openEngineFixture();
    agent = await fixture.wallet();
    await fixture.database.query(
      `WITH owner AS (INSERT INTO users (kind, wallet_address) VALUES ('address', $1) RETURNING id),
       record AS (INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label,
           collateral_asset, chain, closes_at)
         SELECT id, 'market', 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() FROM owner RETURNING id)
       INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
         block_number, created_at, transaction_hash)
       SELECT $1, id, false, '', $1, $1, now(), 1, now(), '' FROM record`,
      [MARKET],
    );
    await index({ block: 1_000, time: 'now()' });
    await checkCluster(fixture.database); // marks the block 1,000
  });

  afterEach(async () => {
    await fixture?.close();
  });

  const cancel = (intentId = '') => cancelIntent(fixture.database, intentId);
  const OWN = 'written_by = pg_current_xact_id()::xid';
  const areServed = async (): Promise<boolean> => (await checkCluster(fixture.database)).is === 'served';

  async function reconcile(isOperator = false): Promise<Reconciliation> {
    const result = await reconcileExecutions(fixture.database, DEADLINE_MS, isOperator);
    if (result === null) throw new Error('nothing was restored');
    return result;
  }

  /** Indexes up to a block. */
  async function index({ block, time }: { block: number; time: string }): Promise<void> {
    await fixture.database.query(
      'INSERT INTO chain_blocks (block_number, block_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [block, `0x${randomBytes(32).toString('hex')}`],
    );
    await fixture.database.query(
      `UPDATE chain_index SET block_number = $1, block_hash = '', block_time = ${time}, head_number = $1`,
      [block],
    );
  }

  /** Indexes the effect of an intent in a block. */
  async function takeEffect(intentId: string, block: number): Promise<void> {
    log += 1;
    await fixture.database.query(
      `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
         market_contract_address, name, account, ref)
       SELECT $1, $2, '', now(), '', $3, 'Closed', agent_wallet_address, $4 FROM agent_wallets WHERE id = $5`,
      [block, log, MARKET, computeRef(intentId), agent.laneId],
    );
  }

  /** As the database is when it comes back on another timeline. */
  async function failOver(): Promise<void> {
    await fixture.database.query(`UPDATE engine_cluster SET timeline = 7, ${OWN}`);
    await checkCluster(fixture.database);
  }

  /** Whether a repeat with these values is refused. */
  async function hasOtherEffect(intentId: string, request: object): Promise<boolean> {
    const [row] = await fixture.database.query<{ address: string }>(
      'SELECT agent_wallet_address AS address FROM agent_wallets WHERE id = $1',
      [agent.laneId],
    );
    const intents = new IntentsRepository(fixture.database);
    return intents.hasOtherEffect(computeRef(intentId), row?.address ?? '', request as IntentRequest);
  }

  async function readAttempts(intentId: string): Promise<unknown[]> {
    return fixture.database.query('SELECT status, attempt FROM executions WHERE intent_id = $1', [intentId]);
  }

  it('waits until the index has passed the deadline of the last lost step', async () => {
    const intentId = await fixture.intent(agent.agentId);
    const waiting = await fixture.accept(await fixture.intent(agent.agentId, { action: 'close_market' }));
    await failOver();
    expect(await reconcile()).toMatchObject({ waitsUntil: expect.any(Date), effects: 0, restored: 0 });
    await takeEffect(intentId, 1_010);
    await index({ block: 1_010, time: `now() + interval '15 minutes'` });
    expect(await reconcile()).toMatchObject({ waitsUntil: expect.any(Date), restored: 0 });
    expect(await areServed()).toBe(false);

    await index({ block: 1_011, time: `now() + ${AFTER_DEADLINE}` });
    expect(await reconcile()).toMatchObject({ waitsUntil: null, isHeld: false, effects: 1, restored: 1, lost: 0 });
    expect(await readAttempts(intentId)).toEqual([{ status: 'queued', attempt: 1 }]);
    expect(await areServed()).toBe(true);
    const lease = (await fixture.store.acquire(agent.laneId)) ?? { laneId: agent.laneId, fence: '' };
    expect((await fixture.store.load(lease, 1)).executions[0]?.id).toBe(waiting.executionId);
  });

  it('compares only effects after the last block of the restored database', async () => {
    const intents = [await fixture.intent(agent.agentId), await fixture.intent(agent.agentId)] as const;
    await takeEffect(intents[0], 1_000 - FAR_BLOCKS);
    await failOver();
    // Blocks that the new cluster indexes before it notices the failover are compared too.
    await takeEffect(intents[1], 1_000 + FAR_BLOCKS);
    await index({ block: 1_000 + 2 * FAR_BLOCKS, time: `now() + ${AFTER_DEADLINE}` });
    expect(await reconcile()).toMatchObject({ waitsUntil: null, isHeld: false, effects: 1, restored: 1, lost: 0 });
    expect(await readAttempts(intents[0])).toEqual([]);
    expect(await readAttempts(intents[1])).toHaveLength(1);
  });

  it('records an intent that failed or was cancelled before the copy, and no intent with a live execution', async () => {
    const intents = await Promise.all([1, 2, 3].map(() => fixture.intent(agent.agentId)));
    const [failed = '', cancelled = '', live = ''] = intents;
    await fixture.accept(failed);
    await fixture.accept(live);
    await fixture.database.query(`UPDATE executions SET status = 'failed', completed_at = now() WHERE intent_id = $1`, [
      failed,
    ]);
    await fixture.database.query(`UPDATE agent_intents SET status = 'failed' WHERE id = $1`, [failed]);
    await fixture.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE id = $1`, [cancelled]);
    for (const intent of intents) await takeEffect(intent, 1_001);
    await failOver();
    await index({ block: 1_001, time: `now() + ${AFTER_DEADLINE}` });
    const results = await Promise.all([reconcile(), reconcile()]);
    expect(results.map(({ restored }) => restored).reduce((sum, one) => sum + one)).toBe(2);
    expect(await readAttempts(failed)).toHaveLength(2);
    expect(await readAttempts(cancelled)).toHaveLength(1);
    expect(await readAttempts(live)).toHaveLength(1);
  });

  it('waits again after a second failover, and compares since the first one', async () => {
    const intentId = await fixture.intent(agent.agentId);
    await failOver();
    await checkCluster(fixture.database);
    await takeEffect(intentId, 1_000 + FAR_BLOCKS);
    await index({ block: 1_000 + 2 * FAR_BLOCKS, time: 'now()' });
    await fixture.database.query(`UPDATE engine_cluster SET reconcile_since = now() - ${AFTER_DEADLINE}, ${OWN}`);
    await failOver();
    expect(await reconcile()).toMatchObject({ waitsUntil: expect.any(Date) });
    await index({ block: 1_000 + 3 * FAR_BLOCKS, time: `now() + ${AFTER_DEADLINE}` });
    expect(await reconcile()).toMatchObject({ waitsUntil: null, restored: 1 });
  });

  it('does nothing when nothing was restored', async () => {
    await takeEffect(await fixture.intent(agent.agentId), 1_001);
    expect(await reconcileExecutions(fixture.database, DEADLINE_MS)).toBeNull();
  });

  it('records effects whose intents are lost, once, and budgets count them until a repeat has its execution', async () => {
    const lost = newId('agent_intent');
    await fixture.database.query('UPDATE agent_wallets SET daily_limit = 100, total_limit = 100');
    await fixture.database.query('UPDATE chain_index SET base_unit = 0.000001');
    await takeEffect(lost, 1_001);
    await fixture.database.query(
      `UPDATE chain_events SET name = 'Bought', outcome = 'YES', amount_base_units = 7000000, yes_pool_base_units = 7000000,
         no_pool_base_units = 0`,
    );
    await failOver();
    await index({ block: 1_001, time: `now() + ${AFTER_DEADLINE}` });
    expect(await reconcile()).toMatchObject({ waitsUntil: null, restored: 0, lost: 1 });
    const rows = await fixture.database.query('SELECT ref, event, amount::float8, block_number FROM lost_effects');
    expect(rows).toEqual([{ ref: computeRef(lost), event: 'Bought', amount: 7, block_number: '1001' }]);
    const spent = async (): Promise<unknown> =>
      fixture.database.query('SELECT rule, spent::float8 FROM budget_rules($1, NULL)', [agent.laneId]);
    const seven = ['daily_limit', 'total_limit'].map((rule) => ({ rule, spent: 7 }));
    expect(await spent()).toEqual(seven);
    const repeated = { action: 'buy_yes', amount: '7.0', marketContractAddress: MARKET };
    expect(await hasOtherEffect(lost, repeated)).toBe(false);
    for (const other of [{ amount: '8' }, { action: 'buy_no' }, { action: 'claim_payout', amount: null }]) {
      expect(await hasOtherEffect(lost, { ...repeated, ...other })).toBe(true);
    }
    expect(await hasOtherEffect(lost, { ...repeated, marketContractAddress: `0x${'cd'.repeat(20)}` })).toBe(true);
    expect(await hasOtherEffect(newId('agent_intent'), repeated)).toBe(false);

    await failOver();
    await index({ block: 1_002, time: `now() + ${AFTER_DEADLINE}` });
    expect(await reconcile()).toMatchObject({ waitsUntil: null, lost: 0 });
    const repeat = await fixture.intent(agent.agentId, { amount: '7' });
    const { executionId } = await fixture.accept(repeat);
    await fixture.database.query(
      `UPDATE executions SET ref = $1, status = 'executed', completed_at = now() WHERE id = $2`,
      [computeRef(lost), executionId],
    );
    expect(await spent()).toEqual(seven);
    await expect(fixture.database.query('DELETE FROM lost_effects')).rejects.toThrow('append-only');
  });

  it('waits for an operator when the chain shows a loss of more than a minute, and pauses all actions then', async () => {
    const intentId = await fixture.intent(agent.agentId);
    await takeEffect(intentId, 1_001);
    await fixture.database.query(`UPDATE chain_events SET block_time = now() + interval '2 minutes'`);
    await failOver();
    await index({ block: 1_001, time: `now() + ${AFTER_DEADLINE}` });
    expect(await reconcile()).toMatchObject({ waitsUntil: null, isHeld: true, restored: 1 });
    expect(await reconcile()).toMatchObject({ isHeld: true, effects: 0 });
    expect(await areServed()).toBe(false);
    const done = await reconcile(true);
    expect(done).toMatchObject({ waitsUntil: null, isHeld: false });
    expect(Number(done.lostUntil) - Number(done.lostFrom)).toBeGreaterThan(110_000);
    expect(await areServed()).toBe(true);
    expect(await fixture.database.query('SELECT scope FROM execution_pauses WHERE paused')).toEqual([
      { scope: 'global' },
    ]);
  });

  it('cancels nothing until a failover is reconciled, and nothing whose effect is on the chain then', async () => {
    const frozen = await fixture.wallet();
    const [effective, idle, frozenIntent] = await Promise.all(
      [agent, agent, frozen].map(({ agentId }) => fixture.intent(agentId)),
    );
    for (const intentId of [effective, idle, frozenIntent]) await fixture.accept(intentId ?? '');
    await failOver();
    await expect(cancel(idle)).rejects.toMatchObject({ code: 'overloaded' });
    await fixture.database.transaction((tx) => freezeWallet(tx, frozen.agentId));
    expect(await readAttempts(frozenIntent ?? '')).toEqual([{ status: 'queued', attempt: 1 }]);

    await takeEffect(effective ?? '', 1_001);
    await index({ block: 1_001, time: `now() + ${AFTER_DEADLINE}` });
    expect(await reconcile()).toMatchObject({ waitsUntil: null });
    await expect(cancel(effective)).rejects.toMatchObject({ code: 'agent_intent_status_invalid' });
    await cancel(idle);
    expect(await readAttempts(idle ?? '')).toEqual([{ status: 'cancelled', attempt: 1 }]);
    await fixture.database.transaction((tx) => freezeWallet(tx, agent.agentId));
    expect(await readAttempts(effective ?? '')).toEqual([{ status: 'queued', attempt: 1 }]);
  });

  it('records an intent once', async () => {
    const intentId = await fixture.intent(agent.agentId);
    const record = () => fixture.database.transaction((tx) => recordExecutedByRef(tx, intentId));
    expect(await record()).toBe(true);
    expect(await record()).toBe(false);
    expect(await readAttempts(intentId)).toEqual([{ status: 'queued', attempt: 1 }]);
  });
});
