import type pg from 'pg';
import { eventually } from '../../../support/eventually.js';
import { startStack } from '../../../support/index.js';
import type { AgentClient } from '../../support/agent-client.js';
import { type MarketReference, useProduct } from '../../support/product.js';
import { readRows } from '../../support/read-rows.js';
import { runOps } from '../../../support/run-ops.js';
import { TraceCollector } from '../../support/trace-collector.js';
import { PROVIDER_FAILURES, type ProviderFailure, SecretPlantingProvider } from '../planting-provider.js';
import { findIn, NEEDLES, SECRETS } from '../planted-secrets.js';
import { recordAnswers } from '../record-answers.js';

const ASYNC = { prefer: 'respond-async' };

describe('secrets in answers of the wallet provider', () => {
  let provider: SecretPlantingProvider;
  let traces: TraceCollector;
  let client: pg.Client;
  let stopRecording: () => void;
  const answers: string[] = [];
  let queueRows = '';
  const agents = new Map<ProviderFailure, AgentClient>();
  /** Id and address of each agent's wallet at the provider. */
  const wallets = new Map<string, string[]>();

  beforeAll(async () => {
    stopRecording = recordAnswers(answers);
    traces = await TraceCollector.open();
  });

  const product = useProduct(() =>
    startStack({
      metrics: true,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
        LOG_LEVEL: 'debug',
        EXECUTION_DEADLINE_S: '10',
        PROVIDER_KEY_LIFETIME_S: '10',
        FAUCET_COOLDOWN_S: '0',
      },
      beforeProvider: async (port) => {
        provider = await SecretPlantingProvider.start(port);
        return provider.port;
      },
    }),
  );

  beforeAll(async () => {
    client = await product.connectToDatabase();
    await causeEveryFailure();
  });

  afterAll(async () => {
    stopRecording?.();
    await provider?.stop();
    await traces?.close();
  });

  /** Each agent's wallet meets one failure in every call that the product makes for it. */
  async function causeEveryFailure(): Promise<void> {
    await Promise.all([...PROVIDER_FAILURES, 401 as const].map((failure) => register(failure)));
    const { rows } = await client.query<{ agent_id: string; id: string; address: string }>(
      'SELECT agent_id, provider_wallet_id AS id, agent_wallet_address AS address FROM agent_wallets',
    );
    for (const { agent_id, id, address } of rows) wallets.set(agent_id, [id, address]);
    const [first] = agents.values();
    const market = await product.createMarket(first!, 'watched');
    await Promise.all(PROVIDER_FAILURES.map((failure) => cause(failure, market)));
    await eventually(
      () => client.query('SELECT id FROM executions WHERE completed_at IS NULL'),
      ({ rowCount }) => rowCount === 0,
      150_000, // a deadline, and the minute that proves it
    );
    // Without a worker the next jobs stay in the queue.
    await Promise.all(product.stack.workers.map((worker) => worker.stop()));
    await cause(400, market);
    queueRows = await dumpRows((schema) => schema === 'bullmq');
    await Promise.all(product.stack.workers.map((worker) => worker.start()));
    // Last: it opens the breaker of the whole account.
    await cause(401, market);
    await eventually(
      () => client.query('SELECT FROM provider_accounts WHERE breaker_open'),
      ({ rowCount }) => rowCount === 1,
    );
    for (const agent of agents.values()) {
      for (const view of ['portfolio', 'activity', 'wallets']) await agent.get(`/agent/${view}/${agent.agentId}`);
    }
  }

  async function register(failure: ProviderFailure): Promise<void> {
    const [agent] = await product.fundedAgents(`agent_secret_${String(failure).replace('-', '_')}`);
    agents.set(failure, agent!);
  }

  async function cause(failure: ProviderFailure, market: MarketReference): Promise<void> {
    const agent = agents.get(failure)!;
    const intentId = await agent.confirmed('buy_yes', { ...market, amount: '1' });
    provider.failFor(wallets.get(agent.agentId) ?? [], failure);
    await Promise.all([
      agent.execute(intentId, ASYNC),
      agent.get(`/agent/wallets/${agent.agentId}/balance`),
      agent.post(`/agent/wallets/${agent.agentId}/faucet`),
    ]);
    await agent.get(`/agent/intents/${intentId}/executions`);
  }

  async function dumpRows(isWanted: (schema: string) => boolean): Promise<string> {
    return (await readRows(product.stack.databaseUrl, isWanted)).join('\n');
  }

  /** Returns the output of the operator's commands that print records. */
  async function operatorOutput(): Promise<string> {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM executions ORDER BY seq');
    const commands = [
      ['verify', '--json'],
      ['verify'],
      ['lanes', 'list', '--json'],
      ['executions', 'list', '--json'],
      ...rows.slice(-3).map(({ id }) => ['executions', 'show', id]), // the last ones met most failures
    ];
    const results = await Promise.all(commands.map((words) => runOps(product.stack, words)));
    return results.flatMap(({ out, stderr }) => [out, stderr]).join('\n');
  }

  it('appear on none of seven surfaces, in none of four encodings', async () => {
    expect(new Set(SECRETS).size).toBe(25);
    expect(new Set(NEEDLES.map(({ text }) => text)).size).toBe(100);
    expect(provider.answered).toBeGreaterThan(100);
    const { api, workers } = product.stack.metricsUrls;
    const metrics = await Promise.all([api, ...workers].map(async (url) => (await fetch(url)).text()));
    const surfaces = {
      responses: { text: answers.join('\n'), sign: 'provider_agent_wallet_balance_failed' },
      logs: { text: [product.stack.api, ...product.stack.workers].map(({ log }) => log).join('\n'), sign: 'execution' },
      rows: { text: await dumpRows((schema) => schema !== 'bullmq'), sign: 'agent_secret_400' },
      queue: { text: queueRows + (await dumpRows((schema) => schema === 'bullmq')), sign: 'laneId' },
      metrics: { text: metrics.join('\n'), sign: 'presage_provider_calls_total{operation="submit_transaction"' },
      traces: { text: traces.text, sign: 'submit_transaction' },
      operators: { text: await operatorOutput(), sign: 'agent_execution_' },
    };
    const found = Object.entries(surfaces).flatMap(([surface, { text }]) =>
      findIn(text).map(({ secret, encoding }) => `${surface}: ${secret} (${encoding})`),
    );
    expect(found).toEqual([]);
    // Each surface contains a text that shows that it recorded the executions.
    const silent = Object.entries(surfaces).filter(([, { text, sign }]) => !text.includes(sign));
    expect(silent.map(([surface]) => surface)).toEqual([]);
    const planted = NEEDLES.map(({ text }) => text).join(' ');
    for (const { text } of Object.values(surfaces)) expect(findIn(text + planted)).toHaveLength(NEEDLES.length);
  });

  it('are found by the same search when an agent puts one into its own intent', async () => {
    const agent = [...agents.values()][0]!;
    const ownNeedles = NEEDLES.filter(({ secret }) => secret === SECRETS[0]);
    const before = answers.length;
    await agent.preview('create_market', {
      market_id: 'planted',
      question: ownNeedles.map(({ text }) => text).join(' '),
      close_timestamp: String((await product.chain.now()) + 3600),
      resolver: agent.address,
      collateral_token: product.stack.deployment.collateral,
    });
    await agent.get(`/agent/activity/${agent.agentId}`);
    expect(findIn(answers.slice(before).join('\n'))).toEqual(ownNeedles);
    expect(findIn(await dumpRows((schema) => schema !== 'bullmq'))).toEqual(ownNeedles);
  });
});
