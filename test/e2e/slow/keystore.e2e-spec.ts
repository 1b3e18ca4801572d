import { startStack } from '../../support/index.js';
import { lifeOfAMarket } from '../product/life-of-a-market.js';
import { useProduct } from '../support/product.js';

/** Longer than the scenarios put the chain's clock forward. */
const DEADLINE_S = '7200';

describe('the product with a keystore', () => {
  const product = useProduct(() =>
    startStack({ workers: 2, custody: 'keystore', env: { EXECUTION_DEADLINE_S: DEADLINE_S } }),
  );

  it('previews no lack of gas, which its treasury pays', async () => {
    const agent = product.agent('agent_keystore_01');
    await agent.setUp();
    const fields = await product.marketFields(agent, 'rain-previewed-1');
    const { body } = await agent.get(`/agent/intents/${await agent.preview('create_market', fields)}`);
    const { checks } = body.intent.validation_result;
    expect(checks.filter(({ result }: { result: string }) => result !== 'pass')).toEqual([]);
    expect(await agent.run('create_market', fields)).toMatchObject({ status: 200 });
  });

  it('records the hash of a transaction with its send, and asks no custody for it', async () => {
    const agent = product.agent('agent_keystore_02');
    await agent.setUp();
    const { body } = await agent.run('create_market', await product.marketFields(agent, 'rain-recorded-1'));
    const database = await product.connectToDatabase();
    const { rows } = await database.query(
      `SELECT type, data::json->>'transaction_hash' AS hash FROM logged_events
       WHERE subject_id = $1 AND data::json->>'transaction_hash' IS NOT NULL ORDER BY seq`,
      [body.execution.execution_id],
    );
    const { transaction_hash: hash } = body.execution;
    expect(rows).toEqual(['execution.broadcast', 'execution.executed'].map((type) => ({ type, hash })));
  });

  lifeOfAMarket(product);
});
