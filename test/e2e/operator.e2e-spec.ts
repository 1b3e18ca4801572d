import { startStack, type Stack } from '../support/index.js';
import { AgentClient, eventually } from './support/agent-client.js';
import { ChainClient } from './support/chain-client.js';
import { runOps } from './support/run-ops.js';

describe('operator commands', () => {
  let stack: Stack;
  let chain: ChainClient;
  let alice: AgentClient;
  let robin: AgentClient;
  let market: object;

  beforeAll(async () => {
    stack = await startStack();
    chain = new ChainClient(stack.rpcUrl);
    alice = new AgentClient(stack.api.url, 'agent_alice_01');
    robin = new AgentClient(stack.api.url, 'agent_robin_01');
    await Promise.all([alice.setUp(), robin.setUp()]);
    const { body } = await alice.run('create_market', {
      market_id: 'watched',
      question: 'Will it be paused?',
      close_timestamp: String((await chain.now()) + 3600),
      resolver: alice.address,
      collateral_token: stack.deployment.collateral,
    });
    market = { market_id: 'watched', market_contract_address: body.execution.market_contract_address };
  });

  afterAll(async () => {
    chain?.close();
    await stack?.stop();
  });

  const ops = (...words: string[]): Promise<{ code: number; out: string }> => runOps(stack, words);

  /** Drops all answers of the provider, which still handles the requests. @returns a function that ends the fault */
  async function silenceProvider(): Promise<() => Promise<void>> {
    const faults = `${stack.provider.url}/control/faults`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(faults, { method: 'POST', headers, body: JSON.stringify({ match: {}, fault: 'drop' }) });
    expect(answer.ok).toBe(true);
    return async () => void (await fetch(faults, { method: 'DELETE' }));
  }

  async function latest(agent: AgentClient, intentId: string): Promise<any> {
    const { body } = await agent.get(`/agent/intents/${intentId}/executions`);
    return body.executions[0];
  }

  it('pauses and resumes all agents, except for claims and refunds', async () => {
    expect(await ops('pause', 'global')).toEqual({ code: 0, out: 'global is paused\n' });
    try {
      const buy = await alice.confirmed('buy_yes', { ...market, amount: '1' });
      expect(await alice.execute(buy)).toMatchObject({
        status: 403,
        body: { error: { code: 'agent_policy_violation' } },
      });
      const { body } = await alice.get(`/agent/intents/${buy}`);
      expect(body.intent).toMatchObject({ status: 'confirmed', executions_count: 0 });

      // A refund is executed, and fails on the chain: there is nothing to refund.
      const claim = await alice.run('claim_refund', market);
      expect(claim).toMatchObject({ status: 502, body: { error: { code: 'agent_execution_failed' } } });

      await ops('resume', 'global');
      expect(await alice.execute(buy)).toMatchObject({ status: 200 });
    } finally {
      await ops('resume', 'global');
    }
  });

  it('keeps queued executions during a pause, and executes them after it', async () => {
    const answerAgain = await silenceProvider();
    const first = await alice.confirmed('buy_yes', { ...market, amount: '1' });
    const second = await alice.confirmed('buy_no', { ...market, amount: '2' });
    const third = await alice.confirmed('buy_no', { ...market, amount: '3' });
    for (const intent of [first, second, third]) await alice.execute(intent, { prefer: 'respond-async' });
    expect(await latest(alice, second)).toMatchObject({ status: 'queued', waiting_for: 'lane' });
    await eventually(
      async () => (await latest(alice, first)).status,
      (status) => status === 'unknown',
    );
    await ops('pause', 'agent_alice_01');
    await answerAgain();
    try {
      // The armed execution is completed; the next one waits.
      await eventually(
        async () => (await latest(alice, first)).status,
        (status) => status === 'executed',
      );
      await eventually(
        async () => (await latest(alice, second)).waiting_for,
        (waitingFor) => waitingFor === 'paused',
      );
      expect(await robin.run('buy_yes', { ...market, amount: '1' })).toMatchObject({ status: 200 });
      expect(await alice.post(`/agent/intents/${third}/cancel`)).toMatchObject({
        status: 200,
        body: { intent: { status: 'cancelled' } },
      });
      expect(await latest(alice, second)).toMatchObject({ status: 'queued', broadcast_performed: false });
    } finally {
      await ops('resume', 'agent_alice_01');
    }
    await eventually(
      async () => (await latest(alice, second)).status,
      (status) => status === 'executed',
    );
    expect(await latest(alice, third)).toMatchObject({ status: 'cancelled', broadcast_performed: false });
  });

  it('refuse invalid usage with exit code 2', async () => {
    expect(await ops('pause', 'nobody')).toMatchObject({
      code: 2,
      out: expect.stringContaining('nobody is neither global, nor an action'),
    });
    expect(await ops('pause')).toMatchObject({ code: 2 });
    expect(await ops('abolish')).toMatchObject({
      code: 2,
      out: expect.stringContaining("unknown command 'abolish'"),
    });
    expect(await ops('help')).toMatchObject({ code: 0 });
    expect(JSON.parse((await ops('resume', 'buy_no', '--json')).out)).toEqual({ scope: 'buy_no', paused: false });
  });

  it('settle an execution with unknown outcome by a transaction that the chain confirms', async () => {
    const answerAgain = await silenceProvider();
    try {
      const intentId = await robin.confirmed('create_market', {
        market_id: 'unheard-of',
        question: 'Will anybody answer?',
        close_timestamp: String((await chain.now()) + 3600),
        resolver: robin.address,
        collateral_token: stack.deployment.collateral,
      });
      await robin.execute(intentId, { prefer: 'respond-async' });
      const { execution_id: id } = await eventually(
        () => latest(robin, intentId),
        ({ status }) => status === 'unknown',
      );
      const [, created] = await eventually(
        () => chain.logsOf(stack.deployment.factory),
        (logs) => logs.length === 2,
      );
      const settle = (...words: string[]): ReturnType<typeof ops> => ops('executions', 'settle', id, ...words);
      const other = `0x${'ab'.repeat(32)}`;
      expect(await settle('--outcome', 'failed')).toMatchObject({
        code: 1,
        out: expect.stringContaining('was_executed'),
      });
      expect(await settle('--outcome', 'executed', '--tx', other)).toMatchObject({
        code: 1,
        out: expect.stringContaining('other_transaction'),
      });
      expect(await latest(robin, intentId)).toMatchObject({ status: 'unknown', retry_safe: false });
      expect(await settle('--outcome', 'executed', '--tx', created!.transactionHash)).toMatchObject({ code: 0 });
      const settled = await eventually(
        () => latest(robin, intentId),
        ({ status }) => status === 'executed',
      );
      expect(settled).toMatchObject({
        transaction_hash: created!.transactionHash,
        readback: { market_count: '2', is_market: true },
      });
      expect((await ops('executions', 'show', id)).out).toContain('step.settled_by_operator');
      expect((await ops('audit', '--limit', '3')).out.match(/executions settle .* (done|refused) /g)).toHaveLength(3);
      expect(await ops('verify')).toMatchObject({ code: 0 });
    } finally {
      await answerAgain();
    }
  });

  it('rebuild the read models from the chain with the same content', async () => {
    const portfolio = async (): Promise<any> => {
      const { body } = await alice.get('/agent/portfolio/agent_alice_01');
      return { ...body.portfolio, as_of_block: null };
    };
    const before = await portfolio();
    expect(before.positions).not.toHaveLength(0);
    expect(await ops('index', 'rebuild', '--yes')).toMatchObject({ code: 0 });
    await eventually(
      async () => JSON.parse((await ops('index', 'show', '--json')).out),
      ({ blockNumber, lagBlocks }) => blockNumber !== null && lagBlocks === 0,
    );
    expect(await portfolio()).toEqual(before);
  });

  it('restore the records that a restored database lost, without a second payment', async () => {
    const intentId = await robin.confirmed('buy_yes', { ...market, amount: '4' });
    const done = await robin.execute(intentId);
    expect(done.status).toBe(200);
    await deleteExecution(stack.databaseUrl, intentId);
    expect((await robin.get(`/agent/intents/${intentId}`)).body.intent.status).toBe('confirmed');
    expect(await ops('verify')).toMatchObject({ code: 1, out: expect.stringMatching(/^\d+ disagreements:$/m) });

    const { code, out } = await ops('reconcile', '--json');
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, found: 1 });
    const restored = await eventually(
      () => latest(robin, intentId),
      (execution) => execution?.status === 'executed',
    );
    expect(restored.transaction_hash).toBe(done.body.execution.transaction_hash);
    expect(restored.readback).toEqual(done.body.execution.readback);
    const spent = await chain.transfers(stack.deployment.collateral, robin.address, restored.market_contract_address);
    expect(spent.filter((amount) => amount === 4_000_000n)).toHaveLength(1);
    expect(await ops('verify')).toMatchObject({ code: 0 });
  });
});

/** Brings the database to its state before the execute, as a restore from an older copy does. */
async function deleteExecution(databaseUrl: string, intentId: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE execution_events DISABLE TRIGGER execution_events_append_only');
    const ofIntent = 'WHERE execution_id IN (SELECT id FROM executions WHERE intent_id = $1)';
    for (const table of ['execution_events', 'execution_transaction_hashes', 'execution_steps']) {
      await client.query(`DELETE FROM ${table} ${ofIntent}`, [intentId]);
    }
    await client.query('DELETE FROM executions WHERE intent_id = $1', [intentId]);
    await client.query(
      `UPDATE agent_intents SET status = 'confirmed', current_execution_id = NULL, executions_count = 0, executed_at = NULL
       WHERE id = $1`,
      [intentId],
    );
    await client.query('ALTER TABLE execution_events ENABLE TRIGGER execution_events_append_only');
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
