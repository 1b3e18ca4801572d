import { derivePasscode } from '@app/agents';
import { awaitMail } from '../support/await-mail.js';
import type { AgentClient } from '../support/agent-client.js';
import type { MarketReference } from '../support/product.js';
import { clearFaults, injectFault } from '../support/provider-faults.js';
import { TestReceiver } from '../../webhooks/test-receiver.js';
import { findRedis } from '../../support/redis.js';
import { startWebhooksProcess } from '../runbooks/webhooks-process.js';
import { eventually } from '../../support/eventually.js';
import { runOps } from '../../support/run-ops.js';
import { followRunbook, outputOf } from '../runbooks/follow-runbook.js';
import { ACCOUNT, useOperatedProduct } from '../runbooks/operated-product.js';

const ASYNC = { prefer: 'respond-async' };

/** Each test provokes the situation of a page, follows the page, and expects the state that it promises. */
describe('the runbooks', () => {
  const operated = useOperatedProduct();
  const { product } = operated;
  let alice: AgentClient;
  let market: MarketReference;

  beforeAll(async () => {
    alice = await operated.agent('agent_alice_01');
    market = await product.createMarket(alice, 'operated');
  });

  /** Lanes serve, and every execution happened once. */
  async function expectHealthy(agent = alice): Promise<void> {
    expect(await agent.run('buy_yes', { ...market, amount: '1' })).toMatchObject({ status: 200 });
    await product.awaitReadModels();
    expect(await runOps(product.stack, ['verify'])).toMatchObject({ code: 0 });
    for (const gauge of ['presage_execution_unknown_age_seconds', 'presage_paused_scopes']) {
      await awaitMetric(gauge, (value) => value === 0);
    }
  }

  function awaitMetric(name: string, accept: (value: number) => boolean): Promise<number> {
    return eventually(() => operated.metric(name), accept);
  }

  async function unknownExecution(agent: AgentClient, intentId: string): Promise<string> {
    await agent.execute(intentId, ASYNC);
    const { execution_id: id } = await eventually(
      () => agent.latestExecution(intentId),
      (execution) => execution?.status === 'unknown',
    );
    return id;
  }

  const statusOf = (agent: AgentClient, intentId: string, status: string): Promise<any> =>
    eventually(
      () => agent.latestExecution(intentId),
      (execution) => execution?.status === status,
    );

  // `.ci/run` installs it.
  if (findRedis() !== null) {
    it('redis-lost: executions go on without Redis, and wake-ups when it is back', async () => {
      await operated.killRedis();
      await awaitMetric('presage_queue_reachable', (value) => value === 0);
      expect(await alice.run('buy_yes', { ...market, amount: '1' })).toMatchObject({ status: 200 });
      const followed = await followRunbook(operated.shell, 'redis-lost', {
        actions: { 'Start Redis again': () => operated.startRedis() },
      });
      expect(outputOf(followed, 'verify')).toContain('happened once');
      await awaitMetric('presage_queue_reachable', (value) => value === 1);
      await expectHealthy();
    });
  }

  it('stuck-unknown: the chain’s transaction settles an execution whose provider stays silent', async () => {
    const before = await operated.metric('presage_executions_became_unknown_total');
    const { factory } = product.stack.deployment;
    const known = (await product.chain.readLogs(factory)).length;
    await injectFault(product.stack, { match: {}, fault: 'drop' });
    const intentId = await alice.confirmed('create_market', await product.marketFields(alice, 'unanswered'));
    const id = await unknownExecution(alice, intentId);
    await awaitMetric('presage_execution_unknown_age_seconds', (age) => age > 0);
    expect(await operated.metric('presage_executions_became_unknown_total')).toBeGreaterThan(before);
    const logs = await eventually(
      () => product.chain.readLogs(factory),
      ({ length }) => length > known,
    );
    const followed = await followRunbook(operated.shell, 'stuck-unknown', {
      values: {
        'agent_intent_…': intentId,
        'agent_execution_…': id,
        '0x…': logs.at(-1)?.transactionHash ?? '',
      },
      without: /--outcome failed/,
      showsFault: (_part, command) => command.includes('settle'),
    });
    // A worker may have found the transaction meanwhile.
    expect(outputOf(followed, 'settle')).toMatch(/settled|not_unknown/);
    expect(outputOf(followed, 'list --status unknown')).toContain(id);
    expect(outputOf(followed, 'why')).toContain(id);
    await statusOf(alice, intentId, 'executed');
    await clearFaults(product.stack);
    await expectHealthy();
  });

  it('provider-down: agents get 403 during the outage, and what was accepted is executed after it', async () => {
    const intentId = await alice.confirmed('buy_yes', { ...market, amount: '2' });
    const later = await alice.confirmed('buy_no', { ...market, amount: '2' });
    await product.stack.provider.kill('SIGKILL');
    await alice.execute(intentId, ASYNC);
    const followed = await followRunbook(operated.shell, 'provider-down', {
      actions: {
        'When the provider answers again': async () => {
          expect(await alice.execute(later)).toMatchObject({ status: 403, body: { error: { paused: true } } });
          await product.stack.provider.start();
        },
      },
    });
    expect(outputOf(followed, 'lanes list')).toContain(alice.agentId);
    await statusOf(alice, intentId, 'executed');
    expect(await alice.execute(later)).toMatchObject({ status: 200 });
    await expectHealthy();
  });

  it('seal-violated: nothing is sent of a changed step, and the restored one is executed', async () => {
    const database = await product.connectToDatabase();
    const shift = (days: number): Promise<unknown> =>
      database.query(
        `UPDATE execution_steps SET deadline = deadline + $2 * interval '1 day' WHERE execution_id = $1 AND deadline IS NOT NULL`,
        [id, days],
      );
    await product.stack.provider.kill('SIGKILL');
    const intentId = await alice.confirmed('buy_yes', { ...market, amount: '3' });
    const id = await unknownExecution(alice, intentId);
    await shift(1);
    await product.stack.provider.start();
    await awaitMetric('presage_seal_violations_total', (count) => count > 0);
    const followed = await followRunbook(operated.shell, 'seal-violated', {
      values: { 'agent_execution_…': id },
      actions: { 'Restore the changed columns': () => shift(-1).then(() => statusOf(alice, intentId, 'executed')) },
      without: /--outcome failed/,
      showsFault: (part, command) => part === 'Diagnosis' && command.includes('verify'),
    });
    expect(outputOf(followed, 'executions show')).toContain(id);
    await expectHealthy();
  });

  it('indexer-behind: a started worker follows the chain, and the rebuilt read models are the same', async () => {
    const [worker] = product.stack.workers;
    const portfolio = async (): Promise<any> => {
      const { body } = await alice.get(`/agent/portfolio/${alice.agentId}`);
      return { ...body.portfolio, as_of_block: null };
    };
    const before = await portfolio();
    await worker?.kill('SIGKILL');
    await awaitMetric('presage_index_has_leader', (value) => value === 0);
    const followed = await followRunbook(operated.shell, 'indexer-behind', {
      actions: { 'Repair the node or start a worker': () => worker?.start() ?? Promise.resolve() },
    });
    expect(outputOf(followed, 'index show')).toMatch(/worker active\s+no/);
    await awaitMetric('presage_index_has_leader', (value) => value === 1);
    await awaitMetric('presage_index_lag_blocks', (value) => value === 0);
    await product.awaitReadModels();
    expect(await portfolio()).toEqual(before);
    await expectHealthy();
  });

  it('agent-compromised: the owner has its agent back', async () => {
    const victim = await operated.agent('agent_victim_01');
    const start = await victim.post('/agent/onboarding/start', {
      agent_id: victim.agentId,
      user_email: 'mallory@example.com',
    });
    const onboardingId: string = start.body.onboarding.onboarding_id;
    const otp = derivePasscode(product.stack.secrets.passcodeKey, onboardingId);
    await awaitMail(product, 'mallory@example.com', otp);
    const verified = await victim.post('/agent/onboarding/verify', { onboarding_id: onboardingId, otp });
    expect(verified.status).toBe(200);
    expect(await victim.post(`/agent/wallets/${victim.agentId}/disable`)).toMatchObject({ status: 200 });
    const followed = await followRunbook(operated.shell, 'agent-compromised', { values: { AGENT_ID: victim.agentId } });
    expect(outputOf(followed, 'wallets show')).toMatch(
      /mallory@example\.com[^]*disabled|disabled[^]*mallory@example\.com/,
    );
    expect(outputOf(followed, 'audit')).toContain(`pause ${victim.agentId}`);
    const wallet = await runOps(product.stack, ['wallets', 'show', victim.agentId]);
    expect(wallet.out).toContain('carol@example.com');
    expect(wallet.out).not.toContain('mallory');
    await expectHealthy(victim);
  });

  it('leaked-key: the key is refused at once, and the new one acts', async () => {
    const mint = (
      await runOps(product.stack, ['keys', 'create', '--account', ACCOUNT, '--scope', 'intents', 'execute'])
    ).out;
    const leaked = keyIn(mint);
    const read = async (key: string): Promise<number> =>
      (await product.agent(alice.agentId, key).get(`/agent/intents?agent_id=${alice.agentId}`)).status;
    const write = async (key: string): Promise<number> =>
      (await product.agent(alice.agentId, key).post('/agent/intents', {})).status;
    expect([await read(leaked), await write(leaked)]).toEqual([200, 400]);
    const followed = await followRunbook(operated.shell, 'leaked-key', {
      values: { 'presage_0123456789ab_…': leaked },
      parts: ['An API key'],
    });
    await eventually(
      () => write(leaked),
      (status) => status === 401,
    );
    expect(await write(keyIn(outputOf(followed, 'keys create')))).toBe(400);
    await expectHealthy();
  });

  it('webhooks-behind: a paused webhook gets every event once it is resumed', async () => {
    const receiver = await TestReceiver.open();
    product.onStop(() => receiver.close());
    receiver.answerWith(500);
    const { status, body } = await alice.post('/agent/webhooks', { url: receiver.url });
    expect(status).toBe(201);
    const id: string = body.webhook.webhook_id;
    const state = async (): Promise<string> => {
      const { webhooks } = (await alice.get('/agent/webhooks')).body;
      return webhooks.find(({ webhook_id: one }: { webhook_id: string }) => one === id).status;
    };
    const running = await startWebhooksProcess(product.stack);
    product.onStop(() => running.stop(0).then(() => undefined));
    const paused = async (): Promise<string | undefined> =>
      /^presage_webhooks\{state="paused"\} (\d+)$/m.exec(await (await fetch(running.metricsUrl)).text())?.[1];

    const missed = await alice.preview('buy_yes', { ...market, amount: '1' });
    const database = await product.connectToDatabase();
    await eventually(
      () => database.query(`SELECT FROM webhooks WHERE id = $1 AND failures > 0`, [id]),
      ({ rowCount }) => rowCount === 1,
    );
    const fail = `UPDATE webhooks SET failing_since = now() - interval '4 days', next_attempt_at = now() WHERE id = $1`;
    await database.query(fail, [id]);
    await eventually(state, (value) => value === 'paused');
    await eventually(paused, (count) => count === '1');

    receiver.answerWith(204);
    const followed = await followRunbook(operated.shell, 'webhooks-behind', { values: { WEBHOOK_ID: id } });
    expect(outputOf(followed, 'webhooks list')).toContain(id);
    const seen = (): Promise<string> => Promise.resolve(receiver.received.map((one) => one.body).join());
    await eventually(seen, (bodies) => bodies.includes(missed));
    expect(await state()).toBe('active');
    await eventually(paused, (count) => count === '0');
    await expectHealthy();
  });

  function keyIn(text: string): string {
    const key = /presage_[0-9a-f]{12}_\S+/.exec(text)?.[0];
    if (key === undefined) throw new Error(`no key in: ${text}`);
    return key;
  }
});
