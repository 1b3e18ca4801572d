import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ChainClient } from '../../e2e/support/chain-client.js';
import { Balancer } from '../../e2e/rolling-restart/balancer.js';
import { eventually } from '../../support/eventually.js';
import { testRun } from '../../support/test-run.js';
import { at, listAt, textAt } from '../../../tools/support/json.js';
import type { ApiAgent } from '../../../tools/support/api-client.js';
import { InstalledProduct } from '../installation/installed-product.js';
import { type TradedMarket, TradingLoad } from '../installation/trading-load.js';
import { prepareNextVersion, preparePreviousVersion, type Version } from '../installation/versions.js';

const AGENTS = 4;
/** Actions that are accepted between two restarts. */
const BETWEEN_RESTARTS = 4;

describe('a product that is installed by its units', () => {
  let previous: Version;
  let next: Version;
  let product: InstalledProduct;
  let chain: ChainClient;
  let agents: ApiAgent[];
  let market: TradedMarket;
  /** Intents whose execution was accepted. */
  const accepted: string[] = [];

  beforeAll(async () => {
    const folder = path.join(testRun().folder, `versions-${randomUUID()}`);
    previous = preparePreviousVersion(path.join(folder, 'previous'));
    next = prepareNextVersion(path.join(folder, 'next'));
    const described = [previous, next].map(({ version, source }) => `${version} from ${source}`).join(', ');
    process.stdout.write(`versions: ${described}\n`);
    product = await InstalledProduct.prepare(previous);
    chain = new ChainClient(product.servers.rpcUrl);
  });
  afterAll(async () => {
    chain?.close();
    await product?.stop();
  });

  /** Replaces a process by one of the version in use. */
  async function restart(instance: string): Promise<void> {
    expect([instance, await product.installation.stop(instance)]).toEqual([instance, { code: 0, signal: null }]);
    await product.installation.start(instance);
  }

  /** Does `change` while agents buy and clients read, and expects that none of them noticed. */
  async function underLoad(change: (load: TradingLoad) => Promise<void>): Promise<void> {
    const balancer = await Balancer.open(product.apiPorts);
    const load = new TradingLoad({ port: balancer.port, apiKey: product.apiKey, agents, market });
    try {
      await load.proceed(BETWEEN_RESTARTS);
      await change(load);
      await load.proceed(BETWEEN_RESTARTS);
    } finally {
      await load.stop();
      balancer.close();
    }
    accepted.push(...load.accepted);
    expect({ ...load.tally, refusals: load.refusals, answered: 0 }).toEqual({
      ...{ answered: 0, dropped: 0, refused: 0, serverErrors: new Map(), refusals: new Set() },
    });
    await expectEachExecutedOnce();
    await eventually(
      () => product.installation.ops('verify'),
      ({ code }) => code === 0,
    );
  }

  async function restartAll(instances: readonly string[], load: TradingLoad): Promise<void> {
    for (const instance of instances) {
      await restart(instance);
      await load.proceed(BETWEEN_RESTARTS);
    }
  }

  /** Compares the accepted intents with the bets on the chain. */
  async function expectEachExecutedOnce(): Promise<void> {
    const client = product.client();
    const ended = await Promise.all(
      accepted.map((intentId) =>
        eventually(
          async () => listAt((await client.get(`/agent/intents/${intentId}/executions`)).body, 'executions'),
          ([execution]) => at(execution, 'status') === 'executed',
        ),
      ),
    );
    const hashes = ended.flatMap((executions) => executions.map((one) => textAt(one, 'transaction_hash')));
    const bets = (await chain.readEvents(market.market_contract_address)).filter(({ name }) => name === 'Bought');
    expect(hashes).toHaveLength(accepted.length);
    expect(bets).toHaveLength(accepted.length);
    expect(new Set(hashes).size).toBe(accepted.length);
  }

  it('starts from nothing, and executes a buy', async () => {
    await product.migrate();
    await product.deployContracts();
    for (const instance of product.instances) await product.installation.start(instance);
    await product.createAccount();
    agents = await Promise.all(
      Array.from({ length: AGENTS }, (_, index) => product.setUpAgent(`agent_installed_${index}`)),
    );
    market = await product.createMarket(agents[0] ?? { agentId: '', address: '' });
    const [agent] = agents;
    const buy = { agent_id: agent?.agentId, user_wallet: agent?.address, action: 'buy_yes', amount: '1' };
    const { status, body } = await product
      .client()
      .post('/agent/actions', { ...buy, ...market, client_request_id: randomUUID() });
    expect([status, at(body, 'execution', 'status')]).toEqual([200, 'executed']);
    accepted.push(textAt(body, 'execution', 'intent_id'));
    expect(new Set(await product.readVersions())).toEqual(new Set([previous.version]));
  });

  it('is upgraded under load without a dropped request', async () => {
    product.installation.use(next);
    const early = await product.installation.run(product.units.webhooks[0] ?? '');
    expect(early).toMatchObject({
      code: 1,
      output: expect.stringContaining(`run the migrations of ${next.version} first`),
    });
    await underLoad(async (load) => {
      await product.migrate();
      const { apis, workers, webhooks } = product.units;
      await restartAll([...workers, ...webhooks, ...apis], load);
    });
    expect(new Set(await product.readVersions())).toEqual(new Set([next.version]));
  });

  it('is rolled back under load on the newer schema without a dropped request', async () => {
    product.installation.use(previous);
    const refused = await product.installation.run('presage-migrate');
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `has version ${next.version}, which is newer than this program, ${previous.version}`,
      ),
    });
    await underLoad(async (load) => {
      const { apis, workers, webhooks } = product.units;
      await restartAll([...apis, ...webhooks, ...workers], load);
    });
    expect(new Set(await product.readVersions())).toEqual(new Set([previous.version]));
  });
});
