import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { eventually } from '../../support/eventually.js';
import type { AgentClient } from '../support/agent-client.js';
import type { MarketReference, Product } from '../support/product.js';
import { clearFaults, injectFault } from '../support/provider-faults.js';
import { type OpsResult, runOps } from '../../support/run-ops.js';
import { RECHAIN_SQL, rewriteLogs } from '../verify/rewrite-history.js';

const ASYNC = { prefer: 'respond-async' };

export function operator(product: Product): void {
  describe('an operator', () => {
    let alice: AgentClient;
    let robin: AgentClient;
    let market: MarketReference;

    beforeAll(async () => {
      [alice, robin] = (await product.fundedAgents('agent_alice_05', 'agent_robin_05')) as [AgentClient, AgentClient];
      market = await product.createMarket(alice, 'operated');
    });

    afterEach(() => clearFaults(product.stack));

    const ops = (...words: string[]): Promise<OpsResult> => runOps(product.stack, words);

    /** Drops every answer of the provider until its faults are cleared. */
    const silenceProvider = (): Promise<void> => injectFault(product.stack, { match: {}, fault: 'drop' });

    it('pauses all executions except claims, and resumes them', async () => {
      expect(await ops('pause', 'global')).toMatchObject({ code: 0, out: 'global is paused\n' });
      const buy = await alice.confirmed('buy_yes', { ...market, amount: '1' });
      try {
        expect(await alice.execute(buy)).toMatchObject({
          status: 403,
          body: { error: { code: 'agent_policy_violation', paused: true } },
        });
        const { body } = await alice.get(`/agent/intents/${buy}`);
        expect(body.intent).toMatchObject({ status: 'confirmed', executions_count: 0 });

        // A claim passes the pause and fails on chain: there is nothing to refund yet.
        const claim = await alice.run('claim_refund', market);
        expect(claim).toMatchObject({ status: 502, body: { error: { code: 'agent_execution_failed' } } });
      } finally {
        await ops('resume', 'global');
      }
      expect(await alice.execute(buy)).toMatchObject({ status: 200 });
    });

    it('holds queued executions during a pause and serves them after it', async () => {
      await silenceProvider();
      const first = await alice.confirmed('buy_yes', { ...market, amount: '1' });
      const second = await alice.confirmed('buy_no', { ...market, amount: '2' });
      const third = await alice.confirmed('buy_no', { ...market, amount: '3' });
      for (const intent of [first, second, third]) await alice.execute(intent, ASYNC);
      expect(await alice.latestExecution(second)).toMatchObject({ status: 'queued', waiting_for: 'lane' });
      await eventually(
        async () => (await alice.latestExecution(first)).status,
        (status) => status === 'unknown',
      );
      await ops('pause', alice.agentId);
      await clearFaults(product.stack);
      try {
        // The execution armed before the pause is finished; the queued one waits.
        await eventually(
          async () => (await alice.latestExecution(first)).status,
          (status) => status === 'executed',
        );
        await eventually(
          async () => (await alice.latestExecution(second)).waiting_for,
          (waitingFor) => waitingFor === 'paused',
        );
        expect(await robin.run('buy_yes', { ...market, amount: '1' })).toMatchObject({ status: 200 });
        expect(await alice.post(`/agent/intents/${third}/cancel`)).toMatchObject({
          status: 200,
          body: { intent: { status: 'cancelled' } },
        });
        expect(await alice.latestExecution(second)).toMatchObject({ status: 'queued', broadcast_performed: false });
      } finally {
        await ops('resume', alice.agentId);
      }
      await eventually(
        async () => (await alice.latestExecution(second)).status,
        (status) => status === 'executed',
      );
      expect(await alice.latestExecution(third)).toMatchObject({ status: 'cancelled', broadcast_performed: false });
    });

    it('settles an unknown execution with the transaction that the chain confirms', async () => {
      const { factory } = product.stack.deployment;
      const { length: marketCount } = await product.chain.readLogs(factory);
      await silenceProvider();
      const fields = await product.marketFields(robin, 'unanswered');
      const intentId = await robin.confirmed('create_market', fields);
      await robin.execute(intentId, ASYNC);
      const { execution_id: id } = await eventually(
        () => robin.latestExecution(intentId),
        ({ status }) => status === 'unknown',
      );
      const logs = await eventually(
        () => product.chain.readLogs(factory),
        ({ length }) => length === marketCount + 1,
      );
      const transactionHash = logs.at(-1)?.transactionHash ?? '';
      const settle = (...words: string[]): Promise<OpsResult> => ops('executions', 'settle', id, ...words);
      const otherHash = `0x${'ab'.repeat(32)}`;
      expect(await settle('--outcome', 'failed')).toMatchObject({
        code: 1,
        out: expect.stringContaining('was_executed'),
      });
      expect(await settle('--outcome', 'executed', '--tx', otherHash)).toMatchObject({
        code: 1,
        out: expect.stringContaining('other_transaction'),
      });
      expect(await robin.latestExecution(intentId)).toMatchObject({ status: 'unknown', retry_safe: false });
      expect(await settle('--outcome', 'executed', '--tx', transactionHash)).toMatchObject({ code: 0 });
      const settled = await eventually(
        () => robin.latestExecution(intentId),
        ({ status }) => status === 'executed',
      );
      expect(settled).toMatchObject({
        transaction_hash: transactionHash,
        readback: { market_count: String(logs.length), is_market: true },
      });
      expect((await ops('executions', 'show', id)).out).toContain('execution.executed');
      expect((await ops('audit', '--limit', '3')).out.match(/executions settle .* (done|refused) /g)).toHaveLength(3);
      expect(await ops('verify')).toMatchObject({ code: 0, out: expect.stringContaining('happened once') });
    });

    it('rebuilds the read models from the chain with the same result', async () => {
      const portfolio = async (): Promise<any> => {
        const { body } = await alice.get(`/agent/portfolio/${alice.agentId}`);
        return { ...body.portfolio, as_of_block: null };
      };
      const before = await portfolio();
      expect(before.positions).not.toHaveLength(0);
      expect(await ops('index', 'rebuild', '--yes')).toMatchObject({ code: 0 });
      await eventually(portfolio, (after) => isDeepStrictEqual(after, before));
    });

    it('reconciles a restored database with the chain, and nothing is paid twice', async () => {
      const intentId = await robin.confirmed('buy_yes', { ...market, amount: '4' });
      const done = await robin.execute(intentId);
      expect(done.status).toBe(200);
      await forget(product.stack.databaseUrl, intentId);
      expect((await robin.get(`/agent/intents/${intentId}`)).body.intent.status).toBe('confirmed');
      expect(await ops('verify')).toMatchObject({ code: 1, out: expect.stringMatching(/^\d+ disagreements:$/m) });

      expect(await ops('restored')).toMatchObject({ code: 1, out: expect.stringContaining('have noticed no restore') });
      await stopLanes(product.stack.databaseUrl);
      const { code, out } = await ops('restored', '--json');
      expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, restored: 1, lost: 0 });
      await ops('resume', 'global');
      const restored = await eventually(
        () => robin.latestExecution(intentId),
        (execution) => execution?.status === 'executed',
      );
      expect(restored.transaction_hash).toBe(done.body.execution.transaction_hash);
      expect(restored.readback).toEqual(done.body.execution.readback);
      const spent = await product.chain.transfers(
        product.stack.deployment.collateral,
        robin.address,
        restored.market_contract_address,
      );
      expect(spent.filter((amount) => amount === 4_000_000n)).toHaveLength(1);
      expect(await ops('verify')).toMatchObject({ code: 0, out: expect.stringContaining('happened once') });
    });
  });
}

/** Stops lanes as workers do after a restore, an hour ago. */
async function stopLanes(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `UPDATE engine_cluster SET reconcile_since = now() - interval '1 hour', is_held = true, marked_block = 0,
         written_by = pg_current_xact_id()::xid`,
    );
  } finally {
    await client.end();
  }
}

/** Removes what a backup from just before the execute would not contain. */
async function forget(databaseUrl: string, intentId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(RECHAIN_SQL);
    await client.query('SET LOCAL session_replication_role = replica');
    const ofIntent = 'IN (SELECT id FROM executions WHERE intent_id = $1)';
    for (const part of ['execution_transaction_hashes WHERE execution_id', 'execution_steps WHERE execution_id']) {
      await client.query(`DELETE FROM ${part} ${ofIntent}`, [intentId]);
    }
    await client.query(`DELETE FROM logged_events WHERE subject_id ${ofIntent}`, [intentId]);
    await rewriteLogs(client);
    await client.query(
      `WITH forgotten AS (DELETE FROM executions WHERE intent_id = $1 RETURNING lane_id)
       UPDATE lanes AS l SET spent = l.spent - n.amount FROM forgotten AS f, agent_intents AS n
       WHERE l.id = f.lane_id AND n.id = $1`,
      [intentId],
    );
    await client.query(
      `UPDATE agent_intents SET status = 'confirmed', current_execution_id = NULL, executions_count = 0, executed_at = NULL
       WHERE id = $1`,
      [intentId],
    );
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
