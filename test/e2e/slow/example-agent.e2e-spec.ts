import { startStack } from '../../support/index.js';
import { exampleAgent } from '../product/example-agent.js';
import { useProduct } from '../support/product.js';

describe('the example agent, killed at each of its calls', () => {
  // Longer than the chain's clock is put forward.
  const product = useProduct(() => startStack({ env: { EXECUTION_DEADLINE_S: '7200' } }));
  exampleAgent(product, { kills: true });
});
