import pg from 'pg';
import { startStack, type Stack } from '../../support/index.js';
import { AgentClient, eventually } from '../support/agent-client.js';
import { ChainClient } from '../support/chain-client.js';
import { PlantingProvider, type Trouble, TROUBLES } from './planting-provider.js';
import { findIn, NEEDLES, SECRETS } from './planted-secrets.js';
import { outputOf, readRows, recordAnswers, TraceCollector } from './surfaces.js';

const ASYNC = { prefer: 'respond-async' };

describe('secrets in what the wallet provider answers', () => {
  let stack: Stack;
  let chain: ChainClient;
  let provider: PlantingProvider;
  let traces: TraceCollector;
  let client: pg.Client;
  let stopRecording: () => void;
  const answers: string[] = [];
  let queue = '';
  const agents = new Map<Trouble, AgentClient>();
  /** Under what names the provider knows each agent's wallet. */
  const wallets = new Map<string, string[]>();

  beforeAll(async () => {
    stopRecording = recordAnswers(answers);
    traces = await TraceCollector.start();
    stack = await startStack({
      metrics: true,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
        LOG_LEVEL: 'debug',
        EXECUTION_DEADLINE_S: '10',
        PROVIDER_KEY_LIFETIME_S: '10',
        FAUCET_COOLDOWN_S: '0',
      },
      beforeProvider: async (port) => {
        provider = await PlantingProvider.start(port);
        return provider.port;
      },
    });
    chain = new ChainClient(stack.rpcUrl);
    client = new pg.Client({ connectionString: stack.databaseUrl });
    await client.connect();
    await runIntoEveryTrouble();
  });

  afterAll(async () => {
    stopRecording?.();
    chain?.close();
    await client?.end();
    await stack?.stop();
    await provider?.stop();
    await traces?.stop();
  });

  /** Each agent's wallet meets one kind of trouble in every call that the product makes for it. */
  async function runIntoEveryTrouble(): Promise<void> {
    await Promise.all([...TROUBLES, 401 as const].map((trouble) => register(trouble)));
    const { rows } = await client.query<{ agent_id: string; id: string; address: string }>(
      'SELECT agent_id, provider_wallet_id AS id, agent_wallet_address AS address FROM agent_wallets',
    );
    for (const { agent_id, id, address } of rows) wallets.set(agent_id, [id, address]);
    const [first = new AgentClient(stack.api.url, 'nobody')] = agents.values();
    const created = await first.run('create_market', {
      market_id: 'watched',
      question: 'Will anything be told?',
      close_timestamp: String((await chain.now()) + 3600),
      resolver: first.address,
      collateral_token: stack.deployment.collateral,
    });
    const market = { market_id: 'watched', market_contract_address: created.body.execution.market_contract_address };
    await Promise.all(TROUBLES.map((trouble) => meet(trouble, market)));
    await eventually(
      () => client.query('SELECT id FROM executions WHERE completed_at IS NULL'),
      ({ rowCount }) => rowCount === 0,
      90_000,
    );
    // Nobody works: what is asked for stays in the queue.
    await Promise.all(stack.workers.map((worker) => worker.stop()));
    await meet(400, market);
    queue = await readRows(stack.databaseUrl, (schema) => schema === 'bullmq');
    await Promise.all(stack.workers.map((worker) => worker.start()));
    // Last, since it stops everybody's work.
    await meet(401, market);
    await eventually(
      () => client.query('SELECT FROM provider_accounts WHERE breaker_open'),
      ({ rowCount }) => rowCount === 1,
    );
    for (const agent of agents.values()) {
      for (const view of ['portfolio', 'activity', 'wallets']) await agent.get(`/agent/${view}/${agent.agentId}`);
    }
  }

  async function register(trouble: Trouble): Promise<void> {
    const agent = new AgentClient(stack.api.url, `agent_secret_${String(trouble).replace('-', '_')}`);
    await agent.setUp();
    agents.set(trouble, agent);
  }

  async function meet(trouble: Trouble, market: object): Promise<void> {
    const agent = agents.get(trouble) ?? new AgentClient(stack.api.url, 'nobody');
    const intentId = await agent.confirmed('buy_yes', { ...market, amount: '1' });
    provider.spoil(wallets.get(agent.agentId) ?? [], trouble);
    await Promise.all([
      agent.execute(intentId, ASYNC),
      agent.get(`/agent/wallets/${agent.agentId}/balance`),
      agent.post(`/agent/wallets/${agent.agentId}/faucet`),
    ]);
    await agent.get(`/agent/intents/${intentId}/executions`);
  }

  async function operatorsOutput(): Promise<string> {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM executions ORDER BY seq');
    const runs = [
      outputOf(stack, 'verify', '--json'),
      outputOf(stack, 'verify'),
      outputOf(stack, 'ops', 'lanes', 'list', '--json'),
      outputOf(stack, 'ops', 'executions', 'list', '--json'),
    ];
    const outputs = await Promise.all(runs);
    // Their stories, of the last ones, which have met most.
    for (const { id } of rows.slice(-3)) outputs.push(await outputOf(stack, 'ops', 'executions', 'show', id));
    return outputs.join('\n');
  }

  it('are on none of the seven surfaces, in none of four encodings', async () => {
    expect(new Set(SECRETS).size).toBe(25);
    expect(new Set(NEEDLES.map(({ text }) => text)).size).toBe(100);
    expect(provider.planted).toBeGreaterThan(100);
    const { api, workers } = stack.metricsUrls;
    const metrics = await Promise.all([api, ...workers].map(async (url) => (await fetch(url)).text()));
    const surfaces = {
      responses: { text: answers.join('\n'), sign: 'provider_agent_wallet_balance_failed' },
      logs: { text: [stack.api, ...stack.workers].map(({ log }) => log).join('\n'), sign: 'execution' },
      rows: { text: await readRows(stack.databaseUrl, (schema) => schema !== 'bullmq'), sign: 'agent_secret_400' },
      queue: { text: queue + (await readRows(stack.databaseUrl, (schema) => schema === 'bullmq')), sign: 'laneId' },
      metrics: { text: metrics.join('\n'), sign: 'presage_provider_calls_total{operation="submit_transaction"' },
      traces: { text: traces.text, sign: 'submit_transaction' },
      operators: { text: await operatorsOutput(), sign: 'agent_execution_' },
    };
    const found = Object.entries(surfaces).flatMap(([surface, { text }]) =>
      findIn(text).map(({ secret, encoding }) => `${surface}: ${secret} (${encoding})`),
    );
    expect(found).toEqual([]);
    // Each surface is the one that is meant, and tells of what happened.
    const silent = Object.entries(surfaces).filter(([, { text, sign }]) => !text.includes(sign));
    expect(silent.map(([surface]) => surface)).toEqual([]);
    const planted = NEEDLES.map(({ text }) => text).join(' ');
    for (const { text } of Object.values(surfaces)) expect(findIn(text + planted)).toHaveLength(NEEDLES.length);
  });

  it('would be found: one that an agent tells the product itself is in its answer and its row', async () => {
    const [agent = new AgentClient(stack.api.url, 'nobody')] = agents.values();
    const told = NEEDLES.filter(({ secret }) => secret === SECRETS[0]);
    const before = answers.length;
    await agent.preview('create_market', {
      market_id: 'told',
      question: told.map(({ text }) => text).join(' '),
      close_timestamp: String((await chain.now()) + 3600),
      resolver: agent.address,
      collateral_token: stack.deployment.collateral,
    });
    await agent.get(`/agent/activity/${agent.agentId}`);
    expect(findIn(answers.slice(before).join('\n'))).toEqual(told);
    expect(findIn(await readRows(stack.databaseUrl, (schema) => schema !== 'bullmq'))).toEqual(told);
  });
});
