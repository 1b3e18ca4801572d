import { workerKills } from '../product/worker-kills.js';
import { startStack } from '../../support/index.js';
import { useProduct } from '../support/product.js';

describe('the product with one worker', () => {
  const product = useProduct(() => startStack({ env: { LANE_LEASE_MS: '1000', LOG_LEVEL: 'warn' } }));

  workerKills(product, { executions: 100, wallets: 6, maxKills: 12 });
});
